#include "client.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

const uint32_t cairn_backend_abilities = CAIRN_CAN_USE_DAEMON | CAIRN_CAN_SIGNIFICANT_CHANGES | CAIRN_CAN_VISITS |
                                         CAIRN_CAN_HEADINGS | CAIRN_CAN_SATELLITES | CAIRN_CAN_REGIONS |
                                         CAIRN_CAN_PLAN;

int64_t client_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

uint32_t client_new_id(cairn_backend *backend) {
  for (;;) {
    uint32_t id = ++backend->last_id;
    int is_taken = id == 0 || id == backend->regions_id;
    for (size_t i = 0; i < SERVICES; i++) {
      is_taken |= backend->services[i].wanted == id || backend->services[i].told == id;
    }
    for (size_t i = 0; i < REQUESTS; i++) is_taken |= backend->requests[i].id == id;
    if (!is_taken) return id;
  }
}

/* ---- What is due without a word of the daemon ---- */

int client_runs(const cairn_backend *backend) {
  int runs = backend->wants_satellites || backend->regions;
  for (size_t i = 0; i < SERVICES; i++) runs |= backend->services[i].wanted != 0;
  return runs;
}

void client_owe_failure(cairn_backend *backend) { backend->owes_failure = backend->failure.reason[0] != 0; }

static int64_t due(const cairn_backend *backend) {
  int is_lost = backend->link.socket < 0;
  if (backend->owes_failure || backend->owes_resume || (is_lost && backend->question_count > 0)) return 0;
  int64_t due = requests_due(backend);
  if (is_lost && backend->link.retry_time < due) due = backend->link.retry_time;
  int watches = backend->wants_satellites && cairn_wants_satellites(backend->manager);
  if (watches && backend->watch.socket < 0 && backend->watch.retry_time < due) due = backend->watch.retry_time;
  return due;
}

void client_arm(cairn_backend *backend) {
  int64_t time = due(backend);
  /* To set the timer ends its being readable. */
  if (time == backend->timer_time && time > client_now()) return;
  struct itimerspec when = {{0, 0}, {0, 0}};
  if (time != INT64_MAX) {
    when.it_value.tv_sec = (time_t)(time / 1000000000);
    when.it_value.tv_nsec = time > 0 ? (long)(time % 1000000000) : 1;
  }
  timerfd_settime(backend->timer, TFD_TIMER_ABSTIME, &when, NULL);
  backend->timer_time = time;
}

/* ---- Opening and closing ---- */

/* The path of the socket that a source names; NULL if it names none. */
static const char *path_of(const char *source) {
  static const char prefix[] = "daemon:";
  if (source && strncmp(source, prefix, sizeof prefix - 1) != 0) return NULL;
  if (source && source[sizeof prefix - 1]) return source + sizeof prefix - 1;
  const char *path = getenv("CAIRN_SOCKET");
  return path ? path : "/run/cairn/cairn.sock";
}

static cairn_backend *refuse(cairn_error *error, const char *text, const char *source) {
  char words[CAIRN_TEXT_SIZE];
  snprintf(words, sizeof words, "%s%s", text, source);
  cairn_fill_error(error, CAIRN_ERROR_INVALID_CONFIGURATION, CAIRN_FATAL, 0, NULL, words);
  return NULL;
}

static cairn_backend *refuse_system(cairn_backend *backend, cairn_error *error) {
  told_failure failure;
  failure_begin(&failure, CAIRN_ERROR_NO_PROVIDER, "the system refuses a descriptor to wait with", "", "");
  failure.severity = CAIRN_FATAL;
  failure_tell(&failure, error);
  error->system_error = errno;
  if (backend) cairn_backend_close(backend);
  return NULL;
}

cairn_backend *cairn_backend_open(cairn_manager *manager, const char *source, const cairn_options *options,
                                  cairn_error *error) {
  const char *path = path_of(source);
  if (!path) {
    return refuse(error, "libcairn-client asks the daemon, and opens no receiver: link with libcairn or "
                         "libcairn-core, or name daemon:PATH in place of ", source);
  }
  cairn_backend *backend = calloc(1, sizeof *backend);
  if (!backend) return refuse(error, "there is not enough memory", "");
  if (path[0] == 0 || strlen(path) >= sizeof backend->path) {
    free(backend);
    if (path[0]) return refuse(error, "the path of a socket has 107 octets at most, not as many as ", path);
    return refuse(error, "CAIRN_SOCKET is empty, so that there is no daemon: set it to the daemon's socket, or name "
                         "a device to libcairn", "");
  }
  backend->manager = manager;
  backend->options = *options;
  memcpy(backend->path, path, strlen(path) + 1);
  backend->link.socket = backend->watch.socket = backend->timer = -1;
  backend->timer_time = INT64_MAX;
  backend->epoll = epoll_create1(EPOLL_CLOEXEC);
  if (backend->epoll < 0) return refuse_system(backend, error);
  backend->timer = timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = backend->timer};
  if (backend->timer < 0 || epoll_ctl(backend->epoll, EPOLL_CTL_ADD, backend->timer, &event) < 0) {
    return refuse_system(backend, error);
  }
  link_start(backend);
  client_arm(backend);
  return backend;
}

