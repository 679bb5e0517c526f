/* Loaded into a process with LD_PRELOAD: notes what it does to the files below RECORD_ROOT, in the
 * order in which it does it, in the file RECORD_LOG. power_cut.py reads the notes.
 *
 * A note is a header and up to two byte strings. Files are named by inode; a note of their making
 * comes first. What C's own streams, or the kernel, write for a process is noted as the whole
 * content of the file. The log is written with raw system calls, one for each note.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { MAKE = 1, WRITE, SIZE, CONTENT, MOVE, REMOVE, FOLDER, LINK, SYMLINK, SYNC };

struct header {
    uint32_t kind, first_length, second_length, unused;
    uint64_t inode, position;
};

static int log_file = -1;
static char root[PATH_MAX];
static size_t root_length;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static void take(void) { pthread_mutex_lock(&lock); }
static void give(void) { int kept = errno; pthread_mutex_unlock(&lock); errno = kept; }

__attribute__((constructor)) static void begin(void) {
    const char *log = getenv("RECORD_LOG"), *where = getenv("RECORD_ROOT");
    if (!log || !where || !realpath(where, root)) return;
    root_length = strlen(root);
    int opened = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    log_file = syscall(SYS_fcntl, opened, F_DUPFD_CLOEXEC, 500);
    syscall(SYS_close, opened);
    pthread_atfork(take, give, give);
}

static void note(enum kind kind, uint64_t inode, uint64_t position, const void *first,
                 size_t first_length, const void *second, size_t second_length) {
    struct header header = {kind, first_length, second_length, 0, inode, position};
    struct iovec parts[3] = {{&header, sizeof header},
                             {(void *)first, first_length},
                             {(void *)second, second_length}};
    size_t whole = sizeof header + first_length + second_length;
    if ((size_t)syscall(SYS_writev, log_file, parts, 3) != whole) abort();
}

/* ---- where something is ---------------------------------------------------------------------- */

static int is_ours(const char *path) {
    return log_file >= 0 && !strncmp(path, root, root_length) &&
           (path[root_length] == '/' || !path[root_length]);
}

static int path_of(int file, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_ours(path);
}

/* The path of a name below a folder, its folder without links; whether it is ours. */
static int resolve(int folder, const char *name, char *path) {
    char joined[2 * PATH_MAX], above[PATH_MAX] = "";
    if (log_file < 0) return 0;
    if (name[0] == '/') {
        snprintf(joined, sizeof joined, "%s", name);
    } else {
        if (folder == AT_FDCWD) {
            if (!getcwd(above, sizeof above)) return 0;
        } else {
            path_of(folder, above);
        }
        snprintf(joined, sizeof joined, "%s/%s", above, name);
    }
    for (size_t end = strlen(joined); end > 1 && joined[end - 1] == '/'; end--) joined[end - 1] = 0;
    char *slash = strrchr(joined, '/');
    if (!slash) return 0;
    *slash = 0;
    if (!realpath(*joined ? joined : "/", above)) return 0;
    snprintf(path, PATH_MAX, "%s/%s", strcmp(above, "/") ? above : "", slash + 1);
    return is_ours(path);
}

static uint64_t inode_at(const char *path) {
    struct stat status;
    return lstat(path, &status) ? 0 : status.st_ino;
}

static uint64_t inode_of(int file) {
    struct stat status;
    return fstat(file, &status) ? 0 : status.st_ino;
}

static void note_content(int file) {
    char path[PATH_MAX], link[64];
    struct stat status;
    if (!path_of(file, path) || fstat(file, &status) || !S_ISREG(status.st_mode)) return;
    char *content = malloc(status.st_size + 1);
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    int reader = syscall(SYS_openat, AT_FDCWD, link, O_RDONLY | O_CLOEXEC, 0);
    ssize_t got = pread(reader, content, status.st_size, 0);
    syscall(SYS_close, reader);
    if (got == status.st_size) note(CONTENT, status.st_ino, 0, content, got, NULL, 0);
    free(content);
}

/* ---- opening --------------------------------------------------------------------------------- */

static void note_opened(int ours, const char *path, uint64_t before, int file, int is_emptied) {
    if (file < 0 || !ours) return;
    uint64_t inode = inode_of(file);
    if (!before) note(MAKE, inode, 0, path, strlen(path), NULL, 0);
    else if (is_emptied) note(SIZE, inode, 0, NULL, 0, NULL, 0);
}

static int open_at(int folder, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    take();
    int ours = (flags & (O_CREAT | O_TRUNC)) && resolve(folder, name, path);
    uint64_t before = ours ? inode_at(path) : 0;
    int file = syscall(SYS_openat, folder, name, flags, mode);
    note_opened(ours, path, before, file, flags & O_TRUNC);
    give();
    return file;
}

#define MODE \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
        va_list more; \
        va_start(more, flags); \
        mode = va_arg(more, mode_t); \
        va_end(more); \
    }

