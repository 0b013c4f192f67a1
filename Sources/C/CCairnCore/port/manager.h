/* The managers of programs, and the stations that they share. */
#ifndef CAIRN_CORE_MANAGER_H
#define CAIRN_CORE_MANAGER_H

#include "../../CCairn/backend.h"
#include "port.h"

/* A source of bytes, which the managers of one device share. */
struct station {
  struct station *next;
  cairn_backend *users;
  cairn_core_station *core;
  char *path;    /* NULL: to be found */
  int timer;
  int has_ended; /* a recording that has been read */
  struct port port;
};

struct cairn_backend {
  cairn_backend *next;
  cairn_manager *manager;
  struct station *station;
  cairn_core_client *client;
  int epoll, event;
  cairn_core_event taken;
  cairn_location *locations;
  const cairn_location **location_list;
  size_t location_room;
  cairn_satellite *satellites;
  const cairn_satellite **satellite_list;
  size_t satellite_room;
};

/* Removes the next event of a manager, with what belongs to it. Returns whether there was one. Under the lock. */
int manager_take(cairn_backend *backend);
/* Tells the program that event. Not under the lock. */
void manager_tell(cairn_backend *backend);

#endif
