#include "client.h"

#include <errno.h>
#include <stdio.h>

/* Nanoseconds before the first attempt to connect again, which double with each, and the most. */
static const int64_t first_pause = 100000000, longest_pause = 10000000000;
/* A connection that has lasted this long is a good one: the next pause is the first again. */
static const int64_t proof = 10000000000;
/* Messages heard in a row before the program's other descriptors have their turn. */
enum { TURN = 64 };
/* Nanoseconds between attempts while others wait to be accepted as well, and for which nobody is told. */
static const int64_t busy_pause = 50000000, busy_patience = 5000000000;

static void try_later(cairn_backend *backend, int64_t now) {
  backend->link.retry_time = now + backend->pause;
  backend->pause = backend->pause < longest_pause / 2 ? backend->pause * 2 : longest_pause;
}

/* There is a daemon that knows nothing. */
static void begin(cairn_backend *backend) {
  backend->is_refused = backend->owes_failure = backend->is_use_said = 0;
  backend->failure.reason[0] = 0;
  backend->busy_time = 0;
  for (size_t i = 0; i < SERVICES; i++) backend->services[i].told = 0;
  requests_begin(backend);
  regions_begin(backend);
  backend->owes_resume |= backend->is_paused;
  backend->is_paused = 0;
  link_say(backend);
}

static void note_absence(cairn_backend *backend, int code, int64_t now) {
  if (code == EAGAIN) {
    if (!backend->busy_time) backend->busy_time = now;
    if (now - backend->busy_time < busy_patience) {
      backend->link.retry_time = now + busy_pause;
      return;
    }
  }
  try_later(backend, now);
  if (backend->failure.reason[0]) return;
  failure_begin(&backend->failure, CAIRN_ERROR_NO_PROVIDER, "the daemon does not answer", "", "");
  backend->failure.severity = CAIRN_DEGRADED;
  backend->failure.operation = OPERATION_OPEN;
  backend->failure.system_error = code;
  snprintf(backend->failure.path, sizeof backend->failure.path, "%s", backend->path);
  if (client_runs(backend)) client_owe_failure(backend);
}

static void connect_now(cairn_backend *backend, int64_t now) {
  int code = channel_open(&backend->link, backend->epoll, backend->path, now);
  if (code) {
    note_absence(backend, code, now);
  } else {
    begin(backend);
  }
}

void link_start(cairn_backend *backend) {
  backend->pause = first_pause;
  connect_now(backend, client_now());
}

void link_wake(cairn_backend *backend) {
  if (backend->link.socket < 0) connect_now(backend, client_now());
}

/* Ends the connection; those concerned are told once, and it is tried again later. */
static void lose(cairn_backend *backend, int64_t now) {
  if (now - backend->link.connected_time >= proof) backend->pause = first_pause;
  channel_close(&backend->link);
  if (client_runs(backend)) client_owe_failure(backend);
  requests_lost(backend);
  try_later(backend, now);
}

/* Whether more may wait. */
static int receive(cairn_backend *backend, int64_t now) {
  told_failure *failure = &backend->failure;
  long count = channel_receive(&backend->link, backend->received, sizeof backend->received, now);
  if (count == CHANNEL_EMPTY) return 0;
  if (count == CHANNEL_ENDED && backend->is_refused) {
    *failure = backend->refusal;
  } else if (count == CHANNEL_ENDED) {
    failure_begin(failure, CAIRN_ERROR_PROVIDER_LOST, "the daemon at ", backend->path,
                  " has ended");
  } else if (count == CHANNEL_FLOODS) {
    failure_begin(failure, CAIRN_ERROR_PROTOCOL_MISMATCH, "what answers at ", backend->path,
                  " sends without end; connecting again");
  } else if (count == CHANNEL_TOO_LONG || !hear_message(backend, (size_t)count)) {
    failure_begin(failure, CAIRN_ERROR_PROTOCOL_MISMATCH, "what answers at ", backend->path,
                  " is no daemon of Cairn; trying again");
  } else {
    return 1;
  }
  lose(backend, now);
  return 0;
}

void link_process(cairn_backend *backend, int64_t now) {
  if (backend->link.socket < 0 && now >= backend->link.retry_time) connect_now(backend, now);
  int has_more = backend->link.socket >= 0;
  for (int i = 0; i < TURN && has_more && !cairn_is_closing(backend->manager); i++) has_more = receive(backend, now);
}

/* Whether everything was said of the services. */
static int say_services(cairn_backend *backend) {
  for (int32_t i = 0; i < SERVICES; i++) {
    struct service *service = &backend->services[i];
    if (service->told && service->told != service->wanted) {
      if (!say_stop(backend, service->told)) return 0;
      service->told = 0;
    }
    if (service->wanted && (!service->told || service->has_changed)) {
      if (!say_service(backend, CAIRN_LOCATIONS + i, service->wanted)) return 0;
      service->told = service->wanted;
      service->has_changed = 0;
    }
  }
  return 1;
}

void link_say(cairn_backend *backend) {
  if (backend->link.socket < 0) return;
  if (!backend->is_use_said && !say_use(backend)) return;
  backend->is_use_said = 1;
  if (say_services(backend) && requests_say(backend) && regions_say(backend)) {
    channel_has_sent_all(&backend->link, backend->epoll);
  }
}
