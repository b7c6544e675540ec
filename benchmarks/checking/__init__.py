"""How much `sevenfold check` finds, and how soon."""
