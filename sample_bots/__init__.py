"""Players to copy."""
