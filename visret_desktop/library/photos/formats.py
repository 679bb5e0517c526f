"""Which files are photos, and which are videos, by their suffixes."""

RAW_EXTENSIONS = frozenset(
    (".cr2", ".cr3", ".nef", ".nrw", ".arw", ".dng", ".orf", ".rw2", ".raf", ".pef", ".srw", ".x3f")
)
HEIF_EXTENSIONS = frozenset((".heic", ".heif", ".hif"))
_PLAIN_EXTENSIONS = frozenset(
    (".jpg", ".jpeg", ".jpe", ".png", ".webp", ".tif", ".tiff", ".gif", ".bmp", ".avif", ".jxl")
) | frozenset((".jp2", ".j2k", ".jpx", ".ppm", ".pgm", ".pbm", ".pnm"))
EXTENSIONS = RAW_EXTENSIONS | HEIF_EXTENSIONS | _PLAIN_EXTENSIONS
# Videos are not searched; they are counted, so that nobody takes them for searched.
VIDEO_EXTENSIONS = frozenset((".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".wmv")) | frozenset(
    (".mts", ".m2ts", ".mpg", ".mpeg", ".3gp")
)
