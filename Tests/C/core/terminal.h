/* A pseudo-terminal, at whose other end the library is. */
#ifndef CAIRN_TEST_TERMINAL_H
#define CAIRN_TEST_TERMINAL_H

#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct terminal {
  int master;
  int slave; /* kept open, to see what the library has not read yet */
  char path[64];
};

static void stop(const char *what) {
  perror(what);
  exit(2);
}

static inline struct terminal open_terminal(void) {
  struct terminal terminal;
  terminal.master = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal.master < 0 || grantpt(terminal.master) < 0 || unlockpt(terminal.master) < 0) stop("posix_openpt");
  snprintf(terminal.path, sizeof terminal.path, "%s", ptsname(terminal.master));
  fcntl(terminal.master, F_SETFL, O_NONBLOCK);
  terminal.slave = open(terminal.path, O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (terminal.slave < 0) stop(terminal.path);
  return terminal;
}

/* Throws away what the library has sent. */
static inline void forget_output(const struct terminal *terminal) {
  char bytes[4096];
  while (read(terminal->master, bytes, sizeof bytes) > 0) {
  }
}

/* Sends bytes, and waits until all of them can be read. */
static inline void send_bytes(const struct terminal *terminal, const void *bytes, int count) {
  if (write(terminal->master, bytes, (size_t)count) != count) stop("write");
  for (int waiting = 0; waiting < count;) {
    struct pollfd readable = {.fd = terminal->slave, .events = POLLIN};
    if (poll(&readable, 1, 10000) != 1) stop("the bytes do not arrive");
    if (ioctl(terminal->slave, FIONREAD, &waiting) < 0) stop("FIONREAD");
  }
}

#endif
