/*
 * Cairn for C and C++: where the device is, as accurately as you ask for, from whatever can tell.
 *
 *   static void located(void *context, const cairn_location *const *locations, size_t count) {
 *     printf("%.7f %.7f within %.1f m\n", locations[count - 1]->latitude, locations[count - 1]->longitude,
 *            locations[count - 1]->horizontal_accuracy);
 *   }
 *
 *   cairn_options options = {.size = sizeof options, .desired_accuracy = 10};
 *   cairn_callbacks callbacks = {.size = sizeof callbacks, .locations = located};
 *   cairn_error error = {.size = sizeof error};
 *   cairn_manager *manager = cairn_manager_open(NULL, &options, &callbacks, NULL, &error);
 *   if (!manager) return fprintf(stderr, "%s\n", error.text), 1;
 *   cairn_manager_start(manager, CAIRN_LOCATIONS);
 *   while (cairn_manager_wait(manager, 60) >= 0) {}
 *
 * Three libraries have this interface: `cairn-client` asks the daemon, `cairn` also opens receivers itself, and
 * `cairn-core` opens one receiver, on systems for which Swift has no runtime. What one cannot do ends with
 * CAIRN_NOT_SUPPORTED; cairn_abilities() says it beforehand.
 *
 * Threads. A manager belongs to one thread at a time. Callbacks are made inside cairn_manager_process() and
 * cairn_manager_wait(), on the thread that calls them, and at no other time. In a callback every function but these two
 * may be called; after cairn_manager_close() there, the callback may return, and no other one is made.
 *
 * Read often. Call cairn_manager_process() when the descriptor is readable, or cairn_manager_wait(). The daemon keeps
 * the newest position for a program that is late, and disconnects one that takes nothing for 60 seconds: it is then
 * told CAIRN_ERROR_DELIVERY_STALLED once, and everything goes on.
 *
 * Structs begin with their size and only ever grow. A struct of yours has `size` set to its sizeof, the rest to zero,
 * which stands for the usual value; a library that does not know a field which you have set says
 * CAIRN_NOT_SUPPORTED. In a struct that you are given, `size` says how much of it was written.
 *
 * Units are metres, seconds and degrees. A number that is not known is NaN. Accuracies are the radius (or half the
 * width) that holds the true value with 68 % probability. Pointers in structs are valid until the callback returns.
 */
#ifndef CAIRN_H
#define CAIRN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Results ---- */

/* What functions return that fail; all are negative. */
enum {
  CAIRN_OK = 0,
  CAIRN_BAD_ARGUMENT = -1,  /* a pointer is missing, a size is wrong, or a value is outside of its range */
  CAIRN_NOT_SUPPORTED = -2, /* this library cannot do that */
  CAIRN_NO_MEMORY = -3,
  CAIRN_UNKNOWN = -4,       /* there is nothing to return yet, or nothing of that name */
  CAIRN_TOO_MANY = -5,      /* more regions, points or requests than there is room for */
  CAIRN_SYSTEM = -6,        /* the operating system refused something; errno says why */
  CAIRN_IN_CALLBACK = -7    /* cairn_manager_process() and cairn_manager_wait() while callbacks are made */
};

/* A sentence about a result, in English. Never NULL. */
const char *cairn_result_text(int32_t result);

/* The version of this header. */
#define CAIRN_VERSION "0.1.0"
/* The version of the library, "MAJOR.MINOR.PATCH". */
const char *cairn_version(void);

/* What this library can do: a union of CAIRN_CAN_... */
enum {
  CAIRN_CAN_USE_DAEMON = 1 << 0,
  CAIRN_CAN_OPEN_DEVICES = 1 << 1,
  CAIRN_CAN_SIGNIFICANT_CHANGES = 1 << 2,
  CAIRN_CAN_VISITS = 1 << 3,
  CAIRN_CAN_HEADINGS = 1 << 4,
  CAIRN_CAN_SATELLITES = 1 << 5,
  CAIRN_CAN_REGIONS = 1 << 6,
  CAIRN_CAN_PLAN = 1 << 7 /* several providers, of which the planner uses those that serve for the least energy */
};
uint32_t cairn_abilities(void);

