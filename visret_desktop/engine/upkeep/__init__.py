"""What is done for the profile itself: forgetting folders, comparing settings, the computer."""
