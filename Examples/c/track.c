/* Prints each position as a line of JSON. usage: track [SOURCE [FIXES]] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cairn.h"

static long wanted = -1;

static void number(const char *name, double value, int places) {
  if (!isnan(value)) printf(",\"%s\":%.*f", name, places, value);
}

static void located(void *context, const cairn_location *const *locations, size_t count) {
  (void)context;
  for (size_t i = 0; i < count; i++) {
    const cairn_location *at = locations[i];
    printf("{\"boot\":%lld,\"utc\":%lld,\"latitude\":%.9f,\"longitude\":%.9f,\"accuracy\":%.3f",
           (long long)at->boot_nanoseconds, (long long)at->utc_nanoseconds, at->latitude, at->longitude,
           at->horizontal_accuracy);
    number("altitude", at->altitude, 3);
    number("speed", at->speed, 3);
    number("course", at->course, 3);
    printf(",\"fix\":%d,\"satellites\":%d,\"flags\":%u,\"provider\":\"%s\"}\n", at->fix, at->satellites_used,
           (unsigned)at->flags, at->provider);
    if (wanted > 0) wanted--;
  }
  fflush(stdout);
}

static void failed(void *context, const cairn_error *error) {
  (void)context;
  fprintf(stderr, "error %d: %s\n", (int)error->code, error->text);
}

int main(int count, char **arguments) {
  cairn_options options = {.size = sizeof options};
  cairn_callbacks callbacks = {.size = sizeof callbacks, .locations = located, .failed = failed};
  cairn_error error = {.size = sizeof error};
  const char *source = count > 1 ? arguments[1] : NULL;
  if (count > 2) wanted = strtol(arguments[2], NULL, 10);
  cairn_manager *manager = cairn_manager_open(source, &options, &callbacks, NULL, &error);
  if (!manager) return fprintf(stderr, "%s\n", error.text), 1;
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  while (wanted != 0 && cairn_manager_wait(manager, 60) >= 0) {
  }
  cairn_manager_close(manager);
  return 0;
}
