#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "manager.h"

const uint32_t cairn_backend_abilities = CAIRN_CAN_OPEN_DEVICES | CAIRN_CAN_SIGNIFICANT_CHANGES | CAIRN_CAN_VISITS |
                                         CAIRN_CAN_SATELLITES | CAIRN_CAN_REGIONS;

/* Callbacks of one cairn_backend_process(): a program that causes another event in each is not kept for ever. */
#define MOST_CALLS 64
/* Bytes of a recording that are read in one go, and in all before the program is called. */
#define PIECE 512
#define MOST_BYTES 65536

/* Guards all stations and clients: a receiver brings some ten events a second. Not held in callbacks. */
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static struct station *stations;

/* ---- The port ---- */

static void watch(const cairn_backend *backend, int fd) {
  cairnlinux_epoll_control(backend->epoll, cairnlinux_epoll_add, fd, cairnlinux_epoll_in, 0);
}

static void open_port(struct station *station, int64_t now) {
  char found[32], text[CAIRN_TEXT_SIZE];
  const char *path = station->path ? station->path : port_find(found, sizeof found);
  if (!path) {
    cairn_core_failed(station->core, CAIRN_CORE_MISSING, 0,
                      "no receiver is plugged in that certainly is one: name its device", now);
    return;
  }
  int result = port_open(&station->port, path, station->port.is_recording);
  if (result < 0) {
    port_explain(text, sizeof text, path, -result);
    cairn_core_failed(station->core, port_obstacle(-result), -result, text, now);
    return;
  }
  uint32_t certain = station->path ? 0 : CAIRN_CORE_CERTAIN;
  cairn_core_opened(station->core, (uint32_t)result | certain, now, port_utc());
  // A regular file is always readable, which epoll refuses to say: the timer stands for it.
  if (station->port.is_recording) return;
  for (cairn_backend *user = station->users; user; user = user->next) watch(user, station->port.fd);
}

/* Does what the station wants done at its port. */
static void perform(struct station *station, int64_t now) {
  struct port *port = &station->port;
  for (;;) {
    size_t unsent = port->fd < 0 ? 0 : port_unsent(port);
    cairn_core_action action =
        cairn_core_next(station->core, unsent, port->output + port->pending, sizeof port->output - port->pending, now);
    switch (action.what) {
    case CAIRN_CORE_OPEN: open_port(station, now); break;
    case CAIRN_CORE_CLOSE: port_close(port); break;
    case CAIRN_CORE_SEND:
      port->pending += action.count;
      port_flush(port);
      break;
    case CAIRN_CORE_SET_SPEED: port_set_speed(port, action.speed); break;
    default: return;
    }
  }
}

static int is_waited_for(const struct station *station) {
  for (cairn_backend *user = station->users; user; user = user->next) {
    if (cairn_core_client_waits(user->client)) return 1;
  }
  return 0;
}

/* Reads what waits in the port; of a recording, as much as brings something to tell. */
static void read_port(struct station *station, int64_t now) {
  uint8_t bytes[4096];
  struct port *port = &station->port;
  size_t total = 0, room = port->is_recording ? PIECE : sizeof bytes;
  while (port->fd >= 0 && total < MOST_BYTES) {
    if (port->is_recording && is_waited_for(station)) return;
    long count = port_read(port, bytes, room);
    if (count == -cairnlinux_EAGAIN) return;
    if (count > 0) {
      total += (size_t)count;
      cairn_core_received(station->core, bytes, (size_t)count, now);
      perform(station, now);
      continue;
    }
    port_close(port);
    if (count == 0) {
      station->has_ended = 1;
      cairn_core_finished(station->core, now);
    } else {
      cairn_core_lost(station->core, (int32_t)-count, now);
    }
  }
}

static void arm(struct station *station, int64_t now) {
  int64_t due = cairn_core_deadline(station->core);
  const struct port *port = &station->port;
  if (port->fd >= 0 && port->is_recording) due = now;
  // Output that the device did not take is tried again soon.
  if (port->pending > 0 && due > now + 5000000) due = now + 5000000;
  // Zero would disarm it.
  cairnlinux_timer_arm(station->timer, due == INT64_MAX ? 0 : due < 1 ? 1 : due);
}

/* Brings the port to the wanted state, and wakes managers that have something to tell. */
static void settle(struct station *station, int64_t now) {
  perform(station, now);
  arm(station, now);
  for (cairn_backend *user = station->users; user; user = user->next) {
    if (cairn_core_client_waits(user->client)) cairnlinux_event_signal(user->event);
  }
}

