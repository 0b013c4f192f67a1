/* What programs pass that they should not, or of another version. */
#include "scenario.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

static void results(void) {
  for (int32_t i = -20; i < 20; i++) EXPECT(cairn_result_text(i)[0]);
  EXPECT(strcmp(cairn_version(), CAIRN_VERSION) == 0);
  EXPECT(cairn_abilities() != 0);
}

static void missing(void) {
  cairn_location location = {.size = sizeof location};
  cairn_authorization authorization = {.size = sizeof authorization};
  cairn_region region = {.size = sizeof region};
  heard heard = {0};
  cairn_manager_close(NULL);
  EXPECT(cairn_manager_set_options(NULL, NULL) == CAIRN_BAD_ARGUMENT);
  EXPECT(cairn_manager_start(NULL, CAIRN_LOCATIONS) == CAIRN_BAD_ARGUMENT);
  EXPECT(cairn_manager_stop(NULL, CAIRN_LOCATIONS) == CAIRN_BAD_ARGUMENT);
  EXPECT(cairn_manager_request(NULL, NULL) == CAIRN_BAD_ARGUMENT);
  EXPECT(cairn_manager_cancel(NULL, 1) == CAIRN_BAD_ARGUMENT);
  EXPECT(cairn_manager_descriptor(NULL) == CAIRN_BAD_ARGUMENT);
  EXPECT(cairn_manager_process(NULL) == CAIRN_BAD_ARGUMENT);
  EXPECT(cairn_manager_wait(NULL, 0) == CAIRN_BAD_ARGUMENT);
  EXPECT(cairn_manager_last(NULL, &location) == CAIRN_BAD_ARGUMENT);
  EXPECT(cairn_manager_authorization(NULL, &authorization) == CAIRN_BAD_ARGUMENT);
  EXPECT(cairn_manager_plan(NULL, NULL, 0) < 0);
  EXPECT(cairn_manager_region_add(NULL, &region) < 0);
  cairn_manager *manager = open_manager(&heard, NULL);
  EXPECT(cairn_manager_set_options(manager, NULL) == CAIRN_OK);
  EXPECT(cairn_manager_last(manager, NULL) == CAIRN_BAD_ARGUMENT);
  EXPECT(cairn_manager_authorization(manager, NULL) == CAIRN_BAD_ARGUMENT);
  EXPECT(cairn_manager_region_add(manager, NULL) < 0 && cairn_manager_region_remove(manager, NULL) < 0);
  EXPECT(cairn_manager_plan(manager, NULL, 8) < 0);
  EXPECT(cairn_manager_wait(manager, NAN) == CAIRN_BAD_ARGUMENT);
  for (int32_t service = -2; service < 20; service++) {
    int is_one = service >= CAIRN_LOCATIONS && service <= CAIRN_SATELLITES;
    EXPECT(is_one || cairn_manager_start(manager, service) < 0);
    EXPECT(is_one || cairn_manager_stop(manager, service) < 0);
  }
  EXPECT(cairn_manager_cancel(manager, 0) == CAIRN_BAD_ARGUMENT && cairn_manager_cancel(manager, 7) == CAIRN_UNKNOWN);
  cairn_manager_close(manager);
}

static cairn_error refusal_of(const char *of, const void *options, const void *callbacks) {
  cairn_error error = {.size = sizeof error};
  EXPECT(cairn_manager_open(of, options, callbacks, NULL, &error) == NULL);
  EXPECT(error.size == sizeof error && error.severity == CAIRN_FATAL && error.text[0]);
  EXPECT(cairn_manager_open(of, options, callbacks, NULL, NULL) == NULL);
  return error;
}

static void sizes(void) {
  struct {
    cairn_options options;
    double of_a_later_version;
  } longer = {.options = {.size = sizeof longer}};
  cairn_options empty = {0}, huge = {.size = 1 << 20}, shorter = {.size = 24, .heartbeat = NAN};
  cairn_callbacks none = {.size = 8};
  cairn_error cut = {.size = 16, .text = "untouched"};
  EXPECT(strstr(refusal_of(source, &empty, NULL).text, ": size"));
  refusal_of(source, &huge, NULL);
  longer.of_a_later_version = 1;
  EXPECT(strstr(refusal_of(source, &longer.options, NULL).text, "cannot do that"));
  longer.of_a_later_version = 0;
  cairn_manager *manager = cairn_manager_open(source, &longer.options, &none, NULL, NULL);
  EXPECT(manager);
  /* A shorter struct is that of an earlier version: what follows is not looked at. */
  EXPECT(cairn_manager_set_options(manager, &shorter) == CAIRN_OK);
  cairn_location part = {.size = 24, .longitude = 7};
  int32_t result = cairn_manager_last(manager, &part);
  EXPECT(result == CAIRN_UNKNOWN || (part.size == 24 && part.longitude == 7));
  cairn_manager_close(manager);
  EXPECT(!cairn_manager_open(source, &empty, NULL, NULL, &cut) && cut.size == 16);
  EXPECT(strcmp(cut.text, "untouched") == 0);
}

