#include "port.h"

int64_t port_now(void) { return cairnlinux_clock_boot(); }

int64_t port_utc(void) {
  // A board without a real-time clock starts at 1970 or at its firmware's build date.
  const int64_t year_2024 = (int64_t)1704067200 * 1000000000;
  int64_t now = cairnlinux_clock_realtime();
  return now >= year_2024 ? now : 0;
}
