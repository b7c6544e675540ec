"""The server as a process, or several: the command, the supervisor, its workers, their connections."""
