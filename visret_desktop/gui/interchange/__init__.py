"""What other programs wrote and what is written for them: dialogs of imports and exports."""
