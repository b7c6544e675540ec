"""People: their accounts, how they prove who they are, and whom they know."""
