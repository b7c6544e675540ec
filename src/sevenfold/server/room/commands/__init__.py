"""What people do in a room, a message each."""
