#include "backend.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct cairn_manager {
  cairn_callbacks callbacks;
  void *context;
  cairn_backend *backend;
  int32_t last_request;
  int32_t calls;    /* callbacks of the present cairn_manager_process() */
  int is_processing;
  int is_closing;
};

/* ---- Structs of any version ---- */

/* Copies what a program passed into a struct of this version. */
static int32_t take(void *known, size_t size, const void *given) {
  uint32_t stated;
  memset(known, 0, size);
  if (!given) return CAIRN_OK;
  memcpy(&stated, given, sizeof stated);
  if (stated < sizeof stated || stated > 65536) return CAIRN_BAD_ARGUMENT;
  for (size_t i = size; i < stated; i++) {
    if (((const unsigned char *)given)[i]) return CAIRN_NOT_SUPPORTED;
  }
  /* A size that ends within a pointer is that of no version. */
  memcpy(known, given, stated < size ? stated / sizeof(void *) * sizeof(void *) : size);
  return CAIRN_OK;
}

/* Copies a struct of this version into that of a program, which has set its size. */
static int32_t give(void *wanted, const void *known, size_t size) {
  uint32_t stated;
  memcpy(&stated, wanted, sizeof stated);
  if (stated < sizeof stated || stated > 65536) return CAIRN_BAD_ARGUMENT;
  uint32_t written = stated < size ? stated : (uint32_t)size;
  memcpy(wanted, known, written);
  memcpy(wanted, &written, sizeof written);
  return CAIRN_OK;
}

static void copy_text(char *to, size_t size, const char *from) {
  size_t length = strlen(from);
  if (length >= size) {
    length = size - 1;
    while (length > 0 && ((unsigned char)from[length] & 0xC0) == 0x80) length--;
  }
  memcpy(to, from, length);
  memset(to + length, 0, size - length);
}

void cairn_fill_error(cairn_error *error, int32_t code, int32_t severity, int32_t system_error, const char *provider,
                      const char *text) {
  error->size = sizeof *error;
  error->code = code;
  error->severity = severity;
  error->system_error = system_error;
  error->service = 0;
  error->reserved = 0;
  copy_text(error->provider, sizeof error->provider, provider ? provider : "");
  copy_text(error->text, sizeof error->text, text);
}

void cairn_blank_location(cairn_location *location) {
  memset(location, 0, sizeof *location);
  location->size = sizeof *location;
  double *numbers[] = {&location->latitude, &location->longitude, &location->horizontal_accuracy, &location->altitude,
                       &location->ellipsoidal_altitude, &location->vertical_accuracy, &location->speed,
                       &location->speed_accuracy, &location->course, &location->course_accuracy,
                       &location->vertical_speed, &location->ellipse_major, &location->ellipse_minor,
                       &location->ellipse_orientation, &location->hdop, &location->correction_age};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) *numbers[i] = NAN;
  location->floor = CAIRN_NO_FLOOR;
}

/* ---- What is sensible ---- */

static int is_finite(const double *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(numbers[i])) return 0;
  }
  return 1;
}

static int is_accuracy(double value) {
  return value >= 0 || value == CAIRN_ACCURACY_NAVIGATION || value == CAIRN_ACCURACY_REDUCED;
}

/* Names the field that is wrong, if it is one. */
static int32_t take_options(cairn_options *options, const cairn_options *given, const char **field) {
  /* In the order of the struct, in which all of them but the first are numbers. */
  static const char names[] = "desired_accuracy\0distance_filter\0interval\0minimum_interval\0heartbeat\0"
                              "maximum_delay\0maximum_cached_age\0unknown_after\0worst_acceptable_accuracy\0"
                              "power_budget\0significant_distance\0significant_interval\0visit_radius\0"
                              "visit_minimum_stay\0heading_filter";
  *field = "size";
  int32_t result = take(options, sizeof *options, given);
  if (result) return result;
  const char *name = names;
  for (const double *number = &options->desired_accuracy; number <= &options->heading_filter; number++) {
    if ((const void *)number == &options->activity) continue;
    *field = name;
    name += strlen(name) + 1;
    if (!isfinite(*number) || (*field == names && !is_accuracy(*number))) return CAIRN_BAD_ARGUMENT;
  }
  *field = "activity";
  if (options->activity > CAIRN_ACTIVITY_STATIONARY) return CAIRN_NOT_SUPPORTED;
  *field = "heading_orientation";
  if (options->heading_orientation > CAIRN_LANDSCAPE_RIGHT) return CAIRN_NOT_SUPPORTED;
  *field = "flags";
  if (options->flags & ~(uint32_t)(CAIRN_PAUSES | CAIRN_OPPORTUNISTIC | CAIRN_RAW)) return CAIRN_NOT_SUPPORTED;
  *field = "requirements";
  return options->requirements & ~(uint32_t)0xFF ? CAIRN_NOT_SUPPORTED : CAIRN_OK;
}

