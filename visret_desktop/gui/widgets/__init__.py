"""What every room may use: theme, banner, status line, questions, threads."""
