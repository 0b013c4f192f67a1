/* The port of a station: a serial line, a GNSS device of the kernel, or a recording. */
#ifndef CAIRN_CORE_PORT_H
#define CAIRN_CORE_PORT_H

#include "../../../Linux/CCairnLinux/include/CCairnLinux.h"
#include "../include/CCairnCore.h"

/* Bytes that wait while the device is slow; a whole configuration of a receiver fits. */
#define PORT_OUTPUT 16384

struct port {
  int fd; /* -1 while it is closed */
  int is_recording;
  int has_speed;
  cairnlinux_tty before; /* the settings that it had */
  uint8_t output[PORT_OUTPUT];
  size_t pending;
};

/* Opens and locks `path`. CAIRN_CORE_... of a port, or a negated errno. */
int port_open(struct port *port, const char *path, int is_recording);
/* Closes it with the settings that it had. */
void port_close(struct port *port);
/* Bytes, 0 at the end of a recording, or a negated errno: EAGAIN where none wait, EIO where the line has hung up. */
long port_read(struct port *port, uint8_t *bytes, size_t room);
/* Writes what waits, as far as the device takes it. */
void port_flush(struct port *port);
void port_set_speed(struct port *port, uint32_t speed);
/* Bytes that have not left the port. */
size_t port_unsent(const struct port *port);

/* The path of a receiver that certainly is one; NULL where there is none. */
const char *port_find(char *path, size_t size);

/* What an open that failed means: CAIRN_CORE_PERMISSION ... */
int32_t port_obstacle(int code);
/* Why `path` was not opened, and what to do. */
void port_explain(char *text, size_t size, const char *path, int code);

/* Nanoseconds of CLOCK_BOOTTIME. */
int64_t port_now(void);
/* UTC of the system in nanoseconds since 1970; 0 if its clock was never set. */
int64_t port_utc(void);

#endif