static void work(struct station *station) {
  int64_t now = port_now();
  port_flush(&station->port);
  read_port(station, now);
  cairn_core_fire(station->core, now);
  settle(station, now);
}

/* ---- Stations ---- */

static void release(struct station *station) {
  for (struct station **link = &stations; *link; link = &(*link)->next) {
    if (*link != station) continue;
    *link = station->next;
    break;
  }
  port_close(&station->port);
  if (station->core) cairn_core_station_close(station->core);
  if (station->timer >= 0) cairnlinux_close(station->timer);
  free(station->path);
  free(station);
}

static struct station *create(const char *path, int is_recording) {
  struct station *station = calloc(1, sizeof *station);
  if (!station) return NULL;
  station->port.fd = -1;
  station->port.is_recording = is_recording;
  station->timer = cairnlinux_timer_create();
  station->path = path ? strdup(path) : NULL;
  if (station->timer >= 0 && (!path || station->path)) {
    station->core = cairn_core_station_open(path ? path : "the receiver", is_recording);
  }
  if (!station->core) {
    release(station);
    return NULL;
  }
  station->next = stations;
  stations = station;
  return station;
}

/* Whether two paths are names of one device, as they are now: a link may lead elsewhere after a receiver has returned. */
static int is_same_device(const char *one, const char *other) {
  char first[4096], second[4096];
  if (strcmp(one, other) == 0) return 1;
  long length = cairnlinux_realpath(one, first, sizeof first);
  return length > 0 && cairnlinux_realpath(other, second, sizeof second) == length && strcmp(first, second) == 0;
}

/* The station of a device, which managers share, or a new one; recordings are read by each manager anew. */
static struct station *find(const char *path, int is_recording) {
  for (struct station *station = stations; station && !is_recording; station = station->next) {
    if (station->port.is_recording) continue;
    if (!path && !station->path) return station;
    if (path && station->path && is_same_device(path, station->path)) return station;
  }
  return create(path, is_recording);
}

/* ---- Managers ---- */

static cairn_backend *refuse(cairn_error *error, const char *text) {
  cairn_fill_error(error, CAIRN_ERROR_INVALID_CONFIGURATION, CAIRN_FATAL, 0, NULL, text);
  return NULL;
}

/* The path that a source names; NULL to find a receiver. */
static const char *path_of(const char *source, int *is_recording) {
  cairnlinux_status status;
  *is_recording = 0;
  if (!source || strcmp(source, "device:") == 0) return NULL;
  if (strncmp(source, "device:", 7) == 0) source += 7;
  if (strncmp(source, "file:", 5) == 0) {
    *is_recording = 1;
    return source + (strncmp(source + 5, "//", 2) == 0 ? 7 : 5);
  }
  *is_recording = cairnlinux_stat(source, &status) == 0 && status.kind == cairnlinux_kind_regular;
  return source;
}

cairn_backend *cairn_backend_open(cairn_manager *manager, const char *source, const cairn_options *options,
                                  cairn_error *error) {
  int is_recording;
  if (source && strncmp(source, "daemon:", 7) == 0) {
    return refuse(error, "this library does not use the daemon: link cairn-client");
  }
  if (source && strstr(source, "://") && strncmp(source, "file:", 5) != 0) {
    return refuse(error, "this library opens devices and recordings only: name one");
  }
  if (options->power_budget > 0) return refuse(error, "this library has no planner, which a power budget needs");
  const char *path = path_of(source, &is_recording);
  if (path && !*path) return refuse(error, "the path is empty");
  cairn_backend *backend = calloc(1, sizeof *backend);
  if (!backend) return refuse(error, cairn_result_text(CAIRN_NO_MEMORY));
  backend->manager = manager;
  backend->epoll = cairnlinux_epoll_create();
  backend->event = cairnlinux_event_create();
  pthread_mutex_lock(&guard);
  struct station *station = backend->epoll < 0 || backend->event < 0 ? NULL : find(path, is_recording);
  if (station) {
    backend->station = station;
    backend->client = cairn_core_client_open(station->core, options);
    backend->next = station->users;
    station->users = backend;
    watch(backend, backend->event);
    watch(backend, station->timer);
    if (station->port.fd >= 0 && !is_recording) watch(backend, station->port.fd);
    settle(station, port_now());
  }
  pthread_mutex_unlock(&guard);
  if (station) return backend;
  refuse(error, "too many open files, or too little memory");
  if (backend->epoll >= 0) cairnlinux_close(backend->epoll);
  if (backend->event >= 0) cairnlinux_close(backend->event);
  free(backend);
  return NULL;
}

