"""The Visualize-then-Retrieve paper's tables, measured with the models that are here."""
