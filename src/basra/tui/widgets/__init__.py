"""What is put on a screen."""