/* ---- Positions ---- */

/* What a position was made from. */
enum {
  CAIRN_FROM_GNSS,
  CAIRN_FROM_WIFI,
  CAIRN_FROM_CELL,
  CAIRN_FROM_BLUETOOTH,
  CAIRN_FROM_SENSORS,
  CAIRN_FROM_NETWORK,
  CAIRN_FROM_SETTING,
  CAIRN_FROM_OTHER_PROGRAM,
  CAIRN_FROM_SEVERAL
};

/* The kind of solution. */
enum {
  CAIRN_FIX_UNKNOWN,
  CAIRN_FIX_NONE,
  CAIRN_FIX_TIME_ONLY,
  CAIRN_FIX_2D,
  CAIRN_FIX_3D,
  CAIRN_FIX_DIFFERENTIAL,
  CAIRN_FIX_RTK_FLOAT,
  CAIRN_FIX_RTK_FIXED,
  CAIRN_FIX_DEAD_RECKONING,
  CAIRN_FIX_GNSS_DEAD_RECKONING,
  CAIRN_FIX_SURVEYED,
  CAIRN_FIX_ESTIMATED /* not measured: continues the course of the last fix, or ends it where the device stopped */
};

/* Flags of a position. */
enum {
  CAIRN_SIMULATED = 1 << 0,
  CAIRN_REPLAYED = 1 << 1,
  CAIRN_CACHED = 1 << 2, /* known before the service started */
  CAIRN_DEAD_RECKONED = 1 << 3,
  CAIRN_FUSED = 1 << 4,
  CAIRN_REDUCED = 1 << 5, /* coarse on purpose, because the policy grants no more */
  CAIRN_ACCURACY_ESTIMATED = 1 << 6,
  CAIRN_JAMMING_SUSPECTED = 1 << 7,
  CAIRN_SPOOFING_SUSPECTED = 1 << 8,
  CAIRN_EXTERNAL = 1 << 9,
  CAIRN_WEEK_ROLLOVER_CORRECTED = 1 << 10,
  CAIRN_LEAP_SECOND = 1 << 11
};

/* The storey of a position that names none. */
#define CAIRN_NO_FLOOR INT32_MIN
/* Octets of the name of a provider, with its zero. */
#define CAIRN_PROVIDER_SIZE 32

typedef struct cairn_location {
  uint32_t size;
  uint32_t flags;              /* CAIRN_SIMULATED ... */
  double latitude, longitude;  /* degrees, WGS 84 */
  double horizontal_accuracy;  /* metres; always known */
  double altitude;             /* metres above mean sea level */
  double ellipsoidal_altitude; /* metres above the WGS 84 ellipsoid */
  double vertical_accuracy;    /* metres */
  double speed;                /* metres a second over ground */
  double speed_accuracy;       /* metres a second */
  double course;               /* degrees from true north, 0 to 360 */
  double course_accuracy;      /* degrees */
  double vertical_speed;       /* metres a second, upwards */
  double ellipse_major, ellipse_minor; /* metres: semi-axes of the horizontal error */
  double ellipse_orientation;  /* degrees of the major one from true north */
  double hdop;
  double correction_age;       /* seconds since the last differential correction */
  int64_t boot_nanoseconds;    /* when the device was there, by CLOCK_BOOTTIME */
  int64_t utc_nanoseconds;     /* the same since 1970; 0 is not known */
  int32_t floor;               /* storey, or CAIRN_NO_FLOOR */
  uint16_t satellites_used;    /* 0 where none was used, or it is not known */
  uint8_t fix;                 /* CAIRN_FIX_... */
  uint8_t technology;          /* CAIRN_FROM_... */
  char provider[CAIRN_PROVIDER_SIZE]; /* who measured, UTF-8 */
} cairn_location;

