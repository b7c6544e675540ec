"""What goes on in a room by itself: bots, clocks, hints, claims."""
