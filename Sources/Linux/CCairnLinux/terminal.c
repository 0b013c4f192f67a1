// Apart from the other files because <asm/termbits.h>, the only home of termios2 and BOTHER,
// cannot be included beside <termios.h>.
#include <asm/ioctls.h>
#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/serial.h>
#include <string.h>
#include <unistd.h>

#include "CCairnLinux.h"

extern int ioctl(int, unsigned long, ...);

#ifdef TCGETS2
typedef struct termios2 kernel_termios;
#define GET_TERMIOS TCGETS2
#define SET_TERMIOS TCSETS2
#else  // PowerPC: its plain termios already holds the two speeds
typedef struct termios kernel_termios;
#define GET_TERMIOS TCGETS
#define SET_TERMIOS TCSETS
#endif

_Static_assert(NCCS <= 32, "cairnlinux_tty.cc holds every control character");

static int control(int fd, unsigned long request, void *argument) {
  int result;
  do {
    result = ioctl(fd, request, argument);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

int cairnlinux_tty_get(int fd, cairnlinux_tty *out) {
  kernel_termios t;
  memset(&t, 0, sizeof t);
  int result = control(fd, GET_TERMIOS, &t);
  if (result < 0) return result;
  memset(out, 0, sizeof *out);
  out->iflag = t.c_iflag;
  out->oflag = t.c_oflag;
  out->cflag = t.c_cflag;
  out->lflag = t.c_lflag;
  out->line = t.c_line;
  out->ispeed = t.c_ispeed;
  out->ospeed = t.c_ospeed;
  memcpy(out->cc, t.c_cc, NCCS);
  return 0;
}

int cairnlinux_tty_set(int fd, const cairnlinux_tty *tty) {
  kernel_termios t;
  memset(&t, 0, sizeof t);
  t.c_iflag = tty->iflag;
  t.c_oflag = tty->oflag;
  t.c_cflag = tty->cflag;
  t.c_lflag = tty->lflag;
  t.c_line = tty->line;
  t.c_ispeed = tty->ispeed;
  t.c_ospeed = tty->ospeed;
  memcpy(t.c_cc, tty->cc, NCCS);
  return control(fd, SET_TERMIOS, &t);
}

void cairnlinux_tty_make_raw(cairnlinux_tty *tty) {
  tty->iflag &= ~(uint32_t)(IGNBRK | BRKINT | PARMRK | INPCK | ISTRIP | INLCR | IGNCR | ICRNL |
                            IXON | IXOFF | IXANY);
  tty->oflag &= ~(uint32_t)OPOST;
  tty->lflag &= ~(uint32_t)(ECHO | ECHONL | ECHOE | ECHOK | ICANON | ISIG | IEXTEN);
  tty->cflag &= ~(uint32_t)CRTSCTS;
  tty->cflag |= CLOCAL | CREAD;
  tty->cc[VMIN] = 1;
  tty->cc[VTIME] = 0;
  cairnlinux_tty_set_framing(tty, 8, cairnlinux_parity_none, 1);
}

void cairnlinux_tty_set_framing(cairnlinux_tty *tty, int data_bits, int parity, int stop_bits) {
  tty->cflag &= ~(uint32_t)(CSIZE | PARENB | PARODD | CMSPAR | CSTOPB);
  tty->cflag |= data_bits == 7 ? CS7 : CS8;
  if (parity != cairnlinux_parity_none) tty->cflag |= PARENB;
  if (parity == cairnlinux_parity_odd) tty->cflag |= PARODD;
  if (stop_bits == 2) tty->cflag |= CSTOPB;
  // A byte with a parity error is dropped by the line discipline rather than handed up as 0.
  tty->iflag &= ~(uint32_t)(INPCK | IGNPAR);
  if (parity != cairnlinux_parity_none) tty->iflag |= INPCK | IGNPAR;
}

void cairnlinux_tty_set_speed(cairnlinux_tty *tty, uint32_t baud) {
  tty->cflag &= ~(uint32_t)(CBAUD | (CBAUD << IBSHIFT));
  tty->cflag |= BOTHER | ((uint32_t)BOTHER << IBSHIFT);
  tty->ispeed = baud;
  tty->ospeed = baud;
}

int cairnlinux_tty_is_cooked(const cairnlinux_tty *tty) { return (tty->lflag & (ECHO | ICANON)) != 0; }

int cairnlinux_tty_flush_input(int fd) {
  int result;
  do {
    result = ioctl(fd, TCFLSH, (long)TCIFLUSH);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : 0;
}

int cairnlinux_tty_unsent(int fd) {
  int count = 0;
  int result = control(fd, TIOCOUTQ, &count);
  return result < 0 ? result : count;
}

int cairnlinux_tty_exclusive(int fd, int on) { return control(fd, on ? TIOCEXCL : TIOCNXCL, NULL); }

int cairnlinux_tty_low_latency(int fd) {
  struct serial_struct serial;
  memset(&serial, 0, sizeof serial);
  int result = control(fd, TIOCGSERIAL, &serial);
  if (result < 0) return result;
  serial.flags |= ASYNC_LOW_LATENCY;
  return control(fd, TIOCSSERIAL, &serial);
}

int cairnlinux_tty_counts(int fd, cairnlinux_line_counts *out) {
  struct serial_icounter_struct counts;
  memset(&counts, 0, sizeof counts);
  int result = control(fd, TIOCGICOUNT, &counts);
  if (result < 0) return result;
  out->frame = (uint32_t)counts.frame;
  out->overrun = (uint32_t)counts.overrun;
  out->parity = (uint32_t)counts.parity;
  out->breaks = (uint32_t)counts.brk;
  out->buffer_overrun = (uint32_t)counts.buf_overrun;
  out->received = (uint32_t)counts.rx;
  out->sent = (uint32_t)counts.tx;
  return 0;
}

int cairnlinux_duplicate(int fd) {
  int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  return copy < 0 ? -errno : copy;
}

int cairnlinux_pty_open(unsigned *number) {
  int fd;
  do {
    fd = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  } while (fd < 0 && errno == EINTR);
  if (fd < 0) return -errno;
  int unlock = 0;
  int result = control(fd, TIOCSPTLCK, &unlock);
  if (result >= 0) result = control(fd, TIOCGPTN, number);
  if (result < 0) {
    close(fd);
    return result;
  }
  return fd;
}
