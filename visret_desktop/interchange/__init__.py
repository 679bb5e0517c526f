"""What comes from other programs and goes to them: tracks, detections, packages, sidecars."""
