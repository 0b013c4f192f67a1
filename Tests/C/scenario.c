#include "scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *source;

void expect(int holds, const char *condition, const char *file, int line) {
  if (holds) return;
  fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
  fflush(NULL);
  _exit(1);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void wait_for(cairn_manager *manager, const int *count, int wanted) {
  double end = seconds() + 120;
  while (*count < wanted) {
    if (seconds() > end) fprintf(stderr, "%d of %d\n", *count, wanted);
    EXPECT(seconds() < end);
    EXPECT(cairn_manager_wait(manager, 5) >= 0);
  }
}

void ask(const char *what) {
  char answer[64];
  printf("%s\n", what);
  fflush(stdout);
  EXPECT(fgets(answer, sizeof answer, stdin) != NULL);
}

double metres_between(const cairn_location *a, const cairn_location *b) {
  double metre = 6371000 * M_PI / 180, north = (a->latitude - b->latitude) * metre;
  return hypot(north, (a->longitude - b->longitude) * metre * cos(a->latitude * M_PI / 180));
}

cairn_region circle(const char *identifier, cairn_point *centre, const cairn_location *around, double metres) {
  *centre = (cairn_point){around->latitude, around->longitude};
  return (cairn_region){.size = sizeof(cairn_region), .shape = CAIRN_CIRCLE, .identifier = identifier,
                        .points = centre, .count = 1, .extent = metres, .dwell = -1, .hysteresis = -1};
}

/* ---- Callbacks ---- */

static void done(heard *heard) {
  if (heard->then) heard->then(heard);
}

static void locations(void *context, const cairn_location *const *list, size_t count) {
  heard *heard = context;
  EXPECT(count > 0);
  for (size_t i = 0; i < count; i++) {
    EXPECT(list[i]->size == sizeof(cairn_location));
    EXPECT(list[i]->horizontal_accuracy >= 0 && fabs(list[i]->latitude) <= 90);
    heard->location = *list[i];
    heard->positions++;
  }
  done(heard);
}

static void failed(void *context, const cairn_error *error) {
  heard *heard = context;
  EXPECT(error->size == sizeof *error && error->text[0]);
  heard->failure = *error;
  heard->failures++;
  done(heard);
}

static void paused(void *context, int is_paused) {
  heard *heard = context;
  heard->pauses += is_paused;
  done(heard);
}

static void answered(void *context, int32_t request, const cairn_location *location, const cairn_error *error) {
  heard *heard = context;
  EXPECT(location || error);
  heard->has_answer = location != NULL;
  heard->has_answer_error = error != NULL;
  if (location) heard->answer = *location;
  if (error) heard->answer_error = *error;
  heard->answered = request;
  heard->answers++;
  done(heard);
}

static void visited(void *context, const cairn_visit *visit) {
  heard *heard = context;
  heard->visit = *visit;
  heard->visits++;
  done(heard);
}

static void heading(void *context, const cairn_heading *heading) {
  heard *heard = context;
  EXPECT(heading->magnetic_heading >= 0 && heading->magnetic_heading < 360);
  heard->headings++;
  done(heard);
}

static void satellites(void *context, const cairn_sky *sky) {
  heard *heard = context;
  heard->satellites = sky->count;
  heard->used = 0;
  for (uint32_t i = 0; i < sky->count; i++) {
    EXPECT(sky->satellites[i]->size == sizeof(cairn_satellite));
    heard->used += sky->satellites[i]->is_used;
  }
  heard->skies++;
  done(heard);
}

static void region(void *context, const cairn_region_event *event) {
  heard *heard = context;
  heard->region = *event;
  snprintf(heard->region_name, sizeof heard->region_name, "%s", event->identifier);
  if (event->evidence) heard->evidence = *event->evidence;
  if (event->error) heard->region_error = *event->error;
  heard->regions++;
  done(heard);
}

static void authorized(void *context, const cairn_authorization *authorization) {
  heard *heard = context;
  heard->authorization = *authorization;
  heard->authorizations++;
  done(heard);
}

static void planned(void *context) {
  heard *heard = context;
  heard->plans++;
  done(heard);
}

cairn_manager *open_manager(heard *heard, const cairn_options *options) {
  cairn_callbacks callbacks = {.size = sizeof callbacks, .locations = locations, .failed = failed, .paused = paused,
                               .answered = answered, .visited = visited, .heading = heading,
                               .satellites = satellites, .region = region, .authorized = authorized,
                               .planned = planned};
  cairn_error error = {.size = sizeof error};
  void (*then)(struct heard *) = heard->then;
  memset(heard, 0, sizeof *heard);
  heard->then = then;
  heard->manager = cairn_manager_open(source, options, &callbacks, heard, &error);
  if (!heard->manager) fprintf(stderr, "cannot open %s: %s\n", source, error.text);
  EXPECT(heard->manager);
  return heard->manager;
}

/* ---- The program ---- */

/* Calls a function with each scenario until it returns other than 0. */
static int each(int (*visit)(const scenario *scenario, const char *name), const char *name) {
  static const scenario *const files[] = {position_scenarios, request_scenarios, event_scenarios,
                                          connection_scenarios, argument_scenarios, closing_scenarios};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    for (const scenario *scenario = files[i]; scenario->name; scenario++) {
      int result = visit(scenario, name);
      if (result) return result;
    }
  }
  return 0;
}

static int list(const scenario *scenario, const char *name) {
  (void)name;
  int is_possible = (cairn_abilities() & scenario->abilities) == scenario->abilities;
  printf("%s %s\n", scenario->name, is_possible ? "yes" : "no");
  return 0;
}

static int play(const scenario *scenario, const char *name) {
  if (strcmp(scenario->name, name) != 0) return 0;
  scenario->play();
  return 1;
}

int main(int count, char **words) {
  if (count == 2 && strcmp(words[1], "--list") == 0) return each(list, NULL);
  if (count != 3) return 64;
  source = words[2];
  return each(play, words[1]) ? 0 : 64;
}
