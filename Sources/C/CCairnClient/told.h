/* What a daemon tells, read into the structs of cairn.h. */
#ifndef CAIRN_TOLD_H
#define CAIRN_TOLD_H

#include "words.h"

/* Types of messages. Others are ignored: a newer daemon may tell more. */
enum {
  TOLD_STATUS = 64,
  TOLD_LOCATIONS,
  TOLD_FAILURE,
  TOLD_PAUSE,
  TOLD_VISIT,
  TOLD_HEADING,
  TOLD_PLAN = 71,
  TOLD_REGION = 80,
  TOLD_REGION_FAILURE,
  TOLD_SKY = 98
};

enum {
  LOCATION_OCTETS = 184,
  /* More positions than fit into a message. */
  LOCATIONS_AT_ONCE = WIRE_LARGEST / LOCATION_OCTETS + 1
};

/* Why something failed, with the best position before that. */
typedef struct told_error {
  told_failure failure;
  cairn_location best;
  uint8_t has_best;
} told_error;

typedef struct told_region {
  char identifier[WIRE_TEXT];
  cairn_location evidence;
  double probability;
  int64_t boot_nanoseconds, utc_nanoseconds;
  /* CAIRN_STATE_UNKNOWN ...; CAIRN_ENTERED, CAIRN_LEFT or another number for neither */
  uint8_t state, crossing, is_answer, has_evidence;
} told_region;

/* Each reads the fields of one message; `has_failed` of the reader says whether they are valid. */
void told_text(wire_reader *reader, char *text);
void told_location(wire_reader *reader, cairn_location *location);
/* At most LOCATIONS_AT_ONCE positions; returns their number. */
size_t told_locations(wire_reader *reader, cairn_location *locations);
void told_read_error(wire_reader *reader, told_error *error);
void told_visit(wire_reader *reader, cairn_visit *visit);
void told_heading(wire_reader *reader, cairn_heading *heading);
void told_authorization(wire_reader *reader, cairn_authorization *authorization);
void told_read_region(wire_reader *reader, told_region *region);
/* All but the satellites, of which each takes `*more` octets more than are read. */
size_t told_sky(wire_reader *reader, cairn_sky *sky, size_t *more);
void told_satellite(wire_reader *reader, cairn_satellite *satellite);

/*
 * Writes a plan as `cairn monitor --json` does: see docs/monitor.schema.json.
 *
 * Returns the octets of the whole text, of which at most `size` are written, with a zero.
 */
size_t told_plan_json(wire_reader reader, char *text, size_t size);
/* Checks the fields of a plan, whose octets are at `bytes`, and clears what differs between services of one program. */
void told_check_plan(wire_reader *reader, uint8_t *bytes);

#endif
