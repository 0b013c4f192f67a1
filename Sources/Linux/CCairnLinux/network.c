#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "CCairnLinux.h"

#define RETRY(call)                          \
  ({                                         \
    long result_;                            \
    do {                                     \
      result_ = (long)(call);                \
    } while (result_ < 0 && errno == EINTR); \
    result_ < 0 ? -(long)errno : result_;    \
  })

int cairnlinux_resolve(const char *host, uint16_t port, cairnlinux_address *out, int capacity) {
  char service[8];
  snprintf(service, sizeof service, "%u", (unsigned)port);
  struct addrinfo hints, *found = NULL;
  memset(&hints, 0, sizeof hints);
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  int code = getaddrinfo(host, service, &hints, &found);
  if (code == EAI_SYSTEM) return -errno;
  if (code == EAI_MEMORY) return -ENOMEM;
  if (code != 0) return code == EAI_AGAIN ? -EAGAIN : -EHOSTUNREACH;
  int count = 0;
  for (struct addrinfo *entry = found; entry && count < capacity; entry = entry->ai_next) {
    if (entry->ai_addrlen > sizeof out[count].bytes) continue;
    memcpy(out[count].bytes, entry->ai_addr, entry->ai_addrlen);
    out[count].length = entry->ai_addrlen;
    count++;
  }
  freeaddrinfo(found);
  return count > 0 ? count : -EHOSTUNREACH;
}

// A peer that is gone without a word is noticed within a minute, whether something is sent to it or not.
static void notice_death(int fd) {
  int on = 1, idle_seconds = 30, interval_seconds = 10, probes = 3;
  unsigned unanswered_milliseconds = 60000;
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle_seconds, sizeof idle_seconds);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval_seconds, sizeof interval_seconds);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
  setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unanswered_milliseconds, sizeof unanswered_milliseconds);
}

// Copies an address into what the kernel reads; -EINVAL for one that is too long.
static int read_address(const cairnlinux_address *from, struct sockaddr_storage *out) {
  if (from->length > sizeof from->bytes || from->length > sizeof *out) return -EINVAL;
  memset(out, 0, sizeof *out);
  memcpy(out, from->bytes, from->length);
  return 0;
}

// Closes a socket that has failed, and returns why.
static int give_up(int fd) {
  int code = errno;
  close(fd);
  return -code;
}

int cairnlinux_connect(const cairnlinux_address *address) {
  struct sockaddr_storage storage;
  if (read_address(address, &storage) < 0) return -EINVAL;
  int fd = socket(storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  notice_death(fd);
  // Interrupted connects go on in the background, like those in progress: never retried.
  if (connect(fd, (struct sockaddr *)&storage, address->length) < 0 && errno != EINPROGRESS &&
      errno != EINTR) {
    return give_up(fd);
  }
  return fd;
}

int cairnlinux_unix_address(const void *name, size_t count, int is_abstract, cairnlinux_address *out) {
  struct sockaddr_un address;
  // A path ends with a NUL, an abstract name begins with one.
  if (count == 0 || count >= sizeof address.sun_path) return -EINVAL;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  memcpy(address.sun_path + (is_abstract ? 1 : 0), name, count);
  out->length = (uint32_t)(offsetof(struct sockaddr_un, sun_path) + count + 1);
  memcpy(out->bytes, &address, sizeof address);
  return 0;
}

int cairnlinux_unix_datagrams(const cairnlinux_address *peer) {
  struct sockaddr_storage address;
  const sa_family_t unnamed = AF_UNIX;
  if (read_address(peer, &address) < 0) return -EINVAL;
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  // Without a name, the kernel gives one of its abstract namespace, which the peer answers to.
  if (bind(fd, (const struct sockaddr *)&unnamed, sizeof unnamed) < 0 ||
      connect(fd, (struct sockaddr *)&address, peer->length) < 0) {
    return give_up(fd);
  }
  return fd;
}

int cairnlinux_datagrams(const cairnlinux_address *peer) {
  struct sockaddr_storage address;
  if (read_address(peer, &address) < 0) return -EINVAL;
  int fd = socket(address.ss_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  int on = 1;
  if (setsockopt(fd, SOL_SOCKET, SO_BROADCAST, &on, sizeof on) < 0 ||
      connect(fd, (struct sockaddr *)&address, peer->length) < 0) {
    return give_up(fd);
  }
  return fd;
}

int cairnlinux_socket_error(int fd) {
  int code = 0;
  socklen_t length = sizeof code;
  if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &length) < 0) return -errno;
  return -code;
}

