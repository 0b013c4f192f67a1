#include "client.h"

#include <stdlib.h>

/* Nanoseconds between two attempts to connect. */
static const int64_t pause = 2000000000;
/* Messages heard in a row. */
enum { TURN = 64 };

/* Tells the satellites of an epoch, whose number and what each has more has been read. */
static int tell_satellites(cairn_backend *backend, wire_reader *reader, cairn_sky *sky, size_t more) {
  const cairn_satellite **list = malloc((sky->count + 1) * (sizeof *list + sizeof **list));
  if (!list) return 1;
  cairn_satellite *satellites = (cairn_satellite *)(list + sky->count + 1);
  for (size_t i = 0; i < sky->count; i++) {
    told_satellite(reader, &satellites[i]);
    wire_skip(reader, more);
    list[i] = &satellites[i];
  }
  sky->satellites = list;
  int is_valid = !reader->has_failed;
  if (is_valid) cairn_tell_satellites(backend->manager, sky);
  free(list);
  return is_valid;
}

/* Whether a message could be read. */
static int hear(cairn_backend *backend, size_t length) {
  wire_reader reader = {.at = backend->received, .left = length};
  cairn_sky sky;
  size_t more;
  uint16_t type = (uint16_t)wire_integer(&reader, 2);
  size_t size = (size_t)wire_integer(&reader, 2);
  wire_skip(&reader, 4);
  if (reader.has_failed || size != length) return 0;
  /* The daemon tells this connection, as any, what the program may have. */
  if (type != TOLD_SKY) return 1;
  sky.count = 0;
  size_t count = told_sky(&reader, &sky, &more);
  sky.count = (uint32_t)count;
  return !reader.has_failed && tell_satellites(backend, &reader, &sky, more);
}

static void end(cairn_backend *backend, int64_t now) {
  channel_close(&backend->watch);
  backend->watch.retry_time = now + pause;
}

void watch_process(cairn_backend *backend, int64_t now) {
  if (!backend->wants_satellites || !cairn_wants_satellites(backend->manager)) return;
  if (backend->watch.socket < 0) {
    if (now < backend->watch.retry_time) return;
    if (channel_open(&backend->watch, backend->epoll, backend->path, now) || !say_watch(backend)) {
      end(backend, now);
      return;
    }
  }
  for (int i = 0; i < TURN && backend->watch.socket >= 0 && !cairn_is_closing(backend->manager); i++) {
    long count = channel_receive(&backend->watch, backend->received, sizeof backend->received, now);
    if (count == CHANNEL_EMPTY) return;
    /* Satellites may have been stopped meanwhile, and the connection with them. */
    if ((count < 0 || !hear(backend, (size_t)count)) && backend->watch.socket >= 0) end(backend, now);
  }
}
