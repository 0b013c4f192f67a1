#include "CCairnLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/iio/events.h>
#include <sys/ioctl.h>
#include <unistd.h>

int cairnlinux_iio_events(int fd) {
  int events = -1;
  if (ioctl(fd, IIO_GET_EVENT_FD_IOCTL, &events) < 0) return -errno;
  const int flags = fcntl(events, F_GETFL);
  if (flags < 0 || fcntl(events, F_SETFL, flags | O_NONBLOCK) < 0) {
    const int code = errno;
    close(events);
    return -code;
  }
  return events;
}
