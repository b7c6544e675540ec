"""How the neural networks in `sevenfold/bots/networks` learn a game by playing it."""
