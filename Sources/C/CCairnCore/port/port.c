#include "port.h"

#include <stdio.h>
#include <string.h>

static int refuse(struct port *port, int code) {
  cairnlinux_close(port->fd);
  port->fd = -1;
  return code;
}

static int open_recording(struct port *port, const char *path) {
  cairnlinux_status status;
  port->fd = cairnlinux_open(path, cairnlinux_open_read | cairnlinux_open_nonblocking);
  if (port->fd < 0) return port->fd;
  int result = cairnlinux_fstat(port->fd, &status);
  if (result < 0) return refuse(port, result);
  if (status.kind == cairnlinux_kind_directory) return refuse(port, -cairnlinux_EISDIR);
  if (status.kind != cairnlinux_kind_regular) return refuse(port, -cairnlinux_EINVAL);
  return CAIRN_CORE_READ_ONLY;
}

/* Sets raw mode without echo first, because a fresh tty echoes the receiver's first sentence back to it. */
static int prepare(struct port *port) {
  int result = cairnlinux_tty_get(port->fd, &port->before);
  if (result == -cairnlinux_ENOTTY) return 0;
  if (result < 0) return result;
  cairnlinux_tty raw = port->before;
  cairnlinux_tty_make_raw(&raw);
  result = cairnlinux_tty_set(port->fd, &raw);
  if (result < 0) return result;
  port->has_speed = 1;
  cairnlinux_tty_flush_input(port->fd);
  cairnlinux_tty_exclusive(port->fd, 1);
  return CAIRN_CORE_SPEED;
}

int port_open(struct port *port, const char *path, int is_recording) {
  cairnlinux_status status;
  port->pending = 0;
  port->has_speed = 0;
  port->is_recording = is_recording;
  if (is_recording) return open_recording(port, path);
  int flags = 0;
  int result = cairnlinux_stat(path, &status);
  if (result < 0) return result;
  if (status.kind == cairnlinux_kind_directory) return -cairnlinux_EISDIR;
  if (status.kind != cairnlinux_kind_character) return -cairnlinux_ENOTTY;
  port->fd = cairnlinux_open(path, cairnlinux_open_read | cairnlinux_open_write | cairnlinux_open_nonblocking);
  if (port->fd == -cairnlinux_EACCES || port->fd == -cairnlinux_EROFS) {
    int refusal = port->fd;
    port->fd = cairnlinux_open(path, cairnlinux_open_read | cairnlinux_open_nonblocking);
    if (port->fd < 0) port->fd = refusal;
    flags |= CAIRN_CORE_READ_ONLY;
  }
  if (port->fd < 0) return port->fd;
  // Locks first, so that a port in use is not touched.
  result = cairnlinux_lock(port->fd);
  if (result < 0) return refuse(port, result == -cairnlinux_EAGAIN ? -cairnlinux_EBUSY : result);
  result = prepare(port);
  if (result < 0) {
    cairnlinux_unlock(port->fd);
    return refuse(port, result);
  }
  char node[256];
  if (cairnlinux_realpath(path, node, sizeof node) > 0) {
    if (strncmp(node, "/dev/ttyACM", 11) == 0) flags |= CAIRN_CORE_USB;
    if (strncmp(node, "/dev/gnss", 9) == 0) flags |= CAIRN_CORE_CERTAIN;
  }
  return flags | result;
}

void port_close(struct port *port) {
  if (port->fd < 0) return;
  if (port->has_speed) {
    cairnlinux_tty_set(port->fd, &port->before);
    cairnlinux_tty_exclusive(port->fd, 0);
  }
  if (!port->is_recording) cairnlinux_unlock(port->fd);
  cairnlinux_close(port->fd);
  port->fd = -1;
  port->pending = 0;
}

long port_read(struct port *port, uint8_t *bytes, size_t room) {
  long count = cairnlinux_read(port->fd, bytes, room);
  return count == 0 && !port->is_recording ? -cairnlinux_EIO : count;
}

void port_flush(struct port *port) {
  if (port->fd < 0 || port->pending == 0) return;
  long sent = cairnlinux_write(port->fd, port->output, port->pending);
  if (sent <= 0) return;  // the next read meets the same error
  port->pending -= (size_t)sent;
  memmove(port->output, port->output + sent, port->pending);
}

void port_set_speed(struct port *port, uint32_t speed) {
  cairnlinux_tty tty;
  if (!port->has_speed || speed == 0 || cairnlinux_tty_get(port->fd, &tty) < 0) return;
  cairnlinux_tty_set_speed(&tty, speed);
  cairnlinux_tty_set(port->fd, &tty);
}

size_t port_unsent(const struct port *port) {
  int queued = port->has_speed ? cairnlinux_tty_unsent(port->fd) : 0;
  return port->pending + (queued > 0 ? (size_t)queued : 0);
}

/* Whether a device of cdc_acm is made by u-blox, whose only such devices are receivers. */
static int is_receiver(const char *name) {
  char path[64], vendor[5] = {0};
  snprintf(path, sizeof path, "/sys/class/tty/%s/device/../idVendor", name);
  int fd = cairnlinux_open(path, cairnlinux_open_read);
  if (fd < 0) return 0;
  long count = cairnlinux_read(fd, vendor, 4);
  cairnlinux_close(fd);
  return count == 4 && memcmp(vendor, "1546", 4) == 0;
}

const char *port_find(char *path, size_t size) {
  cairnlinux_status status;
  for (int number = 0; number < 8; number++) {
    snprintf(path, size, "/dev/gnss%d", number);
    if (cairnlinux_stat(path, &status) == 0) return path;
  }
  for (int number = 0; number < 8; number++) {
    snprintf(path, size, "/dev/ttyACM%d", number);
    if (is_receiver(path + 5) && cairnlinux_stat(path, &status) == 0) return path;
  }
  return NULL;
}

int32_t port_obstacle(int code) {
  switch (code) {
  case cairnlinux_EACCES:
  case cairnlinux_EPERM: return CAIRN_CORE_PERMISSION;
  case cairnlinux_EBUSY:
  case cairnlinux_EAGAIN: return CAIRN_CORE_BUSY;
  case cairnlinux_ENOENT:
  case cairnlinux_ENXIO:
  case cairnlinux_ENODEV:
  case cairnlinux_EIO: return CAIRN_CORE_MISSING;
  default: return CAIRN_CORE_OTHER;
  }
}

static const char *advice(int code) {
  switch (code) {
  case cairnlinux_EACCES:
  case cairnlinux_EPERM: return "; only its owner and members of its group may use it: `ls -lL` shows them";
  case cairnlinux_EBUSY: return "; another program holds it, which `fuser -v` names: stop it first";
  case cairnlinux_ENOENT: return "; is it plugged in?";
  case cairnlinux_ENXIO:
  case cairnlinux_ENODEV:
  case cairnlinux_EIO: return "; the node exists but no hardware answers behind it";
  case cairnlinux_ENOTTY: return "; this is not a serial or GNSS device";
  default: return "";
  }
}

void port_explain(char *text, size_t size, const char *path, int code) {
  const char *name = cairnlinux_error_name(code);
  char words[96];
  cairnlinux_error_text(code, words, sizeof words);
  snprintf(text, size, "cannot open %s: %s (%s)%s", path, name ? name : "an error", words, advice(code));
}
