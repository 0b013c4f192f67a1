/*
 * The library `cairn`: a manager asks the daemon, as one of cairn-client does and by the same code, or has receivers of
 * its own, which the engine in Swift serves.
 */
#include "backend.h"

#include <stdlib.h>
#include <string.h>

const uint32_t cairn_backend_abilities = CAIRN_CAN_USE_DAEMON | CAIRN_CAN_OPEN_DEVICES | CAIRN_CAN_SIGNIFICANT_CHANGES |
                                         CAIRN_CAN_VISITS | CAIRN_CAN_HEADINGS | CAIRN_CAN_SATELLITES |
                                         CAIRN_CAN_REGIONS | CAIRN_CAN_PLAN;

struct cairn_backend {
  cairn_client *client; /* NULL for receivers of its own */
  cairn_engine *engine;
};

static const cairn_engine_calls calls = {.is_closing = cairn_is_closing,
                                         .locations = cairn_tell_locations,
                                         .failed = cairn_tell_failed,
                                         .paused = cairn_tell_paused,
                                         .answered = cairn_tell_answered,
                                         .visited = cairn_tell_visited,
                                         .heading = cairn_tell_heading,
                                         .satellites = cairn_tell_satellites,
                                         .region = cairn_tell_region,
                                         .authorized = cairn_tell_authorized,
                                         .planned = cairn_tell_planned};

/* The daemon, if it answers; NULL otherwise. */
static cairn_client *open_answering(cairn_manager *manager, const cairn_options *options) {
  cairn_error ignored;
  memset(&ignored, 0, sizeof ignored);
  cairn_client *client = cairn_client_open(manager, NULL, options, &ignored);
  if (!client || cairn_client_is_connected(client)) return client;
  cairn_client_close(client);
  return NULL;
}

cairn_backend *cairn_backend_open(cairn_manager *manager, const char *source, const cairn_options *options,
                                  cairn_error *error) {
  cairn_backend *backend = calloc(1, sizeof *backend);
  if (!backend) {
    cairn_fill_error(error, CAIRN_ERROR_NO_PROVIDER, CAIRN_FATAL, 0, NULL, cairn_result_text(CAIRN_NO_MEMORY));
    return NULL;
  }
  int is_daemon = source && strncmp(source, "daemon:", 7) == 0;
  if (is_daemon) {
    backend->client = cairn_client_open(manager, source, options, error);
  } else if (!source) {
    backend->client = open_answering(manager, options);
  }
  if (!is_daemon && !backend->client) backend->engine = cairn_engine_open(manager, &calls, source, options, error);
  if (backend->client || backend->engine) return backend;
  free(backend);
  return NULL;
}

void cairn_backend_close(cairn_backend *backend) {
  if (backend->client) {
    cairn_client_close(backend->client);
  } else {
    cairn_engine_close(backend->engine);
  }
  free(backend);
}

/* Calls the function of the manager's kind, which has the same arguments in both. */
#define EITHER(function, ...)                                             \
  (backend->client ? cairn_client_##function(backend->client, __VA_ARGS__) \
                   : cairn_engine_##function(backend->engine, __VA_ARGS__))

int32_t cairn_backend_set_options(cairn_backend *backend, const cairn_options *options) {
  return EITHER(set_options, options);
}

int32_t cairn_backend_start(cairn_backend *backend, int32_t service) { return EITHER(start, service); }

int32_t cairn_backend_stop(cairn_backend *backend, int32_t service) { return EITHER(stop, service); }

int32_t cairn_backend_request(cairn_backend *backend, int32_t number, const cairn_request *request) {
  return EITHER(request, number, request);
}

int32_t cairn_backend_cancel(cairn_backend *backend, int32_t number) { return EITHER(cancel, number); }

int32_t cairn_backend_descriptor(const cairn_backend *backend) {
  return backend->client ? cairn_client_descriptor(backend->client) : cairn_engine_descriptor(backend->engine);
}

void cairn_backend_process(cairn_backend *backend) {
  if (backend->client) {
    cairn_client_process(backend->client);
  } else {
    cairn_engine_process(backend->engine);
  }
}

int32_t cairn_backend_last(const cairn_backend *backend, cairn_location *location) { return EITHER(last, location); }

int32_t cairn_backend_authorization(const cairn_backend *backend, cairn_authorization *authorization) {
  return EITHER(authorization, authorization);
}

int32_t cairn_backend_region_add(cairn_backend *backend, const cairn_region *region) {
  return EITHER(region_add, region);
}

int32_t cairn_backend_region_remove(cairn_backend *backend, const char *identifier) {
  return EITHER(region_remove, identifier);
}

int32_t cairn_backend_region_state(cairn_backend *backend, const char *identifier) {
  return EITHER(region_state, identifier);
}

int32_t cairn_backend_plan(const cairn_backend *backend, char *text, size_t size) { return EITHER(plan, text, size); }
