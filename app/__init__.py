"""What a user can do, said once; the window and the command line render it."""
