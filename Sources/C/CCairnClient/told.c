#include "told.h"

#include <math.h>

#define AT(type, field) offsetof(type, field)

void told_text(wire_reader *reader, char *text) {
  static const wire_field field[] = {{WIRE_STRING, 0, 0}};
  WIRE_READ(reader, field, text);
}

static void check_coordinate(wire_reader *reader, double latitude, double longitude) {
  /* Not a number fails too. */
  if (!(fabs(latitude) <= 90 && fabs(longitude) <= 180)) reader->has_failed = 1;
}

void told_location(wire_reader *reader, cairn_location *location) {
  /* From `latitude` to `ellipse_orientation`, the struct has the message's order. */
  static const wire_field fields[] = {{WIRE_REAL, 14, AT(cairn_location, latitude)},
                                      {WIRE_TIME, 2, AT(cairn_location, boot_nanoseconds)},
                                      {WIRE_FOUR, 1, AT(cairn_location, floor)},
                                      {WIRE_SHORT_REAL, 2, AT(cairn_location, hdop)},
                                      {WIRE_TWO_WIDE, 1, AT(cairn_location, flags)},
                                      {WIRE_TWO, 1, AT(cairn_location, satellites_used)},
                                      {WIRE_OCTET, 1, AT(cairn_location, technology)},
                                      {WIRE_OCTET, 1, AT(cairn_location, fix)},
                                      {WIRE_NOTHING, 6, 0},
                                      {WIRE_STRING, WIRE_PROVIDER, AT(cairn_location, provider)}};
  location->size = sizeof *location;
  WIRE_READ(reader, fields, location);
  check_coordinate(reader, location->latitude, location->longitude);
  if (!(location->horizontal_accuracy >= 0 && isfinite(location->horizontal_accuracy))) reader->has_failed = 1;
  if (location->satellites_used > 255) location->satellites_used = 0;
  if (location->technology > CAIRN_FROM_SEVERAL) location->technology = CAIRN_FROM_OTHER_PROGRAM;
  if (location->fix > CAIRN_FIX_ESTIMATED) location->fix = CAIRN_FIX_UNKNOWN;
}

size_t told_locations(wire_reader *reader, cairn_location *locations) {
  size_t more;
  wire_skip(reader, 4); /* positions that were left out so far */
  size_t count = wire_count(reader, LOCATION_OCTETS, &more);
  for (size_t i = 0; i < count; i++) {
    told_location(reader, &locations[i]);
    wire_skip(reader, more);
  }
  return count;
}

void told_read_error(wire_reader *reader, told_error *error) {
  static const wire_field fields[] = {{WIRE_OCTET, 3, AT(told_failure, code)},
                                      {WIRE_NOTHING, 1, 0},
                                      {WIRE_FOUR, 1, AT(told_failure, system_error)},
                                      {WIRE_STRING, 0, AT(told_failure, path)},
                                      {WIRE_STRING, WIRE_PROVIDER, AT(told_failure, provider)},
                                      {WIRE_STRING, 0, AT(told_failure, reason)}};
  static const wire_field best[] = {{WIRE_OCTET, 1, AT(told_error, has_best)}, {WIRE_NOTHING, 7, 0}};
  told_failure *failure = &error->failure;
  WIRE_READ(reader, fields, failure);
  failure->code = failure_known_code(failure->code);
  if (failure->severity > CAIRN_FATAL) failure->severity = CAIRN_TRANSIENT;
  WIRE_READ(reader, best, error);
  told_location(reader, &error->best);
}

void told_visit(wire_reader *reader, cairn_visit *visit) {
  static const wire_field fields[] = {{WIRE_REAL, 3, AT(cairn_visit, latitude)},
                                      {WIRE_TIME, 2, AT(cairn_visit, arrival_utc_nanoseconds)},
                                      {WIRE_TIME, 2, AT(cairn_visit, arrival_boot_nanoseconds)}};
  *visit = (cairn_visit){.size = sizeof *visit};
  WIRE_READ(reader, fields, visit);
  check_coordinate(reader, visit->latitude, visit->longitude);
}

