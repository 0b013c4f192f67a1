/*
 * Plays a capture through a pseudo-terminal into cairn-core, and prints each position and error as a line of JSON.
 * The clock is set by hand, at each piece of the capture: so the output depends on the bytes alone.
 */
#include "terminal.h"

#include <math.h>

#include "cairn.h"
#include "clock.h"

#define PIECE 64
/* How long one byte takes: ten bits at 115,200 baud. */
#define BYTE_TIME (10LL * 1000000000 / 115200)

static long positions, errors;

static void number(const char *name, double value, int places) {
  if (!isnan(value)) printf(",\"%s\":%.*f", name, places, value);
}

static void located(void *context, const cairn_location *const *locations, size_t count) {
  (void)context;
  for (size_t i = 0; i < count; i++) {
    const cairn_location *at = locations[i];
    printf("{\"boot\":%lld,\"utc\":%lld", (long long)at->boot_nanoseconds, (long long)at->utc_nanoseconds);
    number("latitude", at->latitude, 9);
    number("longitude", at->longitude, 9);
    number("accuracy", at->horizontal_accuracy, 4);
    number("altitude", at->altitude, 4);
    number("ellipsoidal", at->ellipsoidal_altitude, 4);
    number("vertical", at->vertical_accuracy, 4);
    number("speed", at->speed, 4);
    number("speedAccuracy", at->speed_accuracy, 4);
    number("course", at->course, 4);
    number("courseAccuracy", at->course_accuracy, 4);
    number("climb", at->vertical_speed, 4);
    number("major", at->ellipse_major, 4);
    number("minor", at->ellipse_minor, 4);
    number("hdop", at->hdop, 3);
    number("correctionAge", at->correction_age, 2);
    printf(",\"fix\":%d,\"satellites\":%d,\"flags\":%u,\"provider\":\"%s\"}\n", at->fix, at->satellites_used,
           (unsigned)at->flags, at->provider);
    positions++;
  }
}

static void failed(void *context, const cairn_error *error) {
  (void)context;
  printf("{\"error\":%d,\"severity\":%d}\n", (int)error->code, (int)error->severity);
  errors++;
}

static void saw(void *context, const cairn_sky *sky) {
  int used = 0;
  double strengths = 0;
  (void)context;
  for (uint32_t i = 0; i < sky->count; i++) {
    used += sky->satellites[i]->is_used;
    if (!isnan(sky->satellites[i]->carrier_to_noise)) strengths += sky->satellites[i]->carrier_to_noise;
  }
  printf("{\"sky\":%lld,\"count\":%u,\"used\":%d", (long long)sky->boot_nanoseconds, (unsigned)sky->count, used);
  number("strengths", strengths, 1);
  number("pdop", sky->pdop, 2);
  printf("}\n");
}

static void work(cairn_manager *manager) {
  while (cairn_manager_process(manager) > 0) {
  }
}

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: replay CAPTURE\n"), 2;
  FILE *capture = fopen(arguments[1], "rb");
  if (!capture) stop(arguments[1]);
  struct terminal terminal = open_terminal();
  cairn_options options = {.size = sizeof options};
  cairn_callbacks callbacks = {.size = sizeof callbacks, .locations = located, .failed = failed, .satellites = saw};
  cairn_error error = {.size = sizeof error};
  cairn_manager *manager = cairn_manager_open(terminal.path, &options, &callbacks, NULL, &error);
  if (!manager) return fprintf(stderr, "%s\n", error.text), 2;
  if (cairn_manager_start(manager, CAIRN_LOCATIONS) || cairn_manager_start(manager, CAIRN_SATELLITES)) return 2;
  char bytes[PIECE];
  size_t length;
  while ((length = fread(bytes, 1, sizeof bytes, capture)) > 0) {
    test_now += (int64_t)length * BYTE_TIME;
    send_bytes(&terminal, bytes, (int)length);
    work(manager);
    forget_output(&terminal);
  }
  // What happens when the receiver falls silent: epochs end, the course is continued, the position becomes unknown.
  for (int step = 0; step < 400; step++) {
    test_now += 100000000;
    work(manager);
    forget_output(&terminal);
  }
  cairn_manager_close(manager);
  printf("{\"positions\":%ld,\"errors\":%ld}\n", positions, errors);
  return 0;
}