long cairnlinux_send(int fd, const void *bytes, size_t count) {
  return RETRY(send(fd, bytes, count, MSG_NOSIGNAL));
}

int cairnlinux_listen_loopback(uint16_t *port) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(*port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0 || listen(fd, 16) < 0 ||
      getsockname(fd, (struct sockaddr *)&address, &length) < 0) {
    return give_up(fd);
  }
  *port = ntohs(address.sin_port);
  return fd;
}

int cairnlinux_numeric_address(const char *host, uint16_t port, cairnlinux_address *out) {
  char service[8];
  snprintf(service, sizeof service, "%u", (unsigned)port);
  struct addrinfo hints, *found = NULL;
  memset(&hints, 0, sizeof hints);
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | AI_NUMERICHOST;
  if (getaddrinfo(host, service, &hints, &found) != 0) return -EINVAL;
  int code = -EINVAL;
  if (found->ai_addrlen <= sizeof out->bytes) {
    memcpy(out->bytes, found->ai_addr, found->ai_addrlen);
    out->length = found->ai_addrlen;
    code = 0;
  }
  freeaddrinfo(found);
  return code;
}

// Whether the file of a Unix socket is left over: its program is gone.
static int is_left_over(const struct sockaddr *address, socklen_t length) {
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return 0;
  int code = connect(fd, address, length) < 0 ? errno : 0;
  close(fd);
  return code == ECONNREFUSED;
}

static int listen_at(const cairnlinux_address *wanted, int kind, mode_t mode, uint16_t *port) {
  struct sockaddr_storage storage;
  if (read_address(wanted, &storage) < 0) return -EINVAL;
  struct sockaddr *address = (struct sockaddr *)&storage;
  socklen_t length = wanted->length;
  int fd = socket(address->sa_family, kind | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  int on = 1;
  if (address->sa_family == AF_UNIX) {
    if (is_left_over(address, length)) unlink(((struct sockaddr_un *)address)->sun_path);
  } else {
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    // So that an address of the other family can have the same port.
    if (address->sa_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  }
  int code = bind(fd, address, length) < 0 ? errno : 0;
  // Not by umask, which other threads that make files would share.
  const char *path = address->sa_family == AF_UNIX ? ((struct sockaddr_un *)address)->sun_path : "";
  if (code == 0 && path[0] != 0 && chmod(path, mode) < 0) code = errno;
  if (code == 0 && listen(fd, 256) < 0) code = errno;
  length = sizeof storage;
  if (code == 0 && getsockname(fd, address, &length) < 0) code = errno;
  if (code != 0) {
    close(fd);
    return -code;
  }
  *port = address->sa_family == AF_INET    ? ntohs(((struct sockaddr_in *)address)->sin_port)
          : address->sa_family == AF_INET6 ? ntohs(((struct sockaddr_in6 *)address)->sin6_port)
                                           : 0;
  return fd;
}

int cairnlinux_listen(const cairnlinux_address *wanted, int is_private, uint16_t *port) {
  return listen_at(wanted, SOCK_STREAM, is_private ? 0600 : 0666, port);
}

int cairnlinux_listen_messages(const cairnlinux_address *wanted) {
  uint16_t port;
  return listen_at(wanted, SOCK_SEQPACKET, 0666, &port);
}

int cairnlinux_connect_messages(const cairnlinux_address *peer) {
  struct sockaddr_un address;
  if (peer->length > sizeof peer->bytes || peer->length > sizeof address) return -EINVAL;
  memset(&address, 0, sizeof address);
  memcpy(&address, peer->bytes, peer->length);
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  // It never waits: a full queue of clients is EAGAIN.
  if (RETRY(connect(fd, (struct sockaddr *)&address, peer->length)) < 0) return give_up(fd);
  return fd;
}

long cairnlinux_receive_message(int fd, void *out, size_t capacity) {
  long count = RETRY(recv(fd, out, capacity, MSG_TRUNC));
  // That the other end has not read everything is told once, and before its last words.
  if (count == -ECONNRESET) count = RETRY(recv(fd, out, capacity, MSG_TRUNC));
  return count <= (long)capacity ? count : -EMSGSIZE;
}

void cairnlinux_limit_sending(int fd, int size) {
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
}

int cairnlinux_peer(int fd, int32_t *process, uint32_t *user) {
  struct {  // struct ucred, hidden without _GNU_SOURCE
    pid_t pid;
    uid_t uid;
    gid_t gid;
  } peer;
  socklen_t length = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0) return -errno;
  *process = peer.pid;
  *user = peer.uid;
  return 0;
}

int cairnlinux_peer_in_group(int fd, uint32_t group) {
  struct {  // struct ucred, hidden without _GNU_SOURCE
    pid_t pid;
    uid_t uid;
    gid_t gid;
  } peer;
  socklen_t length = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0) return -errno;
  if (peer.gid == group) return 1;
  // A program in more groups than this is in none.
  gid_t groups[1024];
  length = sizeof groups;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &length) < 0) return -errno;
  for (size_t index = 0; index < length / sizeof groups[0]; index++)
    if (groups[index] == group) return 1;
  return 0;
}

