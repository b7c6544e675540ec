"""What is answered over HTTP, each module a part of it."""
