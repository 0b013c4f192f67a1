#include "client.h"

#include <math.h>

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

static void put_duration(struct message *message, double seconds) {
  wire_put(&message->writer, (uint64_t)said_duration(seconds), 8);
}

/* A duration that is absent unless it is above zero. */
static void put_optional_duration(struct message *message, double seconds) {
  wire_put(&message->writer, (uint64_t)(seconds > 0 ? said_duration(seconds) : WIRE_ABSENT), 8);
}

/* A number that is absent unless it is above zero. */
static void put_limit(struct message *message, double value) { wire_put_real(&message->writer, value > 0 ? value : NAN); }

/* The value that the program has set, the usual one for zero, or none for a negative one. */
static double set_or_usual(double value, double usual) { return value == 0 ? usual : value > 0 ? value : 0; }

static void put_flag(struct message *message, int flag) { wire_put(&message->writer, flag ? 1 : 0, 1); }

static void put_reserved(struct message *message, unsigned octets) { wire_put(&message->writer, 0, octets); }

static void put_accuracy(struct message *message, double accuracy) {
  enum { BEST, NAVIGATION, METRES, REDUCED };
  unsigned level = accuracy > 0                          ? METRES
                   : accuracy == CAIRN_ACCURACY_NAVIGATION ? NAVIGATION
                   : accuracy == CAIRN_ACCURACY_REDUCED    ? REDUCED
                                                           : BEST;
  wire_put(&message->writer, level, 8); /* one octet, and seven without a meaning */
  put_limit(message, accuracy);
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

static void put_standard(struct message *message, const cairn_options *options) {
  put_accuracy(message, options->desired_accuracy);
  put_limit(message, options->power_budget);
  put_limit(message, options->distance_filter);
  put_optional_duration(message, options->interval);
  put_optional_duration(message, options->minimum_interval);
  put_optional_duration(message, options->heartbeat);
  put_duration(message, options->maximum_delay);
  put_duration(message, set_or_usual(options->maximum_cached_age, 5));
  put_duration(message, set_or_usual(options->unknown_after, 30));
  put_limit(message, options->worst_acceptable_accuracy);
  wire_put(&message->writer, options->activity, 1);
  put_flag(message, options->flags & CAIRN_PAUSES);
  put_flag(message, options->flags & CAIRN_OPPORTUNISTIC);
  put_flag(message, !(options->flags & CAIRN_RAW));
  wire_put(&message->writer, options->requirements, 2);
  put_reserved(message, 2);
}

int say_service(cairn_backend *backend, int32_t service, uint32_t id) {
  static const uint16_t types[] = {SAY_STANDARD, SAY_SIGNIFICANT, SAY_VISITS, SAY_HEADING};
  const cairn_options *options = &backend->options;
  struct message message;
  begin(&message, types[service - CAIRN_LOCATIONS], id);
  switch (service) {
  case CAIRN_LOCATIONS: put_standard(&message, options); break;
  case CAIRN_SIGNIFICANT:
    wire_put_real(&message.writer, set_or_usual(options->significant_distance, 500));
    put_duration(&message, set_or_usual(options->significant_interval, 300));
    break;
  case CAIRN_VISITS:
    wire_put_real(&message.writer, set_or_usual(options->visit_radius, 100));
    put_duration(&message, set_or_usual(options->visit_minimum_stay, 300));
    break;
  default:
    put_limit(&message, options->heading_filter);
    wire_put(&message.writer, options->heading_orientation, 1);
    put_reserved(&message, 7);
  }
  return send_message(backend, &message);
}

int say_request(cairn_backend *backend, const struct request *request, int64_t now) {
  const cairn_request *wanted = &request->wanted;
  struct message message;
  begin(&message, SAY_POSITION, request->id);
  put_accuracy(&message, wanted->desired_accuracy == 0 ? 10 : wanted->desired_accuracy);
  int64_t rest = request->is_overdue || request->deadline < now ? 0 : request->deadline - now;
  wire_put(&message.writer, (uint64_t)rest, 8);
  put_duration(&message, set_or_usual(wanted->maximum_age, 5));
  put_duration(&message, wanted->settle < 0 ? 1e9 : set_or_usual(wanted->settle, 10));
  put_flag(&message, !wanted->exact);
  put_reserved(&message, 7);
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
  put_flag(&message, 1);
  put_reserved(&message, 7);
  return send_message(backend, &message);
}

int say_watch(cairn_backend *backend) {
  struct message message;
  begin(&message, SAY_WATCH, 0);
  put_duration(&message, 1);
  put_flag(&message, 0); /* clients */
  put_flag(&message, 0); /* energy */
  put_flag(&message, 1); /* satellites */
  put_flag(&message, 0); /* receivers */
  put_reserved(&message, 4);
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
  const cairn_region *wanted = &region->wanted;
  struct message message;
  begin(&message, SAY_REGION, backend->regions_id);
  wire_put_real(&message.writer, wanted->extent);
  wire_put_real(&message.writer, set_or_usual(wanted->confidence, 0.95));
  put_duration(&message, set_or_usual(wanted->dwell, 20));
  wire_put_real(&message.writer, set_or_usual(wanted->hysteresis, 20));
  put_accuracy(&message, wanted->desired_accuracy == 0 ? 100 : wanted->desired_accuracy);
  put_duration(&message, set_or_usual(wanted->responsiveness, 60));
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
