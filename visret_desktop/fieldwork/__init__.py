"""What field naturalists bring along: tracks, detections, lists of names."""
