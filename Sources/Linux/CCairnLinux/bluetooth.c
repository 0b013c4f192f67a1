#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CCairnLinux.h"

// Source: Linux, include/net/bluetooth/hci_sock.h and bluetooth.h. The kernel's own headers for programs have none of it.
enum {
  family = 31,
  protocol = 1,
  level = 0,
  option_filter = 2,
  event_packet = 4,
  flag_up = 1 << 0,
  flag_raw = 1 << 5,
  no_device = 0xffff,
  management = 3,
  most_devices = 16
};

struct hci_address {
  uint16_t family, device, channel;
};
struct hci_filter {
  uint32_t types, events[2];
  uint16_t opcode, padding;  // the kernel refuses 14 octets
};
struct device_list {
  uint16_t count, padding;
  struct {
    uint16_t device, padding;
    uint32_t flags;
  } devices[most_devices];
};

#define LIST_DEVICES _IOR('H', 210, int)

static int first_device(int fd) {
  struct device_list list;
  memset(&list, 0, sizeof list);
  list.count = most_devices;
  if (ioctl(fd, LIST_DEVICES, &list) < 0) return -errno;
  int code = -ENODEV;
  for (int index = 0; index < list.count && index < most_devices; index++) {
    if (list.devices[index].flags & flag_raw) continue;
    if (list.devices[index].flags & flag_up) return list.devices[index].device;
    code = -ENETDOWN;
  }
  return code;
}

int cairnlinux_hci_open(void) {
  int fd = socket(family, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);
  if (fd < 0) return -errno;
  int device = first_device(fd);
  if (device < 0) {
    close(fd);
    return device;
  }
  struct hci_filter filter;
  memset(&filter, 0, sizeof filter);
  filter.types = 1u << event_packet;
  memset(filter.events, 0xff, sizeof filter.events);
  struct hci_address address = {family, (uint16_t)device, 0};
  if (setsockopt(fd, level, option_filter, &filter, sizeof filter) < 0 ||
      bind(fd, (struct sockaddr *)&address, sizeof address) < 0) {
    int code = errno;
    close(fd);
    return -code;
  }
  return fd;
}

int cairnlinux_hci_manage(void) {
  int fd = socket(family, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);
  if (fd < 0) return -errno;
  struct hci_address address = {family, no_device, management};
  if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0) {
    int code = errno;
    close(fd);
    return -code;
  }
  return fd;
}
