#include "client.h"

#include <stdlib.h>
#include <string.h>

/* The service of that number, if it runs. */
static struct service *service_of(cairn_backend *backend, uint32_t id) {
  for (size_t i = 0; i < SERVICES && id; i++) {
    struct service *service = &backend->services[i];
    if (service->wanted == id && service->told == id) return service;
  }
  return NULL;
}

static int has_ended(const told_error *error) { return error->failure.severity == CAIRN_FATAL; }

static void hear_authorization(cairn_backend *backend, wire_reader *reader) {
  cairn_authorization told;
  told_authorization(reader, &told);
  const cairn_authorization *known = &backend->authorization;
  int is_news = !backend->has_authorization || told.status != known->status ||
                told.is_reduced != known->is_reduced || strcmp(told.reason, known->reason) != 0;
  if (reader->has_failed || !is_news) return;
  backend->authorization = told;
  backend->has_authorization = 1;
  cairn_tell_authorized(backend->manager, &told);
}

static void hear_locations(cairn_backend *backend, wire_reader *reader, uint32_t id) {
  size_t count = told_locations(reader, backend->locations);
  if (reader->has_failed || count == 0) return;
  for (size_t i = 0; i < count; i++) {
    /* What nobody measured is not known. */
    if (backend->locations[i].fix == CAIRN_FIX_ESTIMATED) continue;
    backend->last = backend->locations[i];
    backend->has_last = 1;
  }
  struct request *request = requests_find(backend, id);
  if (request && !request->is_cancelled) {
    request->is_told = 0;
    requests_answer(backend, request, &backend->locations[count - 1], NULL);
  } else if (service_of(backend, id)) {
    const cairn_location *list[LOCATIONS_AT_ONCE];
    for (size_t i = 0; i < count; i++) list[i] = &backend->locations[i];
    cairn_tell_locations(backend->manager, list, count);
  }
}

static void hear_failure_of_request(cairn_backend *backend, struct request *request, const told_error *error) {
  if (!has_ended(error)) {
    requests_note(request, &error->failure);
    return;
  }
  cairn_error reason;
  failure_tell(&error->failure, &reason);
  request->is_told = 0;
  if (!request->is_cancelled) {
    requests_answer(backend, request, error->has_best ? &error->best : NULL, &reason);
  }
}

static void tell_failed(cairn_backend *backend, const told_error *error, int32_t service) {
  cairn_error reason;
  failure_tell(&error->failure, &reason);
  reason.service = service;
  cairn_tell_failed(backend->manager, &reason);
}

static void hear_failure(cairn_backend *backend, wire_reader *reader, uint32_t id) {
  told_error error;
  told_read_error(reader, &error);
  if (reader->has_failed) return;
  struct request *request = requests_find(backend, id);
  struct service *service = service_of(backend, id);
  if (id == 0 && !has_ended(&error)) {
    backend->refusal = error.failure;
    backend->is_refused = 1;
  } else if (request) {
    hear_failure_of_request(backend, request, &error);
  } else if (service) {
    if (has_ended(&error)) *service = (struct service){0};
    tell_failed(backend, &error, CAIRN_LOCATIONS + (int32_t)(service - backend->services));
  } else if (id && id == backend->regions_id && has_ended(&error)) {
    regions_end(backend, &error);
  } else if (id && id == backend->regions_id) {
    tell_failed(backend, &error, 0);
  }
}

static void hear_pause(cairn_backend *backend, wire_reader *reader, uint32_t id) {
  int is_paused = wire_integer(reader, 1) != 0;
  wire_skip(reader, 7);
  if (reader->has_failed || service_of(backend, id) != backend->services) return;
  backend->is_paused = is_paused;
  cairn_tell_paused(backend->manager, is_paused);
}

static void hear_visit(cairn_backend *backend, wire_reader *reader, uint32_t id) {
  cairn_visit visit;
  told_visit(reader, &visit);
  if (!reader->has_failed && service_of(backend, id)) cairn_tell_visited(backend->manager, &visit);
}

static void hear_heading(cairn_backend *backend, wire_reader *reader, uint32_t id) {
  cairn_heading heading;
  told_heading(reader, &heading);
  if (!reader->has_failed && service_of(backend, id)) cairn_tell_heading(backend->manager, &heading);
}

static void hear_plan(cairn_backend *backend, wire_reader *reader) {
  uint8_t *fields = backend->received + WIRE_HEADER;
  size_t length = reader->left;
  told_check_plan(reader, fields);
  int is_known = length == backend->plan_length && memcmp(fields, backend->plan, length) == 0;
  if (reader->has_failed || is_known) return;
  uint8_t *plan = realloc(backend->plan, length);
  if (!plan) return;
  memcpy(plan, fields, length);
  backend->plan = plan;
  backend->plan_length = length;
  cairn_tell_planned(backend->manager);
}

static void hear_region(cairn_backend *backend, wire_reader *reader, uint32_t id) {
  told_region region;
  told_read_region(reader, &region);
  if (!reader->has_failed && id && id == backend->regions_id) regions_hear(backend, &region);
}

static void hear_region_failure(cairn_backend *backend, wire_reader *reader, uint32_t id) {
  char identifier[WIRE_TEXT];
  told_error error;
  told_text(reader, identifier);
  told_read_error(reader, &error);
  if (!reader->has_failed && id && id == backend->regions_id) regions_hear_failure(backend, identifier, &error);
}

int hear_message(cairn_backend *backend, size_t length) {
  wire_reader reader = {.at = backend->received, .left = length};
  uint16_t type = (uint16_t)wire_integer(&reader, 2);
  size_t size = (size_t)wire_integer(&reader, 2);
  uint32_t id = (uint32_t)wire_integer(&reader, 4);
  if (reader.has_failed || size != length) return 0;
  switch (type) {
  case TOLD_STATUS: hear_authorization(backend, &reader); break;
  case TOLD_LOCATIONS: hear_locations(backend, &reader, id); break;
  case TOLD_FAILURE: hear_failure(backend, &reader, id); break;
  case TOLD_PAUSE: hear_pause(backend, &reader, id); break;
  case TOLD_VISIT: hear_visit(backend, &reader, id); break;
  case TOLD_HEADING: hear_heading(backend, &reader, id); break;
  case TOLD_PLAN: hear_plan(backend, &reader); break;
  case TOLD_REGION: hear_region(backend, &reader, id); break;
  case TOLD_REGION_FAILURE: hear_region_failure(backend, &reader, id); break;
  default: break;
  }
  return !reader.has_failed;
}