void cairn_backend_close(cairn_backend *backend) {
  pthread_mutex_lock(&guard);
  struct station *station = backend->station;
  for (cairn_backend **link = &station->users; *link; link = &(*link)->next) {
    if (*link != backend) continue;
    *link = backend->next;
    break;
  }
  int64_t now = port_now();
  cairn_core_client_close(station->core, backend->client, now);
  if (station->users) {
    settle(station, now);
  } else {
    release(station);
  }
  pthread_mutex_unlock(&guard);
  cairnlinux_close(backend->epoll);
  cairnlinux_close(backend->event);
  free(backend->locations);
  free(backend->location_list);
  free(backend->satellites);
  free(backend->satellite_list);
  free(backend);
}

/* Calls a function of the client under the lock, and does what follows from it. */
#define CHANGE(call)                             \
  do {                                           \
    pthread_mutex_lock(&guard);                  \
    struct station *station = backend->station;  \
    int64_t now = port_now();                    \
    int32_t result = (call);                     \
    settle(station, now);                        \
    pthread_mutex_unlock(&guard);                \
    return result;                               \
  } while (0)

int32_t cairn_backend_set_options(cairn_backend *backend, const cairn_options *options) {
  if (options->power_budget > 0) return CAIRN_NOT_SUPPORTED;
  CHANGE(cairn_core_client_set_options(station->core, backend->client, options, now));
}

int32_t cairn_backend_start(cairn_backend *backend, int32_t service) {
  CHANGE(cairn_core_client_start(station->core, backend->client, service, now));
}

int32_t cairn_backend_stop(cairn_backend *backend, int32_t service) {
  CHANGE(cairn_core_client_stop(station->core, backend->client, service, now));
}

int32_t cairn_backend_request(cairn_backend *backend, int32_t number, const cairn_request *request) {
  CHANGE(cairn_core_client_request(station->core, backend->client, number, request, now));
}

int32_t cairn_backend_cancel(cairn_backend *backend, int32_t number) {
  CHANGE(cairn_core_client_cancel(station->core, backend->client, number, now));
}

int32_t cairn_backend_region_add(cairn_backend *backend, const cairn_region *region) {
  CHANGE(cairn_core_client_region_add(station->core, backend->client, region, now));
}

int32_t cairn_backend_region_remove(cairn_backend *backend, const char *identifier) {
  CHANGE(cairn_core_client_region_remove(station->core, backend->client, identifier, now));
}

int32_t cairn_backend_region_state(cairn_backend *backend, const char *identifier) {
  CHANGE(cairn_core_client_region_state(backend->client, identifier));
}

int32_t cairn_backend_descriptor(const cairn_backend *backend) { return backend->epoll; }

int32_t cairn_backend_last(const cairn_backend *backend, cairn_location *location) {
  pthread_mutex_lock(&guard);
  int32_t result = cairn_core_last(backend->station->core, location);
  pthread_mutex_unlock(&guard);
  return result;
}

int32_t cairn_backend_authorization(const cairn_backend *backend, cairn_authorization *authorization) {
  (void)backend;
  cairn_core_authorization(authorization);
  return CAIRN_OK;
}

int32_t cairn_backend_plan(const cairn_backend *backend, char *text, size_t size) {
  (void)backend, (void)text, (void)size;
  return CAIRN_NOT_SUPPORTED;
}

void cairn_backend_process(cairn_backend *backend) {
  uint64_t signals;
  pthread_mutex_lock(&guard);
  cairnlinux_read(backend->event, &signals, sizeof signals);
  work(backend->station);
  pthread_mutex_unlock(&guard);
  for (int calls = 0; calls < MOST_CALLS && !cairn_is_closing(backend->manager); calls++) {
    pthread_mutex_lock(&guard);
    int is_event = manager_take(backend);
    pthread_mutex_unlock(&guard);
    if (!is_event) break;
    manager_tell(backend);
  }
  // settle() has signalled what was told meanwhile as well.
  pthread_mutex_lock(&guard);
  if (!cairn_core_client_waits(backend->client)) cairnlinux_read(backend->event, &signals, sizeof signals);
  pthread_mutex_unlock(&guard);
}
