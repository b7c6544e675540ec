"""What seats are deemed to know of hidden cards: arrangements, what they were told, re-deals traced back."""
