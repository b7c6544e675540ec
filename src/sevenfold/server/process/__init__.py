"""The server's processes: the command, hosting options, supervision, and limits on connections."""
