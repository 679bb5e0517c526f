/* What macOS starts: Python in this very process, so that Dock, menus and "Open With" know the
   app. Its children are Contents/Resources/python/bin/python3.13, as sys.executable says. */

#include <dlfcn.h>
#include <limits.h>
#include <mach-o/dyld.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLAGS "-P", "-s", "-E", "-B", "-X", "utf8", "-m", "visret_desktop", "gui"
#define MOST 64 /* files that are opened with the app come as events, not here */

typedef int (*Run)(int, char **);

static int fail(const char *what) {
    fprintf(stderr, "visret: %s\n", what);
    return 1;
}

int main(int count, char **given) {
    char named[PATH_MAX], own[PATH_MAX], python[PATH_MAX + 64], library[PATH_MAX + 64];
    uint32_t size = sizeof named;
    if (_NSGetExecutablePath(named, &size) != 0 || realpath(named, own) == NULL)
        return fail("its own place is not known");
    char *end = strstr(own, "/Contents/MacOS/");
    if (end == NULL)
        return fail("it is not in an app");
    *end = '\0';
    snprintf(python, sizeof python, "%s/Contents/Resources/python/bin/python3.13", own);
    snprintf(library, sizeof library, "%s/Contents/Resources/python/lib/libpython3.13.dylib", own);

    void *loaded = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    Run run = loaded == NULL ? NULL : (Run)dlsym(loaded, "Py_BytesMain");
    if (run == NULL)
        return fail(dlerror());

    char *flags[] = {python, FLAGS};
    char *arguments[sizeof flags / sizeof *flags + MOST + 1];
    int length = sizeof flags / sizeof *flags;
    memcpy(arguments, flags, sizeof flags);
    for (int at = 1; at < count && at <= MOST; at++)
        arguments[length++] = given[at];
    arguments[length] = NULL;
    return run(length, arguments);
}
