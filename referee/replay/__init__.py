"""What finished matches are good for: verifying, reading, and later looking at them."""