/* ---- Errors ---- */

/* The kind of an error. Numbers below 64 are Core Location's. */
enum {
  CAIRN_ERROR_LOCATION_UNKNOWN = 0,
  CAIRN_ERROR_DENIED = 1, /* `text` names the rule; see `authorized` of cairn_callbacks for what to do later */
  CAIRN_ERROR_NETWORK = 2,
  CAIRN_ERROR_HEADING_FAILURE = 3,
  CAIRN_ERROR_REGION_MONITORING_DENIED = 4,
  CAIRN_ERROR_REGION_MONITORING_FAILURE = 5,
  CAIRN_ERROR_RANGING_UNAVAILABLE = 16,
  CAIRN_ERROR_RANGING_FAILURE = 17,
  CAIRN_ERROR_PROMPT_DECLINED = 18,
  CAIRN_ERROR_NO_PROVIDER = 64,
  CAIRN_ERROR_PROVIDER_LOST = 65, /* a receiver was unplugged, or the daemon has ended */
  CAIRN_ERROR_DEVICE_PERMISSION = 66,
  CAIRN_ERROR_DEVICE_BUSY = 67,
  CAIRN_ERROR_PROTOCOL_MISMATCH = 68, /* what the device sends is not understood */
  CAIRN_ERROR_CONFIGURATION_REJECTED = 69,
  CAIRN_ERROR_TIMEOUT = 70,
  CAIRN_ERROR_ANTENNA_FAULT = 71,
  CAIRN_ERROR_INTERFERENCE = 72,
  CAIRN_ERROR_CLOCK_UNTRUSTED = 73,
  CAIRN_ERROR_STORAGE_FAILURE = 75,
  CAIRN_ERROR_DELIVERY_STALLED = 76, /* the program took nothing for 60 seconds, and was disconnected for a moment */
  CAIRN_ERROR_INVALID_CONFIGURATION = 77,
  CAIRN_ERROR_CANCELLED = 78,
  CAIRN_ERROR_CORRECTIONS_UNAVAILABLE = 79,
  CAIRN_ERROR_DEVICE_DISTRUSTED = 80
};

/* Whether the service goes on. */
enum {
  CAIRN_TRANSIENT, /* it goes on, and there is nothing to do */
  CAIRN_DEGRADED,  /* it goes on with fewer or worse providers, or waits for one */
  CAIRN_FATAL      /* it has ended, and begins only when you start it again */
};

/* Octets of the text of an error, with its zero. */
#define CAIRN_TEXT_SIZE 512

typedef struct cairn_error {
  uint32_t size;
  int32_t code;         /* CAIRN_ERROR_... */
  int32_t severity;     /* CAIRN_TRANSIENT ... */
  int32_t system_error; /* errno of the system call that failed; 0 where none did */
  char provider[CAIRN_PROVIDER_SIZE]; /* who failed; empty where nobody did */
  char text[CAIRN_TEXT_SIZE];         /* what happened, where, and what to do; UTF-8, never empty */
  int32_t service;      /* CAIRN_LOCATIONS ...; 0 where it is not one service that has failed */
  uint32_t reserved;
} cairn_error;

/* ---- What is wanted ---- */

/* Values of `desired_accuracy` besides metres. */
#define CAIRN_ACCURACY_BEST 0.0
#define CAIRN_ACCURACY_NAVIGATION (-2.0)
#define CAIRN_ACCURACY_REDUCED (-3.0)

/* How the device moves. */
enum {
  CAIRN_ACTIVITY_OTHER,
  CAIRN_ACTIVITY_AUTOMOTIVE,
  CAIRN_ACTIVITY_OTHER_NAVIGATION,
  CAIRN_ACTIVITY_FITNESS,
  CAIRN_ACTIVITY_AIRBORNE,
  CAIRN_ACTIVITY_MARINE,
  CAIRN_ACTIVITY_STATIONARY
};

