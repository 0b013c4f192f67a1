#include <stdlib.h>
#include <string.h>

#include "manager.h"

/* Makes room for `count` structs and pointers to them. */
static int make_room(void **structs, void **list, size_t *room, size_t count, size_t size) {
  if (count <= *room) return 1;
  void *more = realloc(*structs, count * size);
  if (!more) return 0;
  *structs = more;
  void *longer = realloc(*list, count * sizeof(void *));
  if (!longer) return 0;
  *list = longer;
  *room = count;
  return 1;
}

int manager_take(cairn_backend *backend) {
  cairn_core_event *event = &backend->taken;
  cairn_core_client_take(backend->client, event);
  size_t count = event->count;
  if (event->what == CAIRN_CORE_TELL_LOCATIONS) {
    if (!make_room((void **)&backend->locations, (void **)&backend->location_list, &backend->location_room, count,
                   sizeof *backend->locations)) {
      event->count = 0;
    }
    for (size_t i = 0; i < event->count; i++) {
      cairn_core_client_location(backend->client, i, &backend->locations[i]);
      backend->location_list[i] = &backend->locations[i];
    }
  } else if (event->what == CAIRN_CORE_TELL_SATELLITES) {
    if (!make_room((void **)&backend->satellites, (void **)&backend->satellite_list, &backend->satellite_room, count,
                   sizeof *backend->satellites)) {
      event->count = 0;
    }
    for (size_t i = 0; i < event->count; i++) {
      cairn_core_client_satellite(backend->client, i, &backend->satellites[i]);
      backend->satellite_list[i] = &backend->satellites[i];
    }
  }
  return event->what != CAIRN_CORE_TELL_NOTHING;
}

static void tell_sky(cairn_backend *backend) {
  const cairn_core_sky *seen = &backend->taken.sky;
  cairn_sky sky = {.size = sizeof sky,
                   .count = (uint32_t)backend->taken.count,
                   .satellites = backend->satellite_list,
                   .boot_nanoseconds = seen->boot_nanoseconds,
                   .gdop = seen->gdop,
                   .pdop = seen->pdop,
                   .hdop = seen->hdop,
                   .vdop = seen->vdop,
                   .tdop = seen->tdop};
  memcpy(sky.provider, seen->provider, sizeof sky.provider);
  cairn_tell_satellites(backend->manager, &sky);
}

static void tell_region(cairn_backend *backend) {
  const cairn_core_event *event = &backend->taken;
  const cairn_core_crossing *crossing = &event->region;
  cairn_region_event region = {.size = sizeof region,
                               .what = crossing->what,
                               .identifier = crossing->identifier,
                               .state = crossing->state,
                               .probability = crossing->probability,
                               .boot_nanoseconds = crossing->boot_nanoseconds,
                               .utc_nanoseconds = crossing->utc_nanoseconds,
                               .evidence = event->has_location ? &event->location : NULL};
  cairn_tell_region(backend->manager, &region);
}

void manager_tell(cairn_backend *backend) {
  cairn_manager *manager = backend->manager;
  const cairn_core_event *event = &backend->taken;
  switch (event->what) {
  case CAIRN_CORE_TELL_LOCATIONS:
    if (event->count > 0) cairn_tell_locations(manager, backend->location_list, event->count);
    break;
  case CAIRN_CORE_TELL_FAILED: cairn_tell_failed(manager, &event->error); break;
  case CAIRN_CORE_TELL_PAUSED: cairn_tell_paused(manager, event->number); break;
  case CAIRN_CORE_TELL_ANSWERED:
    cairn_tell_answered(manager, event->number, event->has_location ? &event->location : NULL,
                        event->has_error ? &event->error : NULL);
    break;
  case CAIRN_CORE_TELL_VISITED: cairn_tell_visited(manager, &event->visit); break;
  case CAIRN_CORE_TELL_SATELLITES: tell_sky(backend); break;
  case CAIRN_CORE_TELL_REGION: tell_region(backend); break;
  case CAIRN_CORE_TELL_AUTHORIZED: cairn_tell_authorized(manager, &event->authorization); break;
  default: break;
  }
}
