"""Models as advisers: embedders, cross-encoders and language models, each behind a small port."""
