"""The nightly memory auditor: is what your agent remembers still true?"""

__version__ = "0.1.0"
