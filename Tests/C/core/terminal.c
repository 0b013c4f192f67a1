/*
 * The settings of serial lines, in place of CCairnLinux/terminal.c: qemu-user knows no termios2. Only what
 * a pseudo-terminal has: raw mode, and no speed.
 */
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>

#include "../../../Sources/Linux/CCairnLinux/include/CCairnLinux.h"

int cairnlinux_tty_get(int fd, cairnlinux_tty *out) {
  struct termios settings;
  memset(out, 0, sizeof *out);
  return tcgetattr(fd, &settings) < 0 ? -errno : 0;
}

int cairnlinux_tty_set(int fd, const cairnlinux_tty *tty) {
  struct termios settings;
  (void)tty;
  if (tcgetattr(fd, &settings) < 0) return -errno;
  settings.c_iflag = 0;
  settings.c_oflag = 0;
  settings.c_lflag = 0;
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  return tcsetattr(fd, TCSANOW, &settings) < 0 ? -errno : 0;
}

void cairnlinux_tty_make_raw(cairnlinux_tty *tty) { (void)tty; }

void cairnlinux_tty_set_speed(cairnlinux_tty *tty, uint32_t baud) { (void)tty, (void)baud; }

int cairnlinux_tty_flush_input(int fd) { return tcflush(fd, TCIFLUSH) < 0 ? -errno : 0; }

int cairnlinux_tty_unsent(int fd) {
  (void)fd;
  return 0;
}

int cairnlinux_tty_exclusive(int fd, int on) { return ioctl(fd, on ? TIOCEXCL : TIOCNXCL) < 0 ? -errno : 0; }