void cairnlinux_serve(int fd) {
  int on = 1, size = 1 << 16;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
  notice_death(fd);
  // A client that does not read is the service's to judge.
  unsigned never = 0;
  setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &never, sizeof never);
}

void cairnlinux_finish(int fd) { shutdown(fd, SHUT_WR); }

extern int accept4(int, struct sockaddr *, socklen_t *, int);  // hidden without _GNU_SOURCE

int cairnlinux_accept(int fd) {
  return (int)RETRY(accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC));
}

int cairnlinux_adopt(int fd) {
  int flags = fcntl(fd, F_GETFL);
  if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) < 0) return -errno;
  return 0;
}

int cairnlinux_listening_at(int fd, char *host, size_t capacity, uint16_t *port) {
  int type = 0, listens = 0;
  socklen_t length = sizeof type;
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) < 0) return -errno;
  length = sizeof listens;
  if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) < 0) return -errno;
  struct sockaddr_storage storage;
  memset(&storage, 0, sizeof storage);
  length = sizeof storage;
  if (getsockname(fd, (struct sockaddr *)&storage, &length) < 0) return -errno;
  if ((type != SOCK_STREAM && type != SOCK_SEQPACKET) || !listens || capacity == 0) return -EINVAL;
  host[0] = 0;
  *port = 0;
  if (storage.ss_family == AF_UNIX) {
    // An abstract name begins with a NUL: it has no path.
    snprintf(host, capacity, "%s", ((struct sockaddr_un *)&storage)->sun_path);
    return type == SOCK_STREAM ? 0 : 2;
  }
  if (getnameinfo((struct sockaddr *)&storage, length, host, (socklen_t)capacity, NULL, 0, NI_NUMERICHOST) != 0)
    return -EINVAL;
  *port = ntohs(
      storage.ss_family == AF_INET ? ((struct sockaddr_in *)&storage)->sin_port
                                   : ((struct sockaddr_in6 *)&storage)->sin6_port);
  return 1;
}

int cairnlinux_uevent_open(void) {
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT);
  if (fd < 0) return -errno;
  int size = 1 << 20;  // a hub full of devices at once; refused silently where not permitted
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  struct sockaddr_nl address;
  memset(&address, 0, sizeof address);
  address.nl_family = AF_NETLINK;
  address.nl_groups = 1;  // the kernel's own events; group 2 is udevd's
  if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0) return give_up(fd);
  return fd;
}

long cairnlinux_uevent_receive(int fd, void *out, size_t capacity) {
  struct sockaddr_nl sender;
  socklen_t length = sizeof sender;
  memset(&sender, 0, sizeof sender);
  long count = RETRY(recvfrom(fd, out, capacity, 0, (struct sockaddr *)&sender, &length));
  if (count < 0) return count;
  return sender.nl_pid == 0 && sender.nl_groups == 1 ? count : 0;
}

int cairnlinux_genl_open(void) {
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_GENERIC);
  if (fd < 0) return -errno;
  int size = 1 << 18;  // the list of a crowded place; the system's limit applies
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  int on = 1;  // errors need not repeat the request
  setsockopt(fd, 270 /* SOL_NETLINK */, NETLINK_CAP_ACK, &on, sizeof on);
  struct sockaddr_nl address;
  memset(&address, 0, sizeof address);
  address.nl_family = AF_NETLINK;
  if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0) return give_up(fd);
  return fd;
}

int cairnlinux_genl_join(int fd, uint32_t group) {
  return (int)RETRY(setsockopt(fd, 270 /* SOL_NETLINK */, NETLINK_ADD_MEMBERSHIP, &group, sizeof group));
}

long cairnlinux_genl_receive(int fd, void *out, size_t capacity) {
  struct sockaddr_nl sender;
  socklen_t length = sizeof sender;
  memset(&sender, 0, sizeof sender);
  long count = RETRY(recvfrom(fd, out, capacity, MSG_TRUNC, (struct sockaddr *)&sender, &length));
  if (count < 0) return count;
  if (sender.nl_pid != 0) return 0;
  return (size_t)count <= capacity ? count : -ENOBUFS;
}
