"""Photos, where cameras stood, and accepted names as a Camtrap DP package."""
