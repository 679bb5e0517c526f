"""Which files are photos, by their suffixes."""

RAW_EXTENSIONS = frozenset(
    (".cr2", ".cr3", ".nef", ".nrw", ".arw", ".dng", ".orf", ".rw2", ".raf", ".pef", ".srw", ".x3f")
)
HEIF_EXTENSIONS = frozenset((".heic", ".heif", ".hif"))
JXL_EXTENSIONS = frozenset((".jxl",))
_PLAIN_EXTENSIONS = frozenset(
    (".jpg", ".jpeg", ".jpe", ".png", ".webp", ".tif", ".tiff", ".gif", ".bmp", ".avif", ".jp2")
) | frozenset((".j2k", ".jpx", ".ppm", ".pgm", ".pbm", ".pnm"))
EXTENSIONS = RAW_EXTENSIONS | HEIF_EXTENSIONS | JXL_EXTENSIONS | _PLAIN_EXTENSIONS
