"""What random play hardly ever meets: deals in order, and games that lead to rare situations."""
