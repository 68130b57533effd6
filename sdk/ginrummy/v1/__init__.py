"""Generated from proto/ginrummy/v1 by proto/generate.py; never edited. Only `ginrummy.wire` reads the messages."""