static int32_t take_request(cairn_request *request, const cairn_request *given) {
  int32_t result = take(request, sizeof *request, given);
  if (result) return result;
  if (!is_finite(&request->desired_accuracy, 4) || !is_accuracy(request->desired_accuracy)) return CAIRN_BAD_ARGUMENT;
  return CAIRN_OK;
}

static int is_point(const cairn_point *point) {
  return isfinite(point->latitude) && isfinite(point->longitude) && fabs(point->latitude) <= 90 &&
         fabs(point->longitude) <= 180;
}

static int is_identifier(const char *identifier) {
  if (!identifier) return 0;
  size_t length = strnlen(identifier, 256);
  return length > 0 && length < 256;
}

static int32_t take_region(cairn_region *region, const cairn_region *given) {
  static const size_t fewest[] = {1, 3, 2, 0};
  static const double largest[] = {100000, INFINITY, 200000, INFINITY}; /* metres */
  if (!given) return CAIRN_BAD_ARGUMENT;
  int32_t result = take(region, sizeof *region, given);
  if (result) return result;
  if (region->shape > CAIRN_BEACON) return CAIRN_NOT_SUPPORTED;
  if (!is_identifier(region->identifier) || !is_finite(&region->extent, 6) || region->state > CAIRN_OUTSIDE ||
      (region->confidence != 0 && !(region->confidence >= 0.5 && region->confidence < 1)) ||
      region->extent > largest[region->shape]) {
    return CAIRN_BAD_ARGUMENT;
  }
  if (region->flags & ~(uint32_t)(CAIRN_QUIET_ENTRY | CAIRN_QUIET_EXIT)) return CAIRN_NOT_SUPPORTED;
  if (region->shape == CAIRN_BEACON) {
    int in_range = region->major >= CAIRN_ANY && region->major <= 65535 && region->minor >= CAIRN_ANY &&
                   region->minor <= 65535;
    return in_range ? CAIRN_OK : CAIRN_BAD_ARGUMENT;
  }
  if (region->count < fewest[region->shape] || (region->shape == CAIRN_CIRCLE && region->count != 1) ||
      !region->points || (region->shape != CAIRN_POLYGON && region->extent <= 0)) {
    return CAIRN_BAD_ARGUMENT;
  }
  if (region->count > 65536) return CAIRN_TOO_MANY;
  for (size_t i = 0; i < region->count; i++) {
    if (!is_point(&region->points[i])) return CAIRN_BAD_ARGUMENT;
  }
  return CAIRN_OK;
}

/* ---- The interface ---- */

const char *cairn_result_text(int32_t result) {
  switch (result) {
  case CAIRN_OK: return "no error";
  case CAIRN_BAD_ARGUMENT: return "a pointer is missing, a size is wrong, or a value is outside of its range";
  case CAIRN_NOT_SUPPORTED: return "this library cannot do that: see cairn_abilities()";
  case CAIRN_NO_MEMORY: return "there is not enough memory";
  case CAIRN_UNKNOWN: return "there is nothing to return yet, or nothing of that name";
  case CAIRN_TOO_MANY: return "there is no room for more regions, points or requests";
  case CAIRN_SYSTEM: return "the operating system refused something: see errno";
  case CAIRN_IN_CALLBACK: return "callbacks are being made: call it when the callback has returned";
  default: return result > 0 ? "no error" : "an unknown result";
  }
}

const char *cairn_version(void) { return CAIRN_VERSION; }

uint32_t cairn_abilities(void) { return cairn_backend_abilities; }

static cairn_manager *refuse(cairn_error *error, const cairn_error *reason) {
  if (error) give(error, reason, sizeof *reason);
  return NULL;
}

static cairn_manager *refuse_result(cairn_error *error, int32_t result, const char *field) {
  cairn_error reason;
  char text[160];
  snprintf(text, sizeof text, *field ? "%s: %s" : "%s", cairn_result_text(result), field);
  cairn_fill_error(&reason, CAIRN_ERROR_INVALID_CONFIGURATION, CAIRN_FATAL, 0, NULL, text);
  return refuse(error, &reason);
}

