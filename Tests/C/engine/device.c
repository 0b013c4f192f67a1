/*
 * Receivers of the library's own, at a pseudo-terminal below a link: shared by managers, unplugged, plugged in again, busy,
 * forbidden, recorded, and the end of a manager that has one. usage: device FOLDER. Returns 0 if all is right.
 */
#include "../core/terminal.h"

#include <math.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "cairn.h"

/* Seconds after which a scenario has failed, on however busy a machine. */
#define LIMIT 120

struct heard {
  int positions, failures, answers, skies, used;
  uint32_t flags;
  cairn_error error;
  cairn_location answer;
};

static char link_path[256], record_path[256];
static pthread_t program;

#define CHECK(condition)                                                 \
  do {                                                                   \
    if (!(condition)) {                                                  \
      fprintf(stderr, "device: line %d: not %s\n", __LINE__, #condition); \
      exit(1);                                                           \
    }                                                                    \
  } while (0)

/* ---- Callbacks, which come on the program's thread alone ---- */

static void located(void *context, const cairn_location *const *locations, size_t count) {
  struct heard *heard = context;
  CHECK(pthread_equal(program, pthread_self()));
  heard->positions += (int)count;
  heard->flags |= locations[count - 1]->flags;
}

static void failed(void *context, const cairn_error *error) {
  struct heard *heard = context;
  CHECK(pthread_equal(program, pthread_self()));
  heard->failures++;
  heard->error = *error;
}

static void answered(void *context, int32_t request, const cairn_location *location, const cairn_error *error) {
  struct heard *heard = context;
  (void)request, (void)error;
  CHECK(pthread_equal(program, pthread_self()));
  heard->answers++;
  if (location) heard->answer = *location;
}

static void seen(void *context, const cairn_sky *sky) {
  struct heard *heard = context;
  CHECK(pthread_equal(program, pthread_self()));
  heard->skies++;
  heard->used = 0;
  for (uint32_t i = 0; i < sky->count; i++) heard->used += sky->satellites[i]->is_used;
}

static cairn_manager *open_manager(struct heard *heard, const char *source) {
  cairn_callbacks callbacks = {.size = sizeof callbacks, .locations = located, .failed = failed, .answered = answered,
                               .satellites = seen};
  cairn_error error = {.size = sizeof error};
  memset(heard, 0, sizeof *heard);
  cairn_manager *manager = cairn_manager_open(source, NULL, &callbacks, heard, &error);
  if (!manager) fprintf(stderr, "device: %s: %s\n", source, error.text);
  CHECK(manager);
  return manager;
}

/* ---- The receiver ---- */

static int sentence(char *text, size_t size, const char *body) {
  unsigned char sum = 0;
  for (const char *at = body; *at; at++) sum ^= (unsigned char)*at;
  return snprintf(text, size, "$%s*%02X\r\n", body, sum);
}

/* One epoch: the present second, and the next one with each call. */
static int epoch(char *text, size_t size) {
  static time_t second;
  struct tm utc;
  char body[5][128], clock[16], date[16];
  second = second ? second + 1 : time(NULL);
  gmtime_r(&second, &utc);
  strftime(clock, sizeof clock, "%H%M%S.00", &utc);
  strftime(date, sizeof date, "%d%m%y", &utc);
  snprintf(body[0], 128, "GPRMC,%s,A,4807.03801,N,01131.00012,E,000.1,084.4,%s,,,A", clock, date);
  snprintf(body[1], 128, "GPGGA,%s,4807.03801,N,01131.00012,E,1,05,0.9,545.4,M,46.9,M,,", clock);
  snprintf(body[2], 128, "GPGSA,A,3,01,02,03,04,05,,,,,,,,1.8,0.9,1.5");
  snprintf(body[3], 128, "GPGSV,2,1,05,01,70,010,45,02,60,100,44,03,50,200,43,04,40,300,42");
  snprintf(body[4], 128, "GPGSV,2,2,05,05,30,050,41");
  int length = 0;
  for (int i = 0; i < 5; i++) length += sentence(text + length, size - (size_t)length, body[i]);
  return length;
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
  terminal->master = -1;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Lets the receiver send, if there is one, and makes callbacks, until the count is reached. */
static void wait_for(cairn_manager *manager, const struct terminal *terminal, const int *count, int wanted, int line) {
  double end = seconds() + LIMIT, next = 0;
  while (*count < wanted) {
    if (seconds() > end) fprintf(stderr, "device: line %d: %d of %d\n", line, *count, wanted);
    CHECK(seconds() < end);
    if (terminal && seconds() > next) {
      char text[1024];
      int length = epoch(text, sizeof text);
      /* What nobody reads is lost, as on a line. */
      if (write(terminal->master, text, (size_t)length) < 0 && errno != EAGAIN) stop("write");
      forget_output(terminal);
      next = seconds() + 0.2;
    }
    CHECK(cairn_manager_wait(manager, 0.02) >= 0);
  }
}
#define WAIT(manager, terminal, count, wanted) wait_for(manager, terminal, count, wanted, __LINE__)

/* ---- Scenarios ---- */

static void check_service(void) {
  struct heard first, second;
  char source[300];
  struct terminal terminal = plug_in();
  snprintf(source, sizeof source, "device:%s", link_path);
  cairn_manager *manager = open_manager(&first, source), *other = open_manager(&second, terminal.path);
  CHECK(cairn_manager_start(manager, CAIRN_LOCATIONS) == CAIRN_OK);
  CHECK(cairn_manager_start(other, CAIRN_LOCATIONS) == CAIRN_OK);
  CHECK(cairn_manager_start(manager, CAIRN_SATELLITES) == CAIRN_OK);
  /* Both managers share the port, although it has two names. */
  WAIT(manager, &terminal, &first.positions, 2);
  WAIT(other, &terminal, &second.positions, 2);
  CHECK(first.failures == 0 && second.failures == 0);
  WAIT(manager, &terminal, &first.used, 4);
  CHECK(cairn_manager_stop(manager, CAIRN_SATELLITES) == CAIRN_OK);
  int skies = first.skies, so_far = first.positions;
  WAIT(manager, &terminal, &first.positions, so_far + 3);
  CHECK(first.skies == skies);
  cairn_manager_close(other);
  so_far = first.positions;
  WAIT(manager, &terminal, &first.positions, so_far + 1);
  CHECK(cairn_manager_request(manager, NULL) == 1);
  WAIT(manager, &terminal, &first.answers, 1);
  CHECK(fabs(first.answer.latitude - 48.117300) < 1e-4);
  /* Unplugged, and back, perhaps under another name. */
  unplug(&terminal);
  unlink(link_path);
  WAIT(manager, NULL, &first.failures, 1);
  CHECK(first.error.code == CAIRN_ERROR_PROVIDER_LOST && first.error.severity != CAIRN_FATAL);
  CHECK(strcmp(first.error.provider, "gnss") == 0 && strstr(first.error.text, "waiting for it"));
  so_far = first.positions;
  terminal = plug_in();
  WAIT(manager, &terminal, &first.positions, so_far + 3);
  CHECK(first.failures == 1);
  cairn_manager_close(manager);
  unplug(&terminal);
}

/* Who closes and opens again finds the receiver free. */
static void check_again(void) {
  struct heard heard;
  struct terminal terminal = plug_in();
  for (int i = 0; i < 3; i++) {
    cairn_manager *manager = open_manager(&heard, link_path);
    cairn_manager_start(manager, CAIRN_LOCATIONS);
    WAIT(manager, &terminal, &heard.positions, 1);
    CHECK(heard.failures == 0);
    cairn_manager_close(manager);
    if (flock(terminal.slave, LOCK_EX | LOCK_NB) < 0) stop("the receiver is not free");
    flock(terminal.slave, LOCK_UN);
  }
  unplug(&terminal);
}

static void check_busy(void) {
  struct heard heard, later;
  struct terminal terminal = plug_in();
  if (flock(terminal.slave, LOCK_EX | LOCK_NB) < 0) stop("flock");
  cairn_manager *manager = open_manager(&heard, link_path);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  WAIT(manager, NULL, &heard.failures, 1);
  CHECK(heard.error.code == CAIRN_ERROR_DEVICE_BUSY && heard.error.system_error == EBUSY);
  CHECK(strstr(heard.error.text, "stop it first") && strstr(heard.error.text, link_path));
  /* One that comes later is told as well; its request ends in time, and says why. */
  cairn_manager *other = open_manager(&later, link_path);
  cairn_request request = {.size = sizeof request, .timeout = 0.5};
  cairn_manager_start(other, CAIRN_LOCATIONS);
  CHECK(cairn_manager_request(other, &request) == 1);
  WAIT(other, NULL, &later.failures, 1);
  CHECK(later.error.code == CAIRN_ERROR_DEVICE_BUSY);
  WAIT(other, NULL, &later.answers, 1);
  cairn_manager_close(other);
  flock(terminal.slave, LOCK_UN);
  WAIT(manager, &terminal, &heard.positions, 1);
  cairn_manager_close(manager);
  unplug(&terminal);
}

static void check_forbidden(void) {
  struct heard heard;
  struct terminal terminal = plug_in();
  if (chmod(terminal.path, 0) < 0) stop("chmod");
  if (geteuid() == 0 && seteuid(65534) < 0) stop("seteuid");
  cairn_manager *manager = open_manager(&heard, link_path);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  WAIT(manager, NULL, &heard.failures, 1);
  CHECK(heard.error.code == CAIRN_ERROR_DEVICE_PERMISSION && heard.error.system_error == EACCES);
  CHECK(strstr(heard.error.text, link_path));
  cairn_manager_close(manager);
  if (getuid() == 0 && seteuid(0) < 0) stop("seteuid");
  unplug(&terminal);
}

/* Each manager reads a recording anew. */
static void check_recording(void) {
  struct heard heard;
  char text[1024], source[300];
  FILE *record = fopen(record_path, "w");
  if (!record) stop(record_path);
  for (int i = 0; i < 60; i++) fwrite(text, 1, (size_t)epoch(text, sizeof text), record);
  fclose(record);
  snprintf(source, sizeof source, "file:%s", record_path);
  for (int i = 0; i < 2; i++) {
    cairn_manager *manager = open_manager(&heard, source);
    cairn_manager_start(manager, CAIRN_LOCATIONS);
    WAIT(manager, NULL, &heard.positions, 1);
    CHECK(heard.flags & CAIRN_REPLAYED);
    cairn_manager_close(manager);
  }
}

/* Without a daemon, NULL stands for receivers that are found: at most machines that test, there is none. */
static void check_nothing(void) {
  struct heard heard;
  setenv("CAIRN_SOCKET", "/nonexistent/socket", 1);
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  double end = seconds() + LIMIT;
  while (heard.failures == 0 && heard.positions == 0 && seconds() < end) cairn_manager_wait(manager, 1);
  CHECK(heard.positions > 0 || heard.error.code == CAIRN_ERROR_NO_PROVIDER);
  CHECK(!strstr(heard.error.text, "daemon"));
  cairn_manager_close(manager);
  setenv("CAIRN_SOCKET", "", 1);
  cairn_manager_close(open_manager(&heard, NULL));
}

/* A program that has no descriptors left is told so, and goes on. */
static void check_descriptors(void) {
  struct rlimit usual, few;
  cairn_manager *managers[16];
  cairn_error error = {.size = sizeof error};
  char path[32];
  int count = 0;
  if (getrlimit(RLIMIT_NOFILE, &usual) < 0) stop("getrlimit");
  few = usual;
  for (few.rlim_cur = 8; few.rlim_cur <= 64; few.rlim_cur += 8) {
    if (setrlimit(RLIMIT_NOFILE, &few) < 0) stop("setrlimit");
    for (count = 0; count < 16; count++) {
      snprintf(path, sizeof path, "/dev/nothing-%d", count);
      managers[count] = cairn_manager_open(path, NULL, NULL, NULL, &error);
      if (!managers[count]) break;
      cairn_manager_start(managers[count], CAIRN_LOCATIONS);
      cairn_manager_process(managers[count]);
    }
    CHECK(count < 16 && error.code == CAIRN_ERROR_NO_PROVIDER && error.severity == CAIRN_FATAL);
    CHECK(error.system_error == EMFILE && strstr(error.text, "ulimit -n"));
    for (int i = 0; i < count; i++) cairn_manager_close(managers[i]);
  }
  CHECK(count > 0);
  if (setrlimit(RLIMIT_NOFILE, &usual) < 0) stop("setrlimit");
}

static void check_sources(void) {
  static const char *const wrong[] = {"", "device:/", "/tmp", "tcp://", "tcp://host:99999", "gpsd://host", "file:"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    cairn_error error = {.size = sizeof error};
    CHECK(!cairn_manager_open(wrong[i], NULL, NULL, NULL, &error));
    CHECK(error.code == CAIRN_ERROR_INVALID_CONFIGURATION && error.severity == CAIRN_FATAL && error.text[0]);
  }
}

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: device FOLDER\n"), 2;
  snprintf(link_path, sizeof link_path, "%s/receiver", arguments[1]);
  snprintf(record_path, sizeof record_path, "%s/record", arguments[1]);
  program = pthread_self();
  check_descriptors();
  check_sources();
  check_service();
  check_again();
  check_busy();
  check_forbidden();
  check_recording();
  check_nothing();
  return 0;
}
