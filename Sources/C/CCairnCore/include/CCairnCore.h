/*
 * Between the Swift part of `cairn-core`, which decides, and its C part, which makes the system calls. Swift
 * implements these functions; C calls them, from one thread at a time. Times are nanoseconds of CLOCK_BOOTTIME.
 */
#ifndef CCAIRNCORE_H
#define CCAIRNCORE_H

#include "../../CCairn/include/cairn.h"

/* ---- Stations: one receiver each ---- */

typedef struct cairn_core_station cairn_core_station;
typedef struct cairn_core_client cairn_core_client;

/* `name` is for people. */
cairn_core_station *cairn_core_station_open(const char *name, int32_t is_recording);
void cairn_core_station_close(cairn_core_station *station);

/* What is known of an open port. */
enum {
  CAIRN_CORE_CERTAIN = 1 << 0, /* certainly a receiver: may be written to while it is silent */
  CAIRN_CORE_USB = 1 << 1,     /* a receiver's own USB port */
  CAIRN_CORE_SPEED = 1 << 2,   /* a line with a speed */
  CAIRN_CORE_READ_ONLY = 1 << 3
};

/* Why a port was not opened. */
enum { CAIRN_CORE_PERMISSION, CAIRN_CORE_BUSY, CAIRN_CORE_MISSING, CAIRN_CORE_OTHER };

/* What happened at the port. `utc` is that of the system in nanoseconds since 1970, 0 if it is not known. */
void cairn_core_opened(cairn_core_station *station, uint32_t port, int64_t now, int64_t utc);
void cairn_core_failed(cairn_core_station *station, int32_t kind, int32_t code, const char *reason, int64_t now);
void cairn_core_received(cairn_core_station *station, const uint8_t *bytes, size_t count, int64_t now);
void cairn_core_lost(cairn_core_station *station, int32_t code, int64_t now);
void cairn_core_finished(cairn_core_station *station, int64_t now);
void cairn_core_fire(cairn_core_station *station, int64_t now);
/* When cairn_core_fire() and cairn_core_next() are due; INT64_MAX while only bytes are waited for. */
int64_t cairn_core_deadline(cairn_core_station *station);

/* What C does next. */
enum { CAIRN_CORE_NOTHING, CAIRN_CORE_OPEN, CAIRN_CORE_CLOSE, CAIRN_CORE_SEND, CAIRN_CORE_SET_SPEED };

typedef struct cairn_core_action {
  int32_t what;
  uint32_t speed; /* baud */
  size_t count;   /* of bytes to send */
} cairn_core_action;

/* `unsent` bytes have not left the port; bytes to send are written to `bytes`, which has `room`. */
cairn_core_action cairn_core_next(cairn_core_station *station, size_t unsent, uint8_t *bytes, size_t room, int64_t now);

/* ---- Clients: one for each manager ---- */

cairn_core_client *cairn_core_client_open(cairn_core_station *station, const cairn_options *options);
void cairn_core_client_close(cairn_core_station *station, cairn_core_client *client, int64_t now);
/* Results are those of cairn.h. */
int32_t cairn_core_client_set_options(cairn_core_station *station, cairn_core_client *client,
                                      const cairn_options *options, int64_t now);
int32_t cairn_core_client_start(cairn_core_station *station, cairn_core_client *client, int32_t service, int64_t now);
int32_t cairn_core_client_stop(cairn_core_station *station, cairn_core_client *client, int32_t service, int64_t now);
int32_t cairn_core_client_request(cairn_core_station *station, cairn_core_client *client, int32_t number,
                                  const cairn_request *request, int64_t now);
int32_t cairn_core_client_cancel(cairn_core_station *station, cairn_core_client *client, int32_t number, int64_t now);
int32_t cairn_core_client_region_add(cairn_core_station *station, cairn_core_client *client,
                                     const cairn_region *region, int64_t now);
int32_t cairn_core_client_region_remove(cairn_core_station *station, cairn_core_client *client,
                                        const char *identifier, int64_t now);
int32_t cairn_core_client_region_state(cairn_core_client *client, const char *identifier);
void cairn_core_authorization(cairn_authorization *authorization);
int32_t cairn_core_last(cairn_core_station *station, cairn_location *location);

/* ---- What a client is told ---- */

enum {
  CAIRN_CORE_TELL_NOTHING,
  CAIRN_CORE_TELL_LOCATIONS,
  CAIRN_CORE_TELL_FAILED,
  CAIRN_CORE_TELL_PAUSED,
  CAIRN_CORE_TELL_ANSWERED,
  CAIRN_CORE_TELL_VISITED,
  CAIRN_CORE_TELL_SATELLITES,
  CAIRN_CORE_TELL_REGION,
  CAIRN_CORE_TELL_AUTHORIZED
};

/* Of structs of cairn.h that have pointers, all else. */
typedef struct cairn_core_sky {
  int64_t boot_nanoseconds;
  double gdop, pdop, hdop, vdop, tdop;
  char provider[CAIRN_PROVIDER_SIZE];
} cairn_core_sky;

typedef struct cairn_core_crossing {
  uint32_t what, state;
  double probability;
  int64_t boot_nanoseconds, utc_nanoseconds;
  char identifier[256];
} cairn_core_crossing;

typedef struct cairn_core_event {
  int32_t what;
  int32_t number;    /* of a request; whether it is paused */
  size_t count;      /* of locations or satellites */
  uint32_t has_location, has_error;
  cairn_location location; /* of an answer or a region */
  cairn_error error;
  cairn_visit visit;
  cairn_core_sky sky;
  cairn_core_crossing region;
  cairn_authorization authorization;
} cairn_core_event;

/* Whether anything waits. */
int32_t cairn_core_client_waits(cairn_core_client *client);
/* Removes the next event. */
void cairn_core_client_take(cairn_core_client *client, cairn_core_event *event);
/* The locations and satellites of the event that was taken last. */
void cairn_core_client_location(cairn_core_client *client, size_t index, cairn_location *location);
void cairn_core_client_satellite(cairn_core_client *client, size_t index, cairn_satellite *satellite);

#endif