cairn_manager *cairn_manager_open(const char *source, const cairn_options *options,
                                  const cairn_callbacks *callbacks, void *context, cairn_error *error) {
  cairn_options wanted;
  cairn_error reason;
  const char *field;
  int32_t result = take_options(&wanted, options, &field);
  if (result) return refuse_result(error, result, field);
  cairn_manager *manager = calloc(1, sizeof *manager);
  if (!manager) return refuse_result(error, CAIRN_NO_MEMORY, "");
  result = take(&manager->callbacks, sizeof manager->callbacks, callbacks);
  if (result) {
    free(manager);
    return refuse_result(error, result, "callbacks");
  }
  memset(&reason, 0, sizeof reason);
  manager->context = context;
  manager->backend = cairn_backend_open(manager, source, &wanted, &reason);
  if (manager->backend) return manager;
  free(manager);
  return refuse(error, &reason);
}

void cairn_manager_close(cairn_manager *manager) {
  if (!manager) return;
  manager->is_closing = 1;
  if (manager->is_processing) return;
  cairn_backend_close(manager->backend);
  free(manager);
}

/* Whether a program may use the manager: after it has closed it in a callback, it may not. */
static int is_open(const cairn_manager *manager) { return manager && !manager->is_closing; }

int32_t cairn_manager_set_options(cairn_manager *manager, const cairn_options *options) {
  cairn_options wanted;
  if (!is_open(manager)) return CAIRN_BAD_ARGUMENT;
  const char *field;
  int32_t result = take_options(&wanted, options, &field);
  return result ? result : cairn_backend_set_options(manager->backend, &wanted);
}

static int32_t check_service(const cairn_manager *manager, int32_t service) {
  static const uint32_t needed[] = {0, CAIRN_CAN_SIGNIFICANT_CHANGES, CAIRN_CAN_VISITS, CAIRN_CAN_HEADINGS,
                                    CAIRN_CAN_SATELLITES};
  if (!is_open(manager) || service < CAIRN_LOCATIONS) return CAIRN_BAD_ARGUMENT;
  if (service > CAIRN_SATELLITES) return CAIRN_NOT_SUPPORTED;
  uint32_t ability = needed[service - 1];
  return (cairn_backend_abilities & ability) == ability ? CAIRN_OK : CAIRN_NOT_SUPPORTED;
}

int32_t cairn_manager_start(cairn_manager *manager, int32_t service) {
  int32_t result = check_service(manager, service);
  return result ? result : cairn_backend_start(manager->backend, service);
}

int32_t cairn_manager_stop(cairn_manager *manager, int32_t service) {
  int32_t result = check_service(manager, service);
  return result ? result : cairn_backend_stop(manager->backend, service);
}

int32_t cairn_manager_request(cairn_manager *manager, const cairn_request *request) {
  cairn_request wanted;
  if (!is_open(manager)) return CAIRN_BAD_ARGUMENT;
  int32_t result = take_request(&wanted, request);
  if (result) return result;
  if (manager->last_request == INT32_MAX) return CAIRN_TOO_MANY;
  result = cairn_backend_request(manager->backend, manager->last_request + 1, &wanted);
  return result ? result : ++manager->last_request;
}

int32_t cairn_manager_cancel(cairn_manager *manager, int32_t request) {
  if (!is_open(manager) || request <= 0) return CAIRN_BAD_ARGUMENT;
  return cairn_backend_cancel(manager->backend, request);
}

int32_t cairn_manager_descriptor(const cairn_manager *manager) {
  return is_open(manager) ? cairn_backend_descriptor(manager->backend) : CAIRN_BAD_ARGUMENT;
}

