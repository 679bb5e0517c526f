"""The engine process as the window sees it: typed signals on one side, messages on the other."""
