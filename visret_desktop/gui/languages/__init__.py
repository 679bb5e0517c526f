"""The languages of the window: what it says, how numbers and sizes look."""
