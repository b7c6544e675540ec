"""What acts on a room by itself while the room is in memory: bots, clocks, answers that take a while."""
