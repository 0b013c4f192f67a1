/*
 * A receiver that comes and goes, at a pseudo-terminal below a link, as cairn-core tells of it: first fix, two managers,
 * unplugged, plugged in again, busy, forbidden. The clock is set by hand. Prints nothing and returns 0 if all is right.
 */
#include "terminal.h"

#include <sys/file.h>
#include <sys/stat.h>

#include "cairn.h"
#include "clock.h"

#define SECOND 1000000000LL

struct heard {
  int positions, answers;
  cairn_error error;
  cairn_location answer;
};

static char link_path[256];

#define CHECK(condition)                                                 \
  do {                                                                   \
    if (!(condition)) {                                                  \
      fprintf(stderr, "device: line %d: not %s\n", __LINE__, #condition); \
      return 1;                                                          \
    }                                                                    \
  } while (0)

static void located(void *context, const cairn_location *const *locations, size_t count) {
  (void)locations;
  ((struct heard *)context)->positions += (int)count;
}

static void failed(void *context, const cairn_error *error) { ((struct heard *)context)->error = *error; }

static void answered(void *context, int32_t request, const cairn_location *location, const cairn_error *error) {
  (void)request, (void)error;
  struct heard *heard = context;
  heard->answers++;
  if (location) heard->answer = *location;
}

static cairn_manager *open_manager(struct heard *heard, const char *path) {
  cairn_callbacks callbacks = {.size = sizeof callbacks, .locations = located, .failed = failed, .answered = answered};
  memset(heard, 0, sizeof *heard);
  return cairn_manager_open(path, NULL, &callbacks, heard, NULL);
}

/* Lets time pass in small steps. */
static void pass(cairn_manager *manager, int64_t time) {
  for (int64_t step = 0; step < time; step += SECOND / 100) {
    test_now += SECOND / 100;
    cairn_manager_process(manager);
  }
}

/* One epoch of a receiver, at 12:35:10 and `second`. */
static void send_epoch(const struct terminal *terminal, int second) {
  char text[256], sentences[2][128];
  snprintf(sentences[0], 128, "GPRMC,1235%02d.00,A,4807.03801,N,01131.00012,E,000.4,084.4,230326,,,A", second);
  snprintf(sentences[1], 128, "GPGGA,1235%02d.00,4807.03801,N,01131.00012,E,1,08,0.9,545.4,M,46.9,M,,", second);
  int length = 0;
  for (int i = 0; i < 2; i++) {
    unsigned char sum = 0;
    for (const char *at = sentences[i]; *at; at++) sum ^= (unsigned char)*at;
    length += snprintf(text + length, sizeof text - (size_t)length, "$%s*%02X\r\n", sentences[i], sum);
  }
  send_bytes(terminal, text, length);
}

/* A pseudo-terminal behind the link. */
static struct terminal plug_in(void) {
  struct terminal terminal = open_terminal();
  unlink(link_path);
  if (symlink(terminal.path, link_path) < 0) stop(link_path);
  return terminal;
}

static void unplug(struct terminal *terminal) {
  close(terminal->slave);
  close(terminal->master);
}

static int check_service(void) {
  struct heard first, second;
  struct terminal terminal = plug_in();
  cairn_manager *manager = open_manager(&first, link_path), *other = open_manager(&second, terminal.path);
  CHECK(manager && other);
  CHECK(cairn_manager_start(manager, CAIRN_LOCATIONS) == CAIRN_OK);
  CHECK(cairn_manager_start(other, CAIRN_LOCATIONS) == CAIRN_OK);
  // The first fix is told with its epoch, not one later; both managers share one port.
  pass(manager, SECOND);
  send_epoch(&terminal, 10);
  pass(manager, SECOND / 2);
  cairn_manager_process(other);
  CHECK(first.positions == 1 && second.positions == 1);
  CHECK(first.error.size == 0 && second.error.size == 0);
  cairn_manager_close(other);
  forget_output(&terminal);
  // One position, which the last one answers at once.
  int32_t request = cairn_manager_request(manager, NULL);
  cairn_manager_process(manager);
  CHECK(request > 0 && first.answers == 1 && first.answer.flags & CAIRN_CACHED);
  // Unplugged.
  unplug(&terminal);
  pass(manager, SECOND / 10);
  CHECK(first.error.code == CAIRN_ERROR_PROVIDER_LOST && first.error.severity == CAIRN_TRANSIENT);
  CHECK(strstr(first.error.text, link_path));
  unlink(link_path);
  pass(manager, 3 * SECOND);
  // And back, perhaps under another name.
  int before = first.positions;
  terminal = plug_in();
  pass(manager, 2 * SECOND);
  for (int second_of_minute = 20; second_of_minute < 23; second_of_minute++) {
    send_epoch(&terminal, second_of_minute);
    pass(manager, SECOND);
    forget_output(&terminal);
  }
  CHECK(first.positions >= before + 3);
  cairn_manager_close(manager);
  unplug(&terminal);
  return 0;
}

static int check_busy(void) {
  struct heard heard;
  struct terminal terminal = plug_in();
  if (flock(terminal.slave, LOCK_EX | LOCK_NB) < 0) stop("flock");
  cairn_manager *manager = open_manager(&heard, link_path);
  CHECK(manager && cairn_manager_start(manager, CAIRN_LOCATIONS) == CAIRN_OK);
  cairn_manager_process(manager);
  CHECK(heard.error.code == CAIRN_ERROR_DEVICE_BUSY && heard.error.system_error == EBUSY);
  CHECK(strstr(heard.error.text, "another program holds it"));
  // It is tried again, and a manager that comes later is told as well.
  struct heard later;
  cairn_manager *other = open_manager(&later, link_path);
  CHECK(other && cairn_manager_start(other, CAIRN_LOCATIONS) == CAIRN_OK);
  cairn_manager_process(other);
  CHECK(later.error.code == CAIRN_ERROR_DEVICE_BUSY);
  cairn_manager_close(other);
  flock(terminal.slave, LOCK_UN);
  pass(manager, 3 * SECOND);
  send_epoch(&terminal, 30);
  pass(manager, SECOND);
  CHECK(heard.positions == 1);
  cairn_manager_close(manager);
  unplug(&terminal);
  return 0;
}

static int check_forbidden(void) {
  struct heard heard;
  struct terminal terminal = plug_in();
  if (chmod(terminal.path, 0) < 0) stop("chmod");
  if (geteuid() == 0 && seteuid(65534) < 0) stop("seteuid");
  cairn_manager *manager = open_manager(&heard, link_path);
  CHECK(manager && cairn_manager_start(manager, CAIRN_LOCATIONS) == CAIRN_OK);
  cairn_manager_process(manager);
  CHECK(heard.error.code == CAIRN_ERROR_DEVICE_PERMISSION && heard.error.system_error == EACCES);
  CHECK(strstr(heard.error.text, link_path));
  cairn_manager_close(manager);
  if (getuid() == 0 && seteuid(0) < 0) stop("seteuid");
  unplug(&terminal);
  return 0;
}

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: device FOLDER\n"), 2;
  snprintf(link_path, sizeof link_path, "%s/receiver", arguments[1]);
  return check_service() || check_busy() || check_forbidden();
}
