"""How the store's schema came about, step by step."""