static void values(void) {
  static const double bad[] = {NAN, INFINITY, -INFINITY};
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  for (size_t i = 0; i < 3; i++) {
    for (size_t at = offsetof(cairn_options, desired_accuracy); at < sizeof(cairn_options); at += sizeof(double)) {
      int is_number = at != offsetof(cairn_options, activity) && at < offsetof(cairn_options, heading_orientation);
      cairn_options options = {.size = sizeof options};
      if (!is_number) continue;
      memcpy((char *)&options + at, &bad[i], sizeof bad[i]);
      EXPECT(cairn_manager_set_options(manager, &options) == CAIRN_BAD_ARGUMENT);
      if (at == offsetof(cairn_options, desired_accuracy)) {
        EXPECT(strstr(refusal_of(source, &options, NULL).text, ": desired_accuracy"));
      } else if (at == offsetof(cairn_options, heading_filter)) {
        EXPECT(strstr(refusal_of(source, &options, NULL).text, ": heading_filter"));
      }
    }
    cairn_request request = {.size = sizeof request, .timeout = bad[i]};
    EXPECT(cairn_manager_request(manager, &request) == CAIRN_BAD_ARGUMENT);
  }
  cairn_options options = {.size = sizeof options, .desired_accuracy = -1};
  EXPECT(cairn_manager_set_options(manager, &options) == CAIRN_BAD_ARGUMENT);
  options = (cairn_options){.size = sizeof options, .flags = 1u << 31};
  EXPECT(cairn_manager_set_options(manager, &options) == CAIRN_NOT_SUPPORTED);
  options = (cairn_options){.size = sizeof options, .activity = 99};
  EXPECT(cairn_manager_set_options(manager, &options) == CAIRN_NOT_SUPPORTED);
  options = (cairn_options){.size = sizeof options, .desired_accuracy = 1e300, .interval = 1e300,
                            .distance_filter = 1e300, .unknown_after = -1e300, .maximum_delay = 1e300};
  EXPECT(cairn_manager_set_options(manager, &options) == CAIRN_OK);
  EXPECT(cairn_manager_start(manager, CAIRN_LOCATIONS) == CAIRN_OK);
  cairn_manager_process(manager);
  cairn_manager_close(manager);
}

static void bad_regions(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_location somewhere = {.latitude = 52, .longitude = 13};
  cairn_point centre;
  char name[400];
  memset(name, 'n', sizeof name);
  name[sizeof name - 1] = 0;
  cairn_region region = circle("", &centre, &somewhere, 100);
  EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_BAD_ARGUMENT);
  region.identifier = name;
  EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_BAD_ARGUMENT);
  region.identifier = "\xff\xfe";
  EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_BAD_ARGUMENT);
  region = circle("region", &centre, &somewhere, 100001);
  EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_BAD_ARGUMENT);
  static const double unlikely[] = {-1, 0.2, 0.49, 1, 2};
  for (size_t i = 0; i < sizeof unlikely / sizeof *unlikely; i++) {
    region = circle("region", &centre, &somewhere, 100);
    region.confidence = unlikely[i];
    EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_BAD_ARGUMENT);
  }
  region = circle("region", &centre, &somewhere, 0);
  EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_BAD_ARGUMENT);
  region = circle("region", &centre, &somewhere, 100);
  centre.latitude = 91;
  EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_BAD_ARGUMENT);
  region.points = NULL;
  EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_BAD_ARGUMENT);
  region.shape = CAIRN_POLYGON;
  region.points = &centre;
  EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_BAD_ARGUMENT);
  region.shape = 99;
  EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_NOT_SUPPORTED);
  region = (cairn_region){.size = sizeof region, .shape = CAIRN_BEACON, .identifier = "beacon", .major = 70000};
  EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_BAD_ARGUMENT);
  EXPECT(cairn_manager_region_remove(manager, name) == CAIRN_BAD_ARGUMENT);
  cairn_manager_close(manager);
}

static void bad_sources(void) {
  char longest[200];
  memset(longest, 'x', sizeof longest);
  memcpy(longest, "daemon:", 7);
  longest[sizeof longest - 1] = 0;
  if (!(cairn_abilities() & CAIRN_CAN_OPEN_DEVICES)) {
    EXPECT(strstr(refusal_of("device:", NULL, NULL).text, "libcairn"));
    EXPECT(strstr(refusal_of("/dev/ttyUSB0", NULL, NULL).text, "/dev/ttyUSB0"));
  }
  refusal_of("", NULL, NULL);
  refusal_of(longest, NULL, NULL);
  setenv("CAIRN_SOCKET", "", 1);
  EXPECT(strstr(refusal_of("daemon:", NULL, NULL).text, "CAIRN_SOCKET"));
  setenv("CAIRN_SOCKET", source + strlen("daemon:"), 1);
  cairn_manager *manager = cairn_manager_open(NULL, NULL, NULL, NULL, NULL);
  EXPECT(manager);
  cairn_manager_close(manager);
}

/* The descriptor alone says when there is something to do, and no program that is started gets any. */
static void descriptor(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  struct pollfd waiting = {.fd = cairn_manager_descriptor(manager), .events = POLLIN};
  EXPECT(waiting.fd >= 0);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  while (heard.positions < 3) {
    EXPECT(poll(&waiting, 1, 120000) == 1);
    EXPECT(cairn_manager_process(manager) >= 0);
    EXPECT(cairn_manager_descriptor(manager) == waiting.fd);
  }
  for (int number = 3; number < 64; number++) {
    int flags = fcntl(number, F_GETFD);
    EXPECT(flags < 0 || (flags & FD_CLOEXEC));
  }
  cairn_manager_close(manager);
  EXPECT(fcntl(waiting.fd, F_GETFD) < 0);
}

const scenario argument_scenarios[] = {{"results", results, 0},
                                       {"missing-arguments", missing, 0},
                                       {"sizes-of-structs", sizes, 0},
                                       {"values-out-of-range", values, 0},
                                       {"regions-out-of-range", bad_regions, CAIRN_CAN_REGIONS},
                                       {"sources-of-other-libraries", bad_sources, CAIRN_CAN_USE_DAEMON},
                                       {"descriptor", descriptor, 0},
                                       {0}};
