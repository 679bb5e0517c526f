"""How well the strategies find, on judged queries: `visret bench quality`."""
