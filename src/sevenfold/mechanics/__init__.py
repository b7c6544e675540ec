"""Mechanics that several games share: rules of tricks, of the sevendeck, of chains and layers, and events; compiled too."""
