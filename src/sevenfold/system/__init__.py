"""The operating system as people meet it: the files they name, the streams of a command, the signals that end it."""
