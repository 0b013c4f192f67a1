#include "client.h"

#include <stdlib.h>

/* How long the daemon's answer may be late before a request ends without it. */
static const int64_t grace = 1000000000;

struct request *requests_find(cairn_backend *backend, uint32_t id) {
  for (size_t i = 0; i < REQUESTS && id; i++) {
    struct request *request = &backend->requests[i];
    if (request->id == id && request->number) return request;
  }
  return NULL;
}

/* Forgets a request that nobody has to be told of any more. */
static void release(struct request *request) {
  if (!request->number && !request->is_told) request->id = 0;
}

void requests_note(struct request *request, const told_failure *obstacle) {
  if (!request->obstacle) request->obstacle = malloc(sizeof *obstacle);
  if (request->obstacle) *request->obstacle = *obstacle;
}

static void forget_obstacle(struct request *request) {
  free(request->obstacle);
  request->obstacle = NULL;
}

void requests_answer(cairn_backend *backend, struct request *request, const cairn_location *location,
                     const cairn_error *error) {
  int32_t number = request->number;
  forget_obstacle(request);
  request->number = 0;
  release(request);
  cairn_tell_answered(backend->manager, number, location, error);
}

static void end_without_answer(cairn_backend *backend, struct request *request) {
  cairn_error error;
  if (request->is_cancelled) {
    told_failure cancelled;
    failure_begin(&cancelled, CAIRN_ERROR_CANCELLED, "", "", "");
    failure_tell(&cancelled, &error);
  } else {
    failure_tell_timeout(request->obstacle, &error);
  }
  requests_answer(backend, request, NULL, &error);
}

void requests_process(cairn_backend *backend, int64_t now) {
  for (size_t i = 0; i < REQUESTS && !cairn_is_closing(backend->manager); i++) {
    struct request *request = &backend->requests[i];
    if (!request->number || (!request->is_cancelled && request->deadline > now)) continue;
    if (!request->is_cancelled && !request->is_overdue && request->is_told) {
      request->is_overdue = 1;
      request->deadline = now + grace;
    } else {
      end_without_answer(backend, request);
    }
  }
}

int requests_say(cairn_backend *backend) {
  int64_t now = client_now();
  for (size_t i = 0; i < REQUESTS; i++) {
    struct request *request = &backend->requests[i];
    if (request->number && !request->is_told && !request->is_cancelled) {
      if (!say_request(backend, request, now)) return 0;
      request->is_told = 1;
    } else if (request->id && request->is_told && (!request->number || request->is_cancelled)) {
      if (!say_stop(backend, request->id)) return 0;
      request->is_told = 0;
      release(request);
    }
  }
  return 1;
}

void requests_begin(cairn_backend *backend) {
  for (size_t i = 0; i < REQUESTS; i++) {
    struct request *request = &backend->requests[i];
    request->is_told = 0;
    release(request);
    forget_obstacle(request);
  }
}

void requests_lost(cairn_backend *backend) {
  requests_begin(backend);
  for (size_t i = 0; i < REQUESTS; i++) {
    if (backend->requests[i].number) requests_note(&backend->requests[i], &backend->failure);
  }
}

int64_t requests_due(const cairn_backend *backend) {
  int64_t due = INT64_MAX;
  for (size_t i = 0; i < REQUESTS; i++) {
    const struct request *request = &backend->requests[i];
    if (!request->number) continue;
    if (request->is_cancelled) return 0;
    if (request->deadline < due) due = request->deadline;
  }
  return due;
}

/* ---- The program's side ---- */

int32_t cairn_backend_request(cairn_backend *backend, int32_t number, const cairn_request *wanted) {
  struct request *request = backend->requests, *end = request + REQUESTS;
  while (request < end && request->id) request++;
  if (request == end) return CAIRN_TOO_MANY;
  double seconds = wanted->timeout == 0 ? 30 : wanted->timeout < 0 ? 1e9 : wanted->timeout;
  *request = (struct request){.number = number, .id = client_new_id(backend), .wanted = *wanted,
                              .deadline = client_now() + said_duration(seconds)};
  link_wake(backend);
  if (backend->link.socket < 0 && backend->failure.reason[0]) requests_note(request, &backend->failure);
  link_say(backend);
  client_arm(backend);
  return CAIRN_OK;
}

int32_t cairn_backend_cancel(cairn_backend *backend, int32_t number) {
  for (size_t i = 0; i < REQUESTS; i++) {
    struct request *request = &backend->requests[i];
    if (request->number != number || request->is_cancelled) continue;
    request->is_cancelled = 1;
    link_say(backend);
    client_arm(backend);
    return CAIRN_OK;
  }
  return CAIRN_UNKNOWN;
}
