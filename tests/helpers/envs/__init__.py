"""Games as their environments have them."""
