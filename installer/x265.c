/* What libheif asks libx265 for. There is no encoder here: visret only reads HEIC. */
void *x265_api_get_217(int bits) { (void)bits; return 0; }
void x265_cleanup(void) {}
