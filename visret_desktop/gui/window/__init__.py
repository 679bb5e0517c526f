"""The main window, which puts the rooms together: menus, layout, settings."""
