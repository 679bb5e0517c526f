"""How the places that ship are made: names of towns, regions and countries, and their outlines."""
