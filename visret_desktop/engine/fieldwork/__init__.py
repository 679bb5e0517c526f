"""Field work of the engine: notes, tracks, detections, names, and files for others."""
