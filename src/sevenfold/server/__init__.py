"""The server for playing in a browser, and its rooms. Only `sevenfold table` loads it."""
