"""XMP sidecars: what is noted here, merged into files beside the photos."""
