"""One live room: its game, seats, clock and subscribers, the commands of players, and services that act by themselves."""