void told_heading(wire_reader *reader, cairn_heading *heading) {
  static const wire_field fields[] = {{WIRE_REAL, 6, AT(cairn_heading, magnetic_heading)},
                                      {WIRE_TIME, 1, AT(cairn_heading, boot_nanoseconds)}};
  *heading = (cairn_heading){.size = sizeof *heading};
  WIRE_READ(reader, fields, heading);
}

void told_authorization(wire_reader *reader, cairn_authorization *authorization) {
  /* Left out: services, whether the program is in use, why there are no positions, and what hardware there is. */
  static const wire_field fields[] = {{WIRE_FOUR, 1, AT(cairn_authorization, status)},
                                      {WIRE_FOUR, 1, AT(cairn_authorization, is_reduced)},
                                      {WIRE_NOTHING, 8, 0},
                                      {WIRE_STRING, 0, AT(cairn_authorization, reason)}};
  *authorization = (cairn_authorization){.size = sizeof *authorization};
  WIRE_READ(reader, fields, authorization);
  authorization->is_reduced = authorization->is_reduced != 0;
  if (authorization->status < 0 || authorization->status > CAIRN_AUTHORIZED_WHEN_IN_USE) {
    authorization->status = CAIRN_DENIED;
  }
}

void told_read_region(wire_reader *reader, told_region *region) {
  static const wire_field fields[] = {{WIRE_REAL, 1, AT(told_region, probability)},
                                      {WIRE_TIME, 2, AT(told_region, boot_nanoseconds)},
                                      {WIRE_OCTET, 4, AT(told_region, state)},
                                      {WIRE_NOTHING, 4, 0},
                                      {WIRE_STRING, 0, AT(told_region, identifier)}};
  enum { SIGHTING_OCTETS = 48 };
  WIRE_READ(reader, fields, region);
  if (region->state > CAIRN_OUTSIDE) region->state = CAIRN_STATE_UNKNOWN;
  told_location(reader, &region->evidence);
  wire_skip(reader, SIGHTING_OCTETS);
}

size_t told_sky(wire_reader *reader, cairn_sky *sky, size_t *more) {
  /* Left out: the dilution for north and east. */
  static const wire_field fields[] = {{WIRE_TIME, 1, AT(cairn_sky, boot_nanoseconds)},
                                      {WIRE_SHORT_REAL, 5, AT(cairn_sky, gdop)},
                                      {WIRE_NOTHING, 8, 0},
                                      {WIRE_STRING, WIRE_PROVIDER, AT(cairn_sky, provider)}};
  enum { SIGNAL_OCTETS = 16 };
  *sky = (cairn_sky){.size = sizeof *sky};
  WIRE_READ(reader, fields, sky);
  return wire_count(reader, SIGNAL_OCTETS, more);
}

void told_satellite(wire_reader *reader, cairn_satellite *satellite) {
  typedef struct signal {
    double level;
    uint16_t number, signal, elevation, azimuth;
    uint8_t system, is_used;
  } signal;
  static const wire_field fields[] = {{WIRE_SHORT_REAL, 1, AT(signal, level)},
                                      {WIRE_TWO, 4, AT(signal, number)},
                                      {WIRE_OCTET, 2, AT(signal, system)},
                                      {WIRE_NOTHING, 2, 0}};
  signal told;
  WIRE_READ(reader, fields, &told);
  /* What no satellite can have stands for what is not known. */
  int16_t elevation = (int16_t)told.elevation;
  *satellite = (cairn_satellite){.size = sizeof *satellite, .system = told.system,
                                 .number = told.number > 255 ? 0 : (uint8_t)told.number,
                                 .signal = told.signal > 255 ? 0 : (uint8_t)told.signal,
                                 .is_used = told.is_used != 0,
                                 .elevation = elevation < -128 || elevation > 127 ? NAN : elevation,
                                 .azimuth = told.azimuth == UINT16_MAX ? NAN : told.azimuth,
                                 .carrier_to_noise = told.level};
}
