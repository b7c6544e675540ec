"""Environments in which programs play as agents: of PettingZoo (`aec`) and of Gymnasium (`single`)."""
