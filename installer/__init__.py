"""Programs that make installers of visret and prove them; see README.md beside this file."""
