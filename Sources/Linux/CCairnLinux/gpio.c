#include "CCairnLinux.h"

#include <errno.h>
#include <linux/gpio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int cairnlinux_gpio_is_chip(int fd, const char *name) {
  struct gpiochip_info info;
  memset(&info, 0, sizeof info);
  if (ioctl(fd, GPIO_GET_CHIPINFO_IOCTL, &info) < 0) return -errno;
  return strncmp(info.name, name, sizeof info.name) == 0 || strncmp(info.label, name, sizeof info.label) == 0;
}

long cairnlinux_gpio_find_line(int fd, const char *name) {
  struct gpiochip_info chip;
  long found = -ENOENT;
  memset(&chip, 0, sizeof chip);
  if (ioctl(fd, GPIO_GET_CHIPINFO_IOCTL, &chip) < 0) return -errno;
  for (uint32_t offset = 0; offset < chip.lines; offset++) {
    struct gpio_v2_line_info line;
    memset(&line, 0, sizeof line);
    line.offset = offset;
    if (ioctl(fd, GPIO_V2_GET_LINEINFO_IOCTL, &line) < 0) return -errno;
    if (strncmp(line.name, name, sizeof line.name) != 0) continue;
    if (found >= 0) return -ENOTUNIQ;
    found = (long)offset;
  }
  return found;
}

int cairnlinux_gpio_request_output(int fd, uint32_t offset, int active_low, int value, const char *consumer) {
  struct gpio_v2_line_request request;
  memset(&request, 0, sizeof request);
  request.offsets[0] = offset;
  request.num_lines = 1;
  strncpy(request.consumer, consumer, sizeof request.consumer - 1);
  request.config.flags = GPIO_V2_LINE_FLAG_OUTPUT | (active_low ? GPIO_V2_LINE_FLAG_ACTIVE_LOW : 0);
  request.config.num_attrs = 1;
  request.config.attrs[0].attr.id = GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES;
  request.config.attrs[0].attr.values = value != 0;
  request.config.attrs[0].mask = 1;
  return ioctl(fd, GPIO_V2_GET_LINE_IOCTL, &request) < 0 ? -errno : request.fd;
}

int cairnlinux_gpio_set(int fd, int value) {
  struct gpio_v2_line_values values = {.bits = value != 0, .mask = 1};
  return ioctl(fd, GPIO_V2_LINE_SET_VALUES_IOCTL, &values) < 0 ? -errno : 0;
}
