#include "told.h"

#include <math.h>
#include <string.h>

/* Nanoseconds, or 0 where they are absent. */
static int64_t time_or_zero(wire_reader *reader) {
  int64_t time = (int64_t)wire_integer(reader, 8);
  return time == WIRE_ABSENT ? 0 : time;
}

static void coordinate(wire_reader *reader, double *latitude, double *longitude) {
  *latitude = wire_real(reader);
  *longitude = wire_real(reader);
  /* Not a number fails too. */
  if (!(fabs(*latitude) <= 90 && fabs(*longitude) <= 180)) reader->has_failed = 1;
}

void told_location(wire_reader *reader, cairn_location *location) {
  cairn_blank_location(location);
  coordinate(reader, &location->latitude, &location->longitude);
  location->horizontal_accuracy = wire_real(reader);
  if (!(location->horizontal_accuracy >= 0 && isfinite(location->horizontal_accuracy))) reader->has_failed = 1;
  double *numbers[] = {&location->altitude, &location->ellipsoidal_altitude, &location->vertical_accuracy,
                       &location->speed, &location->speed_accuracy, &location->course, &location->course_accuracy,
                       &location->vertical_speed, &location->ellipse_major, &location->ellipse_minor,
                       &location->ellipse_orientation};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) *numbers[i] = wire_real(reader);
  location->boot_nanoseconds = time_or_zero(reader);
  location->utc_nanoseconds = time_or_zero(reader);
  /* CAIRN_NO_FLOOR is the number for none. */
  location->floor = (int32_t)wire_integer(reader, 4);
  location->hdop = wire_short_real(reader);
  location->correction_age = wire_short_real(reader);
  location->flags = (uint32_t)wire_integer(reader, 2);
  uint16_t satellites = (uint16_t)wire_integer(reader, 2);
  location->satellites_used = satellites > 255 ? 0 : satellites;
  location->technology = (uint8_t)wire_integer(reader, 1);
  location->fix = (uint8_t)wire_integer(reader, 1);
  if (location->technology > CAIRN_FROM_SEVERAL) location->technology = CAIRN_FROM_OTHER_PROGRAM;
  if (location->fix > CAIRN_FIX_ESTIMATED) location->fix = CAIRN_FIX_UNKNOWN;
  wire_skip(reader, 6);
  wire_text(reader, location->provider, WIRE_PROVIDER);
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
  told_failure *failure = &error->failure;
  failure->code = failure_known_code((uint8_t)wire_integer(reader, 1));
  failure->severity = (uint8_t)wire_integer(reader, 1);
  if (failure->severity > CAIRN_FATAL) failure->severity = CAIRN_TRANSIENT;
  failure->operation = (uint8_t)wire_integer(reader, 1);
  wire_skip(reader, 1);
  failure->system_error = (int32_t)wire_integer(reader, 4);
  wire_text(reader, failure->path, WIRE_TEXT);
  wire_text(reader, failure->provider, WIRE_PROVIDER);
  wire_text(reader, failure->reason, WIRE_TEXT);
  error->has_best = wire_integer(reader, 1) != 0;
  wire_skip(reader, 7);
  told_location(reader, &error->best);
}

void told_visit(wire_reader *reader, cairn_visit *visit) {
  *visit = (cairn_visit){.size = sizeof *visit};
  coordinate(reader, &visit->latitude, &visit->longitude);
  visit->horizontal_accuracy = wire_real(reader);
  visit->arrival_utc_nanoseconds = time_or_zero(reader);
  visit->departure_utc_nanoseconds = time_or_zero(reader);
  visit->arrival_boot_nanoseconds = time_or_zero(reader);
  visit->departure_boot_nanoseconds = time_or_zero(reader);
}

void told_heading(wire_reader *reader, cairn_heading *heading) {
  *heading = (cairn_heading){.size = sizeof *heading};
  heading->magnetic_heading = wire_real(reader);
  heading->true_heading = wire_real(reader);
  heading->accuracy = wire_real(reader);
  heading->field_x = wire_real(reader);
  heading->field_y = wire_real(reader);
  heading->field_z = wire_real(reader);
  heading->boot_nanoseconds = time_or_zero(reader);
}

void told_authorization(wire_reader *reader, cairn_authorization *authorization) {
  *authorization = (cairn_authorization){.size = sizeof *authorization};
  authorization->status = (int32_t)wire_integer(reader, 4);
  if (authorization->status < 0 || authorization->status > CAIRN_AUTHORIZED_WHEN_IN_USE) {
    authorization->status = CAIRN_DENIED;
  }
  authorization->is_reduced = wire_integer(reader, 4) != 0;
  /* Services, whether the program is in use, why there are no positions, and what hardware there is. */
  wire_skip(reader, 8);
  wire_text(reader, authorization->reason, WIRE_TEXT);
}

void told_read_region(wire_reader *reader, told_region *region) {
  enum { SIGHTING_OCTETS = 48 };
  region->probability = wire_real(reader);
  region->boot_nanoseconds = time_or_zero(reader);
  region->utc_nanoseconds = time_or_zero(reader);
  region->state = (uint8_t)wire_integer(reader, 1);
  if (region->state > CAIRN_OUTSIDE) region->state = CAIRN_STATE_UNKNOWN;
  region->crossing = (uint8_t)wire_integer(reader, 1);
  region->is_answer = wire_integer(reader, 1) != 0;
  region->has_evidence = wire_integer(reader, 1) != 0;
  wire_skip(reader, 4);
  wire_text(reader, region->identifier, WIRE_TEXT);
  told_location(reader, &region->evidence);
  wire_skip(reader, SIGHTING_OCTETS);
}

size_t told_sky(wire_reader *reader, cairn_sky *sky, size_t *more) {
  enum { SIGNAL_OCTETS = 16 };
  *sky = (cairn_sky){.size = sizeof *sky};
  sky->boot_nanoseconds = time_or_zero(reader);
  sky->gdop = wire_short_real(reader);
  sky->pdop = wire_short_real(reader);
  sky->hdop = wire_short_real(reader);
  sky->vdop = wire_short_real(reader);
  sky->tdop = wire_short_real(reader);
  wire_skip(reader, 8); /* the same for north and east */
  wire_text(reader, sky->provider, WIRE_PROVIDER);
  return wire_count(reader, SIGNAL_OCTETS, more);
}

void told_satellite(wire_reader *reader, cairn_satellite *satellite) {
  *satellite = (cairn_satellite){.size = sizeof *satellite};
  satellite->carrier_to_noise = wire_short_real(reader);
  uint16_t number = (uint16_t)wire_integer(reader, 2), signal = (uint16_t)wire_integer(reader, 2);
  int16_t elevation = (int16_t)wire_integer(reader, 2);
  uint16_t azimuth = (uint16_t)wire_integer(reader, 2);
  /* What no satellite can have stands for what is not known. */
  satellite->number = number > 255 ? 0 : (uint8_t)number;
  satellite->signal = signal > 255 ? 0 : (uint8_t)signal;
  satellite->elevation = elevation < -128 || elevation > 127 ? NAN : elevation;
  satellite->azimuth = azimuth == UINT16_MAX ? NAN : azimuth;
  satellite->system = (uint8_t)wire_integer(reader, 1);
  satellite->is_used = wire_integer(reader, 1) != 0;
  wire_skip(reader, 2);
}
