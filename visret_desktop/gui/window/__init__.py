"""The main window, which puts the other rooms together: menus, layout, settings."""
