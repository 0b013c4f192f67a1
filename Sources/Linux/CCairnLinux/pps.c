#include "CCairnLinux.h"

#include <errno.h>
#include <linux/pps.h>
#include <string.h>
#include <sys/ioctl.h>

int cairnlinux_pps_capabilities(int fd) {
  int mode = 0;
  return ioctl(fd, PPS_GETCAP, &mode) < 0 ? -errno : mode;
}

int cairnlinux_pps_capture(int fd, int edges) {
  struct pps_kparams parameters;
  memset(&parameters, 0, sizeof parameters);
  if (ioctl(fd, PPS_GETPARAMS, &parameters) < 0) return -errno;
  if ((parameters.mode & edges) == edges) return 0;
  parameters.mode |= edges;
  parameters.api_version = PPS_API_VERS;
  return ioctl(fd, PPS_SETPARAMS, &parameters) < 0 ? -errno : 0;
}

int cairnlinux_pps_fetch(int fd, int milliseconds, cairnlinux_pulses *out) {
  struct pps_fdata data;
  memset(&data, 0, sizeof data);
  data.timeout.sec = milliseconds / 1000;
  data.timeout.nsec = (milliseconds % 1000) * 1000000;
  if (ioctl(fd, PPS_FETCH, &data) < 0) return -errno;
  out->assert_sequence = data.info.assert_sequence;
  out->clear_sequence = data.info.clear_sequence;
  out->assert_seconds = data.info.assert_tu.sec;
  out->assert_nanoseconds = data.info.assert_tu.nsec;
  out->clear_seconds = data.info.clear_tu.sec;
  out->clear_nanoseconds = data.info.clear_tu.nsec;
  return 0;
}
