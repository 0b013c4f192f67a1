/* Positions, and what decides which are delivered. */
#include "scenario.h"

#include <math.h>
#include <string.h>

static void positions(void) {
  heard heard = {0};
  cairn_options options = {.size = sizeof options, .desired_accuracy = 10};
  cairn_manager *manager = open_manager(&heard, &options);
  cairn_location last = {.size = sizeof last};
  EXPECT(cairn_manager_start(manager, CAIRN_LOCATIONS) == CAIRN_OK);
  EXPECT(cairn_manager_start(manager, CAIRN_LOCATIONS) == CAIRN_OK);
  wait_for(manager, &heard.positions, 1);
  cairn_location first = heard.location;
  wait_for(manager, &heard.positions, 4);
  EXPECT(heard.location.horizontal_accuracy <= 50);
  EXPECT(heard.location.flags & CAIRN_SIMULATED || strncmp(source, "daemon:", 7) != 0);
  EXPECT(heard.location.boot_nanoseconds > first.boot_nanoseconds);
  EXPECT(heard.location.utc_nanoseconds > first.utc_nanoseconds && first.utc_nanoseconds > 0);
  EXPECT(heard.location.provider[0] && strlen(heard.location.provider) < CAIRN_PROVIDER_SIZE);
  EXPECT(heard.location.floor == CAIRN_NO_FLOOR);
  EXPECT(metres_between(&heard.location, &first) < 200);
  EXPECT(cairn_manager_last(manager, &last) == CAIRN_OK && last.size == sizeof last);
  EXPECT(last.boot_nanoseconds <= heard.location.boot_nanoseconds);
  EXPECT(heard.failures == 0);
  cairn_manager_close(manager);
}

/* The position before the last one; the filter is 4 m. */
static cairn_location before;

static void is_far_enough(heard *heard) {
  if (heard->positions == 0 || heard->location.boot_nanoseconds == before.boot_nanoseconds) return;
  /* The first one after one that was known, and one that is more accurate, pass the filter. */
  int passes = heard->positions <= 2 || heard->location.horizontal_accuracy < before.horizontal_accuracy;
  EXPECT(passes || metres_between(&before, &heard->location) > 3.9);
  before = heard->location;
}

static void distance_filter(void) {
  heard heard = {.then = is_far_enough};
  cairn_options options = {.size = sizeof options, .distance_filter = 4};
  cairn_manager *manager = open_manager(&heard, &options);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for(manager, &heard.positions, 5);
  cairn_manager_close(manager);
}

/* Positions that were too near come as soon as the filter is gone. */
static void options_of_a_running_service(void) {
  heard heard = {0};
  cairn_options options = {.size = sizeof options, .distance_filter = 1e6};
  cairn_manager *manager = open_manager(&heard, &options);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for(manager, &heard.positions, 1);
  options.distance_filter = 0;
  EXPECT(cairn_manager_set_options(manager, &options) == CAIRN_OK);
  wait_for(manager, &heard.positions, 3);
  options.distance_filter = NAN;
  EXPECT(cairn_manager_set_options(manager, &options) == CAIRN_BAD_ARGUMENT);
  wait_for(manager, &heard.positions, 4);
  cairn_manager_close(manager);
}

static void two_managers(void) {
  heard one = {0}, other = {0};
  cairn_manager *first = open_manager(&one, NULL), *second = open_manager(&other, NULL);
  cairn_manager_start(first, CAIRN_LOCATIONS);
  cairn_manager_start(second, CAIRN_LOCATIONS);
  wait_for(first, &one.positions, 2);
  wait_for(second, &other.positions, 2);
  cairn_manager_close(first);
  int so_far = one.positions;
  wait_for(second, &other.positions, 4);
  EXPECT(one.positions == so_far);
  cairn_manager_close(second);
}

/* What was stopped says nothing; what is started again goes on. */
static void stop_and_start(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  for (int i = 0; i < 3; i++) {
    cairn_manager_start(manager, CAIRN_LOCATIONS);
    wait_for(manager, &heard.positions, heard.positions + 1);
    EXPECT(cairn_manager_stop(manager, CAIRN_LOCATIONS) == CAIRN_OK);
    EXPECT(cairn_manager_stop(manager, CAIRN_LOCATIONS) == CAIRN_OK);
    int so_far = heard.positions;
    EXPECT(cairn_manager_request(manager, NULL) > 0);
    wait_for(manager, &heard.answers, i + 1);
    EXPECT(heard.positions == so_far);
  }
  cairn_manager_close(manager);
}

static void significant_changes(void) {
  heard heard = {0};
  cairn_options options = {.size = sizeof options, .significant_distance = 5, .significant_interval = -1};
  cairn_manager *manager = open_manager(&heard, &options);
  EXPECT(cairn_manager_start(manager, CAIRN_SIGNIFICANT) == CAIRN_OK);
  wait_for(manager, &heard.positions, 1);
  options.significant_distance = 6;
  EXPECT(cairn_manager_set_options(manager, &options) == CAIRN_OK);
  wait_for(manager, &heard.positions, 2);
  cairn_manager_close(manager);
}

const scenario position_scenarios[] = {
    {"positions", positions, 0},
    {"distance-filter", distance_filter, 0},
    {"options-of-a-running-service", options_of_a_running_service, 0},
    {"two-managers", two_managers, 0},
    {"stop-and-start", stop_and_start, 0},
    {"significant-changes", significant_changes, CAIRN_CAN_SIGNIFICANT_CHANGES},
    {0}};
