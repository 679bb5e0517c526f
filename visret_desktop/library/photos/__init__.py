"""One photo: decoding, metadata, formats, thumbnails."""