/* Flags of options. */
enum {
  CAIRN_PAUSES = 1 << 0,        /* no positions while the device stands, until it moves */
  CAIRN_OPPORTUNISTIC = 1 << 1, /* only positions that other clients pay for */
  CAIRN_RAW = 1 << 2            /* fixes as their providers send them, outliers included */
};

/* What a position must have to be delivered. */
enum {
  CAIRN_REQUIRES_ALTITUDE = 1 << 0,
  CAIRN_REQUIRES_SPEED = 1 << 1,
  CAIRN_REQUIRES_COURSE = 1 << 2,
  CAIRN_REQUIRES_UTC = 1 << 3,
  CAIRN_REQUIRES_3D = 1 << 4,
  CAIRN_REQUIRES_SATELLITES = 1 << 5,
  CAIRN_REQUIRES_OFFLINE = 1 << 6,
  CAIRN_REQUIRES_RTK_FIXED = 1 << 7
};

/* Which edge of the device its user sees on top; headings count from there. */
enum {
  CAIRN_PORTRAIT,
  CAIRN_PORTRAIT_UPSIDE_DOWN,
  CAIRN_LANDSCAPE_LEFT,
  CAIRN_LANDSCAPE_RIGHT
};

/* Options of all services of a manager. Zero stands for the usual value; where that is not "none", a negative number
   stands for none. */
typedef struct cairn_options {
  uint32_t size;                   /* sizeof(cairn_options) */
  uint32_t flags;                  /* CAIRN_PAUSES ... */
  double desired_accuracy;         /* metres, or CAIRN_ACCURACY_...; usually the best. It decides which providers are on */
  double distance_filter;          /* metres from the last delivered position */
  double interval;                 /* seconds between the positions that you need; fewer cost less energy */
  double minimum_interval;         /* seconds between two deliveries, whatever others ask for */
  double heartbeat;                /* seconds after which a position is repeated */
  double maximum_delay;            /* seconds for which positions may be held back, to come together */
  double maximum_cached_age;       /* seconds of the oldest position to be told at the start; usually 5 */
  double unknown_after;            /* seconds without a position until that is told; usually 30 */
  double worst_acceptable_accuracy; /* metres; worse positions are not delivered */
  double power_budget;             /* milliwatts on average; decides in place of `desired_accuracy` */
  uint32_t activity;               /* CAIRN_ACTIVITY_... */
  uint32_t requirements;           /* CAIRN_REQUIRES_... */
  double significant_distance;     /* metres; usually 500 */
  double significant_interval;     /* seconds; usually 300 */
  double visit_radius;             /* metres; usually 100 */
  double visit_minimum_stay;       /* seconds; usually 300 */
  double heading_filter;           /* degrees between two headings; usually every one */
  uint32_t heading_orientation;    /* CAIRN_PORTRAIT ... */
  uint32_t reserved;
} cairn_options;

/* A request for one position. */
typedef struct cairn_request {
  uint32_t size;           /* sizeof(cairn_request) */
  uint32_t exact;          /* nonzero: an error at the end in place of a position that is worse than wanted */
  double desired_accuracy; /* metres, or CAIRN_ACCURACY_NAVIGATION, CAIRN_ACCURACY_REDUCED; usually 10 */
  double timeout;          /* seconds; usually 30 */
  double maximum_age;      /* seconds of a known position that will do; usually 5 */
  double settle;           /* seconds without an improvement after which the best will do; usually 10 */
} cairn_request;

/* ---- What else is told ---- */

typedef struct cairn_visit {
  uint32_t size;
  uint32_t reserved;
  double latitude, longitude;        /* degrees: the centre of the place */
  double horizontal_accuracy;        /* metres */
  int64_t arrival_boot_nanoseconds;  /* CLOCK_BOOTTIME; 0: before monitoring began */
  int64_t departure_boot_nanoseconds; /* 0: still there */
  int64_t arrival_utc_nanoseconds;   /* since 1970; 0 is not known */
  int64_t departure_utc_nanoseconds; /* since 1970; 0: still there, or not known */
} cairn_visit;

