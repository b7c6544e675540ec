"""What people do in a room: a function for each message."""