int open(const char *name, int flags, ...) { MODE return open_at(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { MODE return open_at(AT_FDCWD, name, flags, mode); }
int openat(int at, const char *name, int flags, ...) { MODE return open_at(at, name, flags, mode); }
int openat64(int at, const char *name, int flags, ...) { MODE return open_at(at, name, flags, mode); }
int creat(const char *name, mode_t mode) {
    return open_at(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

static FILE *opened_stream(FILE *(*real)(const char *, const char *), const char *name,
                           const char *how) {
    char path[PATH_MAX];
    take();
    int ours = (how[0] == 'w' || how[0] == 'a') && resolve(AT_FDCWD, name, path);
    uint64_t before = ours ? inode_at(path) : 0;
    FILE *stream = real(name, how);
    note_opened(ours, path, before, stream ? fileno(stream) : -1, how[0] == 'w');
    give();
    return stream;
}
FILE *fopen(const char *name, const char *how) { REAL(fopen); return opened_stream(real, name, how); }
FILE *fopen64(const char *name, const char *how) { REAL(fopen64); return opened_stream(real, name, how); }
int fclose(FILE *stream) {
    REAL(fclose);
    take();
    int file = fileno(stream);
    if (file >= 0 && (fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY) {
        fflush(stream);
        note_content(file);
    }
    int result = real(stream);
    give();
    return result;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void note_written(int file, const void *bytes, ssize_t written, off_t position) {
    char path[PATH_MAX];
    if (written > 0 && path_of(file, path))
        note(WRITE, inode_of(file), position, bytes, written, NULL, 0);
}

ssize_t write(int file, const void *bytes, size_t size) {
    take();
    ssize_t written = syscall(SYS_write, file, bytes, size);
    if (log_file >= 0 && written > 0) {
        int kept = errno;
        off_t end = lseek(file, 0, SEEK_CUR);  /* also where O_APPEND made it go */
        if (end >= written) note_written(file, bytes, written, end - written);
        errno = kept;
    }
    give();
    return written;
}
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t position) {
    take();
    ssize_t written = syscall(SYS_pwrite64, file, bytes, size, position);
    note_written(file, bytes, written, position);
    give();
    return written;
}
ssize_t pwrite(int file, const void *bytes, size_t size, off_t position) {
    return pwrite64(file, bytes, size, position);
}

#define WHOLE_AFTER(call, file) \
    take(); \
    ssize_t result = call; \
    if (result > 0) note_content(file); \
    give(); \
    return result
ssize_t writev(int file, const struct iovec *parts, int count) {
    WHOLE_AFTER(syscall(SYS_writev, file, parts, count), file);
}
ssize_t sendfile64(int out, int in, off64_t *from, size_t size) {
    WHOLE_AFTER(syscall(SYS_sendfile, out, in, from, size), out);
}
ssize_t sendfile(int out, int in, off_t *from, size_t size) { return sendfile64(out, in, from, size); }
ssize_t copy_file_range(int in, off64_t *from, int out, off64_t *to, size_t size, unsigned flags) {
    WHOLE_AFTER(syscall(SYS_copy_file_range, in, from, out, to, size, flags), out);
}

int ftruncate64(int file, off64_t size) {
    char path[PATH_MAX];
    take();
    int result = syscall(SYS_ftruncate, file, size);
    if (!result && path_of(file, path)) note(SIZE, inode_of(file), size, NULL, 0, NULL, 0);
    give();
    return result;
}
int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

static int synced(int number, int file) {
    char path[PATH_MAX];
    take();
    int result = syscall(number, file);
    if (!result && path_of(file, path)) note(SYNC, inode_of(file), 0, NULL, 0, NULL, 0);
    give();
    return result;
}
int fsync(int file) { return synced(SYS_fsync, file); }
int fdatasync(int file) { return synced(SYS_fdatasync, file); }

/* ---- names ----------------------------------------------------------------------------------- */

int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    char before[PATH_MAX], after[PATH_MAX];
    take();
    int ours = resolve(from, old, before) & resolve(to, new, after);
    int result = syscall(SYS_renameat2, from, old, to, new, flags);
    if (!result && ours) note(MOVE, 0, 0, before, strlen(before), after, strlen(after));
    give();
    return result;
}
int renameat(int from, const char *old, int to, const char *new) { return renameat2(from, old, to, new, 0); }
int rename(const char *old, const char *new) { return renameat2(AT_FDCWD, old, AT_FDCWD, new, 0); }

int unlinkat(int folder, const char *name, int flags) {
    char path[PATH_MAX];
    take();
    int ours = resolve(folder, name, path);
    int result = syscall(SYS_unlinkat, folder, name, flags);
    if (!result && ours) note(REMOVE, 0, 0, path, strlen(path), NULL, 0);
    give();
    return result;
}
int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }
int rmdir(const char *name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }

int mkdirat(int folder, const char *name, mode_t mode) {
    char path[PATH_MAX];
    take();
    int ours = resolve(folder, name, path);
    int result = syscall(SYS_mkdirat, folder, name, mode);
    if (!result && ours) note(FOLDER, inode_at(path), 0, path, strlen(path), NULL, 0);
    give();
    return result;
}
int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

int linkat(int from, const char *old, int to, const char *new, int flags) {
    char path[PATH_MAX];
    take();
    int ours = resolve(to, new, path);
    int result = syscall(SYS_linkat, from, old, to, new, flags);
    if (!result && ours) note(LINK, inode_at(path), 0, path, strlen(path), NULL, 0);
    give();
    return result;
}
int link(const char *old, const char *new) { return linkat(AT_FDCWD, old, AT_FDCWD, new, 0); }

int symlinkat(const char *target, int folder, const char *name) {
    char path[PATH_MAX];
    take();
    int ours = resolve(folder, name, path);
    int result = syscall(SYS_symlinkat, target, folder, name);
    if (!result && ours) note(SYMLINK, inode_at(path), 0, path, strlen(path), target, strlen(target));
    give();
    return result;
}
int symlink(const char *target, const char *name) { return symlinkat(target, AT_FDCWD, name); }