typedef struct cairn_heading {
  uint32_t size;
  uint32_t reserved;
  double magnetic_heading;         /* degrees from magnetic north, 0 to 360 */
  double true_heading;             /* degrees from true north */
  double accuracy;                 /* degrees; NaN while uncalibrated or disturbed */
  double field_x, field_y, field_z; /* microtesla: to the right, to the top, out of the face of the device */
  int64_t boot_nanoseconds;        /* CLOCK_BOOTTIME */
} cairn_heading;

/* Systems of satellites, by u-blox's gnssId. */
enum {
  CAIRN_GPS,
  CAIRN_SBAS,
  CAIRN_GALILEO,
  CAIRN_BEIDOU,
  CAIRN_IMES,
  CAIRN_QZSS,
  CAIRN_GLONASS,
  CAIRN_NAVIC
};

/* One signal of a satellite; a satellite of which two are received comes twice. */
typedef struct cairn_satellite {
  uint32_t size;
  uint8_t system;          /* CAIRN_GPS ... */
  uint8_t number;          /* the system's own; 0 while it is not known */
  uint8_t signal;          /* NMEA 0183 version 4.11, table 20; 0 where it is not named */
  uint8_t is_used;         /* in the position of this epoch */
  double elevation;        /* degrees above the horizon */
  double azimuth;          /* degrees from true north */
  double carrier_to_noise; /* dB-Hz; NaN while not tracked */
} cairn_satellite;

typedef struct cairn_sky {
  uint32_t size;
  uint32_t count; /* of satellites */
  const cairn_satellite *const *satellites;
  int64_t boot_nanoseconds; /* CLOCK_BOOTTIME */
  double gdop, pdop, hdop, vdop, tdop;
  char provider[CAIRN_PROVIDER_SIZE];
} cairn_sky;

/* What the policy grants. Numbers are Core Location's. */
enum {
  CAIRN_NOT_DETERMINED,
  CAIRN_RESTRICTED,
  CAIRN_DENIED,
  CAIRN_AUTHORIZED_ALWAYS,
  CAIRN_AUTHORIZED_WHEN_IN_USE
};

typedef struct cairn_authorization {
  uint32_t size;
  int32_t status;              /* CAIRN_NOT_DETERMINED ... */
  uint32_t is_reduced;         /* whether positions are coarse on purpose */
  uint32_t reserved;
  char reason[CAIRN_TEXT_SIZE]; /* which rule of which file says so */
} cairn_authorization;

/* ---- Regions ---- */

/* Shapes of regions. */
enum {
  CAIRN_CIRCLE,   /* one point, and `extent` is the radius */
  CAIRN_POLYGON,  /* its corners; 3 at least */
  CAIRN_CORRIDOR, /* a line of points; 2 at least, and `extent` is the width */
  CAIRN_BEACON    /* where that beacon is heard */
};

typedef struct cairn_point {
  double latitude, longitude; /* degrees, WGS 84 */
} cairn_point;

/* A number of a beacon that may have any value. */
#define CAIRN_ANY (-1)

/* Flags of regions. */
enum { CAIRN_QUIET_ENTRY = 1 << 0, CAIRN_QUIET_EXIT = 1 << 1 };

