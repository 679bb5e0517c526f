/* Writes a line to the file named by NETWORK_CALLS for each call that reaches out of this computer,
   from every process that loads this library by LD_PRELOAD. Sockets between processes of this
   computer (AF_UNIX) and to its kernel (AF_NETLINK) are let pass unseen. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void note(const char *call, const char *where) {
    const char *path = getenv("NETWORK_CALLS");
    char line[512], program[256] = "?";
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0) program[length] = 0;
    int size = snprintf(line, sizeof line, "%d %s %s %s\n", getpid(), program, call, where);
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (file < 0) abort(); /* a call that is not noted must not pass for none */
    if (write(file, line, size < (int)sizeof line ? size : (int)sizeof line - 1) < 0) abort();
    close(file);
}

static void note_address(const char *call, const struct sockaddr *to) {
    char where[32];
    if (!to || to->sa_family == AF_UNIX || to->sa_family == AF_NETLINK || to->sa_family == AF_UNSPEC)
        return;
    snprintf(where, sizeof where, "family %d", to->sa_family);
    note(call, where);
}

#define REAL(name) __typeof__(name) *real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

int connect(int fd, const struct sockaddr *to, socklen_t size) {
    REAL(connect);
    note_address("connect", to);
    return real(fd, to, size);
}

ssize_t sendto(int fd, const void *data, size_t n, int flags, const struct sockaddr *to,
               socklen_t size) {
    REAL(sendto);
    note_address("sendto", to);
    return real(fd, data, n, flags, to, size);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
    REAL(sendmsg);
    note_address("sendmsg", message->msg_name);
    return real(fd, message, flags);
}

int sendmmsg(int fd, struct mmsghdr *messages, unsigned int count, int flags) {
    REAL(sendmmsg);
    for (unsigned int n = 0; n < count; n++) note_address("sendmmsg", messages[n].msg_hdr.msg_name);
    return real(fd, messages, count, flags);
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                struct addrinfo **found) {
    REAL(getaddrinfo);
    note("getaddrinfo", node ? node : "-");
    return real(node, service, hints, found);
}

struct hostent *gethostbyname(const char *name) {
    REAL(gethostbyname);
    note("gethostbyname", name);
    return real(name);
}

struct hostent *gethostbyname2(const char *name, int family) {
    REAL(gethostbyname2);
    note("gethostbyname2", name);
    return real(name, family);
}

int gethostbyname_r(const char *name, struct hostent *made, char *buffer, size_t size,
                    struct hostent **found, int *error) {
    REAL(gethostbyname_r);
    note("gethostbyname_r", name);
    return real(name, made, buffer, size, found, error);
}

int getnameinfo(const struct sockaddr *address, socklen_t size, char *host, socklen_t host_size,
                char *service, socklen_t service_size, int flags) {
    REAL(getnameinfo);
    if (!(flags & NI_NUMERICHOST)) note("getnameinfo", "-");
    return real(address, size, host, host_size, service, service_size, flags);
}