int32_t cairn_manager_process(cairn_manager *manager) {
  if (!is_open(manager)) return CAIRN_BAD_ARGUMENT;
  if (manager->is_processing) return CAIRN_IN_CALLBACK;
  manager->is_processing = 1;
  manager->calls = 0;
  cairn_backend_process(manager->backend);
  int32_t calls = manager->calls;
  manager->is_processing = 0;
  if (manager->is_closing) cairn_manager_close(manager);
  return calls;
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int32_t cairn_manager_wait(cairn_manager *manager, double seconds) {
  if (!is_open(manager) || isnan(seconds)) return CAIRN_BAD_ARGUMENT;
  double end = seconds_now() + seconds;
  for (;;) {
    int32_t calls = cairn_manager_process(manager);
    if (calls) return calls; /* or why there are none */
    double rest = seconds < 0 ? -1 : end - seconds_now();
    if (seconds >= 0 && rest <= 0) return 0;
    struct pollfd waiting = {.fd = cairn_backend_descriptor(manager->backend), .events = POLLIN};
    int timeout = rest < 0 ? -1 : rest > 86400 ? 86400000 : (int)(rest * 1000) + 1;
    if (poll(&waiting, 1, timeout) < 0) return errno == EINTR ? 0 : CAIRN_SYSTEM;
  }
}

int32_t cairn_manager_last(const cairn_manager *manager, cairn_location *location) {
  cairn_location known;
  if (!is_open(manager) || !location) return CAIRN_BAD_ARGUMENT;
  int32_t result = cairn_backend_last(manager->backend, &known);
  return result ? result : give(location, &known, sizeof known);
}

int32_t cairn_manager_authorization(const cairn_manager *manager, cairn_authorization *authorization) {
  cairn_authorization known;
  if (!is_open(manager) || !authorization) return CAIRN_BAD_ARGUMENT;
  int32_t result = cairn_backend_authorization(manager->backend, &known);
  return result ? result : give(authorization, &known, sizeof known);
}

static int32_t check_regions(const cairn_manager *manager) {
  if (!is_open(manager)) return CAIRN_BAD_ARGUMENT;
  return cairn_backend_abilities & CAIRN_CAN_REGIONS ? CAIRN_OK : CAIRN_NOT_SUPPORTED;
}

int32_t cairn_manager_region_add(cairn_manager *manager, const cairn_region *region) {
  cairn_region wanted;
  int32_t result = check_regions(manager);
  if (!result) result = take_region(&wanted, region);
  return result ? result : cairn_backend_region_add(manager->backend, &wanted);
}

int32_t cairn_manager_region_remove(cairn_manager *manager, const char *identifier) {
  int32_t result = check_regions(manager);
  if (!result && !is_identifier(identifier)) result = CAIRN_BAD_ARGUMENT;
  return result ? result : cairn_backend_region_remove(manager->backend, identifier);
}

int32_t cairn_manager_region_state(cairn_manager *manager, const char *identifier) {
  int32_t result = check_regions(manager);
  if (!result && !is_identifier(identifier)) result = CAIRN_BAD_ARGUMENT;
  return result ? result : cairn_backend_region_state(manager->backend, identifier);
}

int32_t cairn_manager_plan(const cairn_manager *manager, char *text, size_t size) {
  if (!is_open(manager) || (!text && size > 0)) return CAIRN_BAD_ARGUMENT;
  if (!(cairn_backend_abilities & CAIRN_CAN_PLAN)) return CAIRN_NOT_SUPPORTED;
  return cairn_backend_plan(manager->backend, text, size);
}

/* ---- Callbacks ---- */

int cairn_is_closing(const cairn_manager *manager) { return manager->is_closing; }

int cairn_wants_satellites(const cairn_manager *manager) { return manager->callbacks.satellites != NULL; }

/* Calls the program, if it has a function for that and the manager is open. */
#define TELL(name, ...)                                                                   \
  do {                                                                                    \
    if (!manager->is_closing && manager->callbacks.name) {                                \
      manager->calls++;                                                                   \
      manager->callbacks.name(__VA_ARGS__);                                               \
    }                                                                                     \
  } while (0)

void cairn_tell_locations(cairn_manager *manager, const cairn_location *const *locations, size_t count) {
  TELL(locations, manager->context, locations, count);
}

void cairn_tell_failed(cairn_manager *manager, const cairn_error *error) { TELL(failed, manager->context, error); }

void cairn_tell_paused(cairn_manager *manager, int is_paused) { TELL(paused, manager->context, is_paused); }

void cairn_tell_answered(cairn_manager *manager, int32_t request, const cairn_location *location,
                         const cairn_error *error) {
  TELL(answered, manager->context, request, location, error);
}

void cairn_tell_visited(cairn_manager *manager, const cairn_visit *visit) { TELL(visited, manager->context, visit); }

void cairn_tell_heading(cairn_manager *manager, const cairn_heading *heading) {
  TELL(heading, manager->context, heading);
}

void cairn_tell_satellites(cairn_manager *manager, const cairn_sky *sky) { TELL(satellites, manager->context, sky); }

void cairn_tell_region(cairn_manager *manager, const cairn_region_event *event) {
  TELL(region, manager->context, event);
}

void cairn_tell_authorized(cairn_manager *manager, const cairn_authorization *authorization) {
  TELL(authorized, manager->context, authorization);
}

void cairn_tell_planned(cairn_manager *manager) { TELL(planned, manager->context); }
