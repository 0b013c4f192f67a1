/*
 * A manager whose services run in the daemon.
 *
 * What the program wants and what the daemon has been told are two states; link_say() tells the difference, as far as
 * the daemon reads. So nothing is queued, however the program calls and however slow the daemon is, and a daemon that
 * starts again is told everything by forgetting what the one before it was told.
 */
#ifndef CAIRN_CLIENT_H
#define CAIRN_CLIENT_H

#include "told.h"

/* ---- A connection ---- */

struct channel {
  int socket;             /* -1 without a connection */
  int waits_for_room;
  double credit;          /* messages that the daemon may send now */
  int64_t credit_time;    /* boot clock, nanoseconds, as all times here */
  int64_t connected_time;
  int64_t retry_time;     /* of the next attempt to connect */
};

/* What channel_receive() returns besides the octets of a message, all of which are above zero. */
enum { CHANNEL_EMPTY = 0, CHANNEL_ENDED = -1, CHANNEL_TOO_LONG = -2, CHANNEL_FLOODS = -3 };

/* 0, or the errno. */
int channel_open(struct channel *channel, int epoll, const char *path, int64_t now);
void channel_close(struct channel *channel);
long channel_receive(struct channel *channel, uint8_t *bytes, size_t room, int64_t now);
/* Whether there was room. A connection that is over takes everything: channel_receive() tells of its end. */
int channel_send(struct channel *channel, int epoll, const uint8_t *bytes, size_t length);
/* Waits for messages alone, once all has been sent. */
void channel_has_sent_all(struct channel *channel, int epoll);

/* ---- What the program wants ---- */

enum {
  SERVICES = 4,       /* CAIRN_LOCATIONS to CAIRN_HEADINGS */
  REQUESTS = 56,      /* at once; with the services, the daemon's limit of 64 is not reached */
  REGIONS = 4096,
  POINTS = 65536,     /* of all regions */
  QUESTIONS = 1024    /* for states, that may wait */
};

struct service {
  uint32_t wanted; /* its number; 0 while it does not run */
  uint32_t told;   /* the number of the one that the daemon runs; 0 for none */
  int has_changed; /* whether the daemon is to be told of other options */
};

struct request {
  int32_t number;  /* the program's; 0 for one that has been answered */
  uint32_t id;     /* 0 for a free place */
  int is_told;
  int is_cancelled;
  int is_overdue;  /* the daemon has a last second to answer */
  int64_t deadline;
  cairn_request wanted;
  told_failure *obstacle; /* the latest reason for having no answer; NULL without one */
};

struct region {
  struct region *next;
  uint32_t hash;
  uint8_t state;       /* heard last: CAIRN_STATE_UNKNOWN ... */
  uint8_t is_removed;  /* the daemon is to be told that it is none any more, if it knows it */
  uint8_t is_told;     /* the daemon knows it */
  uint16_t asked;      /* questions for its state that the daemon has */
  uint16_t unasked;    /* questions that it has not */
  size_t points_said;  /* in messages before that with the region */
  cairn_region wanted; /* its points and identifier are behind the struct */
};

struct cairn_backend {
  cairn_manager *manager;
  cairn_options options;
  char path[108];
  int epoll, timer;
  int64_t timer_time;
  struct channel link, watch;
  int64_t pause;               /* before the next attempt to connect */
  int64_t busy_time;           /* of the first attempt of which the daemon was busy; 0 without one */
  told_failure failure;        /* why there is no connection; without a reason while that is not told */
  told_failure refusal;        /* why the daemon is about to end this one, if it `is_refused` */
  int is_refused, owes_failure;
  int is_use_said;
  int is_paused, owes_resume;
  uint32_t last_id;
  struct service services[SERVICES];
  int wants_satellites;
  struct request requests[REQUESTS];
  struct region *regions;
  uint32_t regions_id;         /* the number of their struct service */
  int are_regions_told;
  size_t region_count, point_count, question_count; /* removed ones count as well */
  cairn_location last;
  cairn_authorization authorization;
  int has_last, has_authorization;
  uint8_t *plan;               /* the fields of the newest one */
  size_t plan_length;
  uint8_t received[WIRE_LARGEST];
  cairn_location locations[LOCATIONS_AT_ONCE];
};

int64_t client_now(void);
/* Sets the timer to what is due next. Called after everything that may have changed it. */
void client_arm(cairn_backend *backend);
/* A number that no service has. */
uint32_t client_new_id(cairn_backend *backend);
/* Whether any service runs, of which a loss is told. */
int client_runs(const cairn_backend *backend);
/* Has the program told why there is no connection, once there is a reason. */
void client_owe_failure(cairn_backend *backend);

/* ---- link.c: the connection to the daemon ---- */

void link_start(cairn_backend *backend);
/* Connects now, if there is no connection. */
void link_wake(cairn_backend *backend);
void link_process(cairn_backend *backend, int64_t now);
void link_say(cairn_backend *backend);

/* ---- hear.c: what the daemon tells ---- */

/* Whether a message could be read. */
int hear_message(cairn_backend *backend, size_t length);

/* ---- watch.c: satellites, by a connection of their own that demands nothing ---- */

void watch_process(cairn_backend *backend, int64_t now);

/* ---- requests.c ---- */

/* Ends those whose time is over, and tells of those that were cancelled. */
void requests_process(cairn_backend *backend, int64_t now);
int requests_say(cairn_backend *backend);
/* There is a daemon that knows nothing. */
void requests_begin(cairn_backend *backend);
/* Notes why there is no answer yet. */
void requests_note(struct request *request, const told_failure *obstacle);
/* There is no connection any more. */
void requests_lost(cairn_backend *backend);
int64_t requests_due(const cairn_backend *backend);
struct request *requests_find(cairn_backend *backend, uint32_t id);
/* Answers a request: with a position, an error, or both. */
void requests_answer(cairn_backend *backend, struct request *request, const cairn_location *location,
                     const cairn_error *error);

/* ---- regions.c ---- */

int regions_say(cairn_backend *backend);
void regions_begin(cairn_backend *backend);
void regions_hear(cairn_backend *backend, told_region *told);
void regions_hear_failure(cairn_backend *backend, const char *identifier, const told_error *error);
/* All of them have ended. */
void regions_end(cairn_backend *backend, const told_error *error);
/* Answers the questions that wait from what is known here, while there is no daemon. */
void regions_answer(cairn_backend *backend);
void regions_close(cairn_backend *backend);

/* ---- said.c: what the daemon is told ---- */

/* Each returns whether there was room for it. */
int say_use(cairn_backend *backend);
int say_service(cairn_backend *backend, int32_t service, uint32_t id);
int say_request(cairn_backend *backend, const struct request *request, int64_t now);
int say_stop(cairn_backend *backend, uint32_t id);
/* As many points of the region as fit into one message; the last ones come with the region. */
int say_points(cairn_backend *backend, const struct region *region);
int say_region(cairn_backend *backend, const struct region *region);
int say_region_end(cairn_backend *backend, const char *identifier);
int say_question(cairn_backend *backend, const char *identifier);
int say_watch(cairn_backend *backend);

/* Nanoseconds; from 0 to some thirty years. */
int64_t said_duration(double seconds);

#endif