typedef struct cairn_region {
  uint32_t size;           /* sizeof(cairn_region) */
  uint32_t shape;          /* CAIRN_CIRCLE ... */
  const char *identifier;  /* 1 to 255 octets of UTF-8; a region of the same name is replaced */
  const cairn_point *points;
  size_t count;            /* of points */
  double extent;           /* metres above 0: a radius to 100,000, a width to 200,000 */
  double confidence;       /* probability from which a crossing counts, 0.5 to below 1; usually 0.95 */
  double dwell;            /* seconds for which it must hold; usually 20, and below zero none */
  double hysteresis;       /* metres beyond the boundary at which it is left; usually 20, and below zero none */
  double desired_accuracy; /* metres near the boundary; usually 100 */
  double responsiveness;   /* seconds by which a crossing may be told late; usually 60, and below zero none */
  uint32_t flags;          /* CAIRN_QUIET_ENTRY ... */
  int32_t major, minor;    /* 0 to 65535, or CAIRN_ANY */
  uint8_t uuid[16];        /* of the beacon */
  uint32_t state;          /* CAIRN_INSIDE or CAIRN_OUTSIDE, if you know it from before: then only a change is told */
} cairn_region;

/* Where the device is with regard to a region. Numbers are Core Location's. */
enum { CAIRN_STATE_UNKNOWN, CAIRN_INSIDE, CAIRN_OUTSIDE };

/* What has happened. */
enum {
  CAIRN_ENTERED,
  CAIRN_LEFT,
  /* The state is known: the answer to cairn_manager_region_state(), or, without CAIRN_QUIET_ENTRY, that the device is
     inside from the beginning. To be outside then is told only to those who ask. */
  CAIRN_ANSWERED,
  CAIRN_FAILED    /* the region is not monitored; see `error` */
};

typedef struct cairn_region_event {
  uint32_t size;
  uint32_t what;               /* CAIRN_ENTERED ... */
  const char *identifier;
  uint32_t state;              /* CAIRN_STATE_UNKNOWN ... */
  uint32_t reserved;
  double probability;          /* that the device is on this side of the boundary */
  int64_t boot_nanoseconds;    /* CLOCK_BOOTTIME */
  int64_t utc_nanoseconds;     /* since 1970; 0 is not known */
  const cairn_location *evidence; /* the position that has decided; NULL where none has */
  const cairn_error *error;    /* why the region is not monitored; else NULL */
} cairn_region_event;

/* ---- Managers ---- */

typedef struct cairn_manager cairn_manager;

/* What is called for events; NULL where you do not want to know. */
typedef struct cairn_callbacks {
  uint32_t size; /* sizeof(cairn_callbacks) */
  uint32_t reserved;
  /* Positions, oldest first; one at least: of CAIRN_LOCATIONS, and of CAIRN_SIGNIFICANT. */
  void (*locations)(void *context, const cairn_location *const *locations, size_t count);
  /* A service has a problem; see `severity`. */
  void (*failed)(void *context, const cairn_error *error);
  /* The updates pause because the device stands, or go on. */
  void (*paused)(void *context, int is_paused);
  /* The answer to the request of that number: a position, or an error, or both where the best was not good enough. */
  void (*answered)(void *context, int32_t request, const cairn_location *location, const cairn_error *error);
  /* A stay has begun or ended. */
  void (*visited)(void *context, const cairn_visit *visit);
  void (*heading)(void *context, const cairn_heading *heading);
  /* The satellites of an epoch. */
  void (*satellites)(void *context, const cairn_sky *sky);
  void (*region)(void *context, const cairn_region_event *event);
  /* What the policy grants: first, and when it changes. A service that was denied does not begin by itself when it is
     granted: start it again here. */
  void (*authorized)(void *context, const cairn_authorization *authorization);
  /* Other providers are used than before: see cairn_manager_plan(). */
  void (*planned)(void *context);
} cairn_callbacks;

