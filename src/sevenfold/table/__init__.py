"""The table: the server that a browser plays at. Loaded by `sevenfold table` alone."""
