#include "client.h"

#include <math.h>
#include <string.h>

/* Types of messages. */
enum {
  SAY_STANDARD = 1,
  SAY_POSITION,
  SAY_STOP,
  SAY_USE,
  SAY_SIGNIFICANT,
  SAY_VISITS,
  SAY_HEADING,
  SAY_REGION = 16,
  SAY_POINTS,
  SAY_REGION_END,
  SAY_REGION_STATE,
  SAY_WATCH = 32
};

/* Room for the longest message: a region with its points. */
enum { ROOM = WIRE_POINTS * 16 + 512 };

struct message {
  wire_writer writer;
  uint8_t bytes[ROOM];
};

static void begin(struct message *message, uint16_t type, uint32_t service) {
  wire_begin(&message->writer, message->bytes, ROOM, type, service);
}

static int send_on(cairn_backend *backend, struct channel *channel, struct message *message) {
  size_t length = wire_end(&message->writer);
  return length > 0 && channel_send(channel, backend->epoll, message->bytes, length);
}

static int send_message(cairn_backend *backend, struct message *message) {
  return send_on(backend, &backend->link, message);
}

/* ---- Fields ---- */

int64_t said_duration(double seconds) {
  if (!(seconds > 0)) return 0;
  return seconds < 1e9 ? (int64_t)(seconds * 1e9) : INT64_C(1000000000) * 1000000000;
}

static void put_flag(struct message *message, int flag) { wire_put(&message->writer, flag ? 1 : 0, 1); }

static void put_reserved(struct message *message, unsigned octets) { wire_put(&message->writer, 0, octets); }

static void put_accuracy(struct message *message, double accuracy) {
  enum { BEST, NAVIGATION, METRES, REDUCED };
  unsigned level = accuracy > 0                          ? METRES
                   : accuracy == CAIRN_ACCURACY_NAVIGATION ? NAVIGATION
                   : accuracy == CAIRN_ACCURACY_REDUCED    ? REDUCED
                                                           : BEST;
  wire_put(&message->writer, level, 8); /* one octet, and seven without a meaning */
  wire_put_real(&message->writer, accuracy > 0 ? accuracy : NAN);
}

/* How a number of a struct of cairn.h is said. */
enum {
  ACCURACY,
  VALUE,
  LIMIT,            /* absent unless it is above zero */
  DURATION,
  OPTIONAL_DURATION /* absent unless it is above zero */
};

/* Where a number is, and what zero stands for; a negative one stands for none. */
typedef struct number {
  uint8_t kind;
  uint16_t at, hundredths;
} number;

static void put_number(struct message *message, const number *field, const void *from) {
  double value;
  memcpy(&value, (const uint8_t *)from + field->at, sizeof value);
  if (value == 0) value = field->hundredths / 100.0;
  if (field->kind == ACCURACY) {
    put_accuracy(message, value);
  } else if (field->kind >= DURATION) {
    int is_absent = field->kind == OPTIONAL_DURATION && !(value > 0);
    wire_put(&message->writer, (uint64_t)(is_absent ? WIRE_ABSENT : said_duration(value)), 8);
  } else {
    double none = field->kind == LIMIT ? NAN : 0;
    wire_put_real(&message->writer, value > 0 ? value : none);
  }
}

static void put_numbers(struct message *message, const number *fields, size_t count, const void *from) {
  for (size_t i = 0; i < count; i++) put_number(message, &fields[i], from);
}

static void put_points(struct message *message, const cairn_point *points, size_t count) {
  wire_put(&message->writer, count, 2);
  wire_put(&message->writer, sizeof *points, 2);
  for (size_t i = 0; i < count; i++) {
    wire_put_real(&message->writer, points[i].latitude);
    wire_put_real(&message->writer, points[i].longitude);
  }
}

/* ---- Services ---- */

int say_service(cairn_backend *backend, int32_t service, uint32_t id) {
#define OPTION(kind, field, hundredths) {kind, offsetof(cairn_options, field), hundredths}
  static const number numbers[] = {
      OPTION(ACCURACY, desired_accuracy, 0), OPTION(LIMIT, power_budget, 0), OPTION(LIMIT, distance_filter, 0),
      OPTION(OPTIONAL_DURATION, interval, 0), OPTION(OPTIONAL_DURATION, minimum_interval, 0),
      OPTION(OPTIONAL_DURATION, heartbeat, 0), OPTION(DURATION, maximum_delay, 0),
      OPTION(DURATION, maximum_cached_age, 500), OPTION(DURATION, unknown_after, 3000),
      OPTION(LIMIT, worst_acceptable_accuracy, 0),
      OPTION(VALUE, significant_distance, 50000), OPTION(DURATION, significant_interval, 30000),
      OPTION(VALUE, visit_radius, 10000), OPTION(DURATION, visit_minimum_stay, 30000),
      OPTION(LIMIT, heading_filter, 0)};
#undef OPTION
  /* Of each service: its type, and its numbers. */
  static const struct {
    uint8_t type, first, count;
  } services[] = {{SAY_STANDARD, 0, 10}, {SAY_SIGNIFICANT, 10, 2}, {SAY_VISITS, 12, 2}, {SAY_HEADING, 14, 1}};
  const cairn_options *options = &backend->options;
  size_t index = (size_t)(service - CAIRN_LOCATIONS);
  struct message message;
  begin(&message, services[index].type, id);
  put_numbers(&message, numbers + services[index].first, services[index].count, options);
  if (service == CAIRN_LOCATIONS) {
    wire_put(&message.writer, options->activity, 1);
    put_flag(&message, options->flags & CAIRN_PAUSES);
    put_flag(&message, options->flags & CAIRN_OPPORTUNISTIC);
    put_flag(&message, !(options->flags & CAIRN_RAW));
    wire_put(&message.writer, options->requirements, 4); /* two octets, and two without a meaning */
  } else if (service == CAIRN_HEADINGS) {
    wire_put(&message.writer, options->heading_orientation, 8); /* one octet, and seven without a meaning */
  }
  return send_message(backend, &message);
}