/*
 * Opens a manager. It wants nothing yet: no receiver is switched on. The daemon's socket is what the environment
 * variable CAIRN_SOCKET names, else /run/cairn/cairn.sock; with an empty variable there is no daemon.
 *
 *   source     NULL for the daemon where it answers, else receivers that are found by themselves;
 *              "daemon:" for the daemon, "daemon:PATH" for that at a socket, also while it does not answer;
 *              "device:" for receivers that are found by themselves;
 *              a path, "device:PATH", "tcp://HOST:PORT" or "file:PATH" (a recording) for one receiver.
 *   options    NULL for the usual ones.
 *   callbacks  copied.
 *   context    passed to callbacks; the library does not look at it.
 *   error      if not NULL, its `size` is set by you, and the rest by the library where NULL is returned. Its text
 *              ends with the name of the option that is wrong.
 *
 * A receiver or daemon that is not there is no failure: the manager waits for it, and callbacks tell. It tries to
 * connect to a daemon after a tenth of a second, then twice as long, up to ten seconds.
 */
cairn_manager *cairn_manager_open(const char *source, const cairn_options *options,
                                  const cairn_callbacks *callbacks, void *context, cairn_error *error);

/* Ends all services of a manager and releases it. In a callback too. NULL is ignored. The last manager of a receiver waits
   until that is free for other programs, for two seconds at most. */
void cairn_manager_close(cairn_manager *manager);

/* Replaces the options of a manager, at once and for services that run. */
int32_t cairn_manager_set_options(cairn_manager *manager, const cairn_options *options);

/* Services. */
enum {
  CAIRN_LOCATIONS = 1,   /* positions, as the options say */
  CAIRN_SIGNIFICANT = 2, /* positions that are far apart, told as others: by `locations` */
  CAIRN_VISITS = 3,
  CAIRN_HEADINGS = 4,
  CAIRN_SATELLITES = 5   /* of receivers that are on; switches none on */
};

/* Starts or stops a service. Idempotent. */
int32_t cairn_manager_start(cairn_manager *manager, int32_t service);
int32_t cairn_manager_stop(cairn_manager *manager, int32_t service);

/* Asks for one position; NULL for the usual request. The number of the request, from 1 on, or a negative result.
   It ends with exactly one call of `answered`, unless the manager is closed before. */
int32_t cairn_manager_request(cairn_manager *manager, const cairn_request *request);

/* Ends a request, which is answered with CAIRN_ERROR_CANCELLED. CAIRN_UNKNOWN if it has been answered. */
int32_t cairn_manager_cancel(cairn_manager *manager, int32_t request);

/* A file descriptor that is readable when cairn_manager_process() has something to do: for poll, epoll, GLib, Qt,
   libuv. It stays the same until the manager is closed, and is closed then; do nothing else with it. */
int32_t cairn_manager_descriptor(const cairn_manager *manager);

/* Makes the callbacks that are due, without waiting. Their number. */
int32_t cairn_manager_process(cairn_manager *manager);

/* Waits until a callback was made. The number of callbacks; 0 after so many seconds, or when a signal came.
   A negative number of seconds waits for ever. */
int32_t cairn_manager_wait(cairn_manager *manager, double seconds);

/* The last known position; its `size` is set by you. CAIRN_UNKNOWN if there is none. */
int32_t cairn_manager_last(const cairn_manager *manager, cairn_location *location);

/* What the policy grants; the `size` is set by you. */
int32_t cairn_manager_authorization(const cairn_manager *manager, cairn_authorization *authorization);

/* Monitors a region, or another one under the name of a region. */
int32_t cairn_manager_region_add(cairn_manager *manager, const cairn_region *region);

/* Ends the monitoring of a region. CAIRN_UNKNOWN if there is none of that name. */
int32_t cairn_manager_region_remove(cairn_manager *manager, const char *identifier);

/* Asks for the state of a region; `region` is called with CAIRN_ANSWERED. CAIRN_STATE_UNKNOWN is the answer before the
   first position that is certain. */
int32_t cairn_manager_region_state(cairn_manager *manager, const char *identifier);

/*
 * Writes which providers are on, and why, as a JSON object and a zero: at most `size` octets, as snprintf does.
 * The octets that the whole text has, without the zero, or a negative result. `text` may be NULL if `size` is 0.
 */
int32_t cairn_manager_plan(const cairn_manager *manager, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