void cairn_backend_close(cairn_backend *backend) {
  channel_close(&backend->link);
  channel_close(&backend->watch);
  if (backend->timer >= 0) close(backend->timer);
  if (backend->epoll >= 0) close(backend->epoll);
  for (size_t i = 0; i < REQUESTS; i++) free(backend->requests[i].obstacle);
  regions_close(backend);
  free(backend->plan);
  free(backend);
}

int32_t cairn_backend_descriptor(const cairn_backend *backend) { return backend->epoll; }

void cairn_backend_process(cairn_backend *backend) {
  int64_t now = client_now();
  link_process(backend, now);
  watch_process(backend, now);
  if (backend->link.socket < 0) regions_answer(backend);
  requests_process(backend, now);
  if (backend->owes_resume) {
    backend->owes_resume = 0;
    cairn_tell_paused(backend->manager, 0);
  }
  if (backend->owes_failure) {
    cairn_error error;
    backend->owes_failure = 0;
    failure_tell(&backend->failure, &error);
    cairn_tell_failed(backend->manager, &error);
  }
  link_say(backend);
  client_arm(backend);
}

/* ---- Services ---- */

int32_t cairn_backend_start(cairn_backend *backend, int32_t service) {
  struct service *own = service == CAIRN_SATELLITES ? NULL : &backend->services[service - CAIRN_LOCATIONS];
  if (own ? own->wanted != 0 : backend->wants_satellites) return CAIRN_OK;
  if (own) {
    own->wanted = client_new_id(backend);
  } else {
    backend->wants_satellites = 1;
  }
  link_wake(backend);
  if (backend->link.socket < 0) client_owe_failure(backend);
  link_say(backend);
  client_arm(backend);
  return CAIRN_OK;
}

int32_t cairn_backend_stop(cairn_backend *backend, int32_t service) {
  if (service == CAIRN_SATELLITES) {
    backend->wants_satellites = 0;
    channel_close(&backend->watch);
  } else {
    backend->services[service - CAIRN_LOCATIONS].wanted = 0;
    if (service == CAIRN_LOCATIONS) backend->is_paused = backend->owes_resume = 0;
    link_say(backend);
  }
  client_arm(backend);
  return CAIRN_OK;
}

/* Gives a service another number, so that it is stopped and started with its new options. */
static void restart(cairn_backend *backend, int32_t service) {
  struct service *own = &backend->services[service - CAIRN_LOCATIONS];
  if (own->wanted) own->wanted = client_new_id(backend);
}

int32_t cairn_backend_set_options(cairn_backend *backend, const cairn_options *options) {
  cairn_options before = backend->options;
  backend->options = *options;
  backend->services[CAIRN_LOCATIONS - CAIRN_LOCATIONS].has_changed = 1;
  backend->services[CAIRN_HEADINGS - CAIRN_LOCATIONS].has_changed = 1;
  /* The daemon does not change those of the others. */
  if (before.significant_distance != options->significant_distance ||
      before.significant_interval != options->significant_interval) {
    restart(backend, CAIRN_SIGNIFICANT);
  }
  if (before.visit_radius != options->visit_radius || before.visit_minimum_stay != options->visit_minimum_stay) {
    restart(backend, CAIRN_VISITS);
  }
  link_say(backend);
  client_arm(backend);
  return CAIRN_OK;
}

/* ---- What is known ---- */

int32_t cairn_backend_last(const cairn_backend *backend, cairn_location *location) {
  if (!backend->has_last) return CAIRN_UNKNOWN;
  *location = backend->last;
  return CAIRN_OK;
}

int32_t cairn_backend_authorization(const cairn_backend *backend, cairn_authorization *authorization) {
  if (!backend->has_authorization) return CAIRN_UNKNOWN;
  *authorization = backend->authorization;
  return CAIRN_OK;
}

int32_t cairn_backend_plan(const cairn_backend *backend, char *text, size_t size) {
  if (!backend->plan) return CAIRN_UNKNOWN;
  wire_reader reader = {.at = backend->plan, .left = backend->plan_length};
  return (int32_t)told_plan_json(reader, text, size);
}