int say_request(cairn_backend *backend, const struct request *request, int64_t now) {
  static const number numbers[] = {{ACCURACY, offsetof(cairn_request, desired_accuracy), 1000},
                                   {DURATION, offsetof(cairn_request, maximum_age), 500},
                                   {DURATION, offsetof(cairn_request, settle), 1000}};
  cairn_request wanted = request->wanted;
  /* Never to settle is to wait for longer than any request does. */
  if (wanted.settle < 0) wanted.settle = 1e9;
  struct message message;
  begin(&message, SAY_POSITION, request->id);
  put_number(&message, &numbers[0], &wanted);
  int64_t rest = request->is_overdue || request->deadline < now ? 0 : request->deadline - now;
  wire_put(&message.writer, (uint64_t)rest, 8);
  put_numbers(&message, numbers + 1, 2, &wanted);
  wire_put(&message.writer, !wanted.exact, 8); /* one octet, and seven without a meaning */
  return send_message(backend, &message);
}

int say_stop(cairn_backend *backend, uint32_t id) {
  struct message message;
  begin(&message, SAY_STOP, id);
  return send_message(backend, &message);
}

int say_use(cairn_backend *backend) {
  struct message message;
  begin(&message, SAY_USE, 0);
  wire_put(&message.writer, 1, 8); /* one octet, and seven without a meaning */
  return send_message(backend, &message);
}

int say_watch(cairn_backend *backend) {
  struct message message;
  begin(&message, SAY_WATCH, 0);
  wire_put(&message.writer, (uint64_t)said_duration(1), 8);
  /* An octet each for clients, energy, satellites and receivers, and four without a meaning. */
  wire_put(&message.writer, 1 << 16, 8);
  return send_on(backend, &backend->watch, &message);
}

/* ---- Regions ---- */

static void put_beacon(struct message *message, const cairn_region *region) {
  uint64_t halves[2] = {0, 0};
  for (size_t i = 0; i < sizeof region->uuid; i++) halves[i / 8] = halves[i / 8] << 8 | region->uuid[i];
  wire_put(&message->writer, halves[0], 8);
  wire_put(&message->writer, halves[1], 8);
  /* CAIRN_ANY is larger than any number. */
  wire_put(&message->writer, (uint32_t)region->major, 4);
  wire_put(&message->writer, (uint32_t)region->minor, 4);
}

int say_region(cairn_backend *backend, const struct region *region) {
  static const number numbers[] = {{VALUE, offsetof(cairn_region, extent), 0},
                                   {VALUE, offsetof(cairn_region, confidence), 95},
                                   {DURATION, offsetof(cairn_region, dwell), 2000},
                                   {VALUE, offsetof(cairn_region, hysteresis), 2000},
                                   {ACCURACY, offsetof(cairn_region, desired_accuracy), 10000},
                                   {DURATION, offsetof(cairn_region, responsiveness), 6000}};
  const cairn_region *wanted = &region->wanted;
  struct message message;
  begin(&message, SAY_REGION, backend->regions_id);
  put_numbers(&message, numbers, sizeof numbers / sizeof *numbers, wanted);
  put_beacon(&message, wanted);
  wire_put(&message.writer, wanted->shape, 1);
  put_flag(&message, !(wanted->flags & CAIRN_QUIET_ENTRY));
  put_flag(&message, !(wanted->flags & CAIRN_QUIET_EXIT));
  wire_put(&message.writer, region->state, 1);
  wire_put_text(&message.writer, wanted->identifier, WIRE_TEXT);
  put_points(&message, wanted->points + region->points_said, wanted->count - region->points_said);
  return send_message(backend, &message);
}

int say_points(cairn_backend *backend, const struct region *region) {
  struct message message;
  begin(&message, SAY_POINTS, backend->regions_id);
  put_reserved(&message, 4);
  put_points(&message, region->wanted.points + region->points_said, WIRE_POINTS);
  return send_message(backend, &message);
}

static int say_identifier(cairn_backend *backend, uint16_t type, const char *identifier) {
  struct message message;
  begin(&message, type, backend->regions_id);
  wire_put_text(&message.writer, identifier, WIRE_TEXT);
  return send_message(backend, &message);
}

int say_region_end(cairn_backend *backend, const char *identifier) {
  return say_identifier(backend, SAY_REGION_END, identifier);
}

int say_question(cairn_backend *backend, const char *identifier) {
  return say_identifier(backend, SAY_REGION_STATE, identifier);
}
