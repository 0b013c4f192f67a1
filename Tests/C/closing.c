/* Calls from callbacks, and the end in a callback. */
#include "scenario.h"

#include <string.h>

static int calls;

static void call_everything(heard *heard) {
  /* Each answer to a request would be the beginning of another. */
  if (calls++ >= 30) return;
  cairn_manager *manager = heard->manager;
  cairn_location last = {.size = sizeof last};
  cairn_options options = {.size = sizeof options, .desired_accuracy = 20};
  EXPECT(cairn_manager_process(manager) == CAIRN_IN_CALLBACK);
  EXPECT(cairn_manager_wait(manager, 1) == CAIRN_IN_CALLBACK);
  EXPECT(cairn_manager_set_options(manager, &options) == CAIRN_OK);
  EXPECT(cairn_manager_stop(manager, CAIRN_LOCATIONS) == CAIRN_OK);
  EXPECT(cairn_manager_start(manager, CAIRN_LOCATIONS) == CAIRN_OK);
  cairn_manager_last(manager, &last);
  int32_t request = cairn_manager_request(manager, NULL);
  if (request > 0 && calls % 2) EXPECT(cairn_manager_cancel(manager, request) == CAIRN_OK);
  if (last.size && cairn_abilities() & CAIRN_CAN_REGIONS && heard->positions) {
    cairn_point centre;
    cairn_region region = circle("home", &centre, &heard->location, 100);
    EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_OK);
    EXPECT(cairn_manager_region_state(manager, "home") == CAIRN_OK);
    if (calls % 3 == 0) EXPECT(cairn_manager_region_remove(manager, "home") == CAIRN_OK);
  }
}

static void calls_from_callbacks(void) {
  heard heard = {.then = call_everything};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for(manager, &heard.positions, 3);
  wait_for(manager, &heard.answers, 3);
  EXPECT(calls > 6);
  cairn_manager_close(manager);
}

/* What has been closed, and for which callback. */
static const int *closes_after;
static int is_closed;

static void close_it(heard *heard) {
  EXPECT(!is_closed);
  if (!*closes_after) return;
  is_closed = 1;
  cairn_manager_close(heard->manager);
  EXPECT(cairn_manager_start(heard->manager, CAIRN_LOCATIONS) == CAIRN_BAD_ARGUMENT);
}

/* Closes a manager in a callback of that kind, while everything runs that this library can do. */
static void close_after(const int *count, heard *heard) {
  heard->then = close_it;
  closes_after = count;
  is_closed = 0;
  cairn_options options = {.size = sizeof options, .visit_radius = 300, .visit_minimum_stay = 1};
  cairn_manager *manager = open_manager(heard, &options);
  for (int32_t service = CAIRN_LOCATIONS; service <= CAIRN_SATELLITES; service++) {
    if (service != CAIRN_HEADINGS || count == &heard->failures) cairn_manager_start(manager, service);
  }
  EXPECT(cairn_manager_request(manager, NULL) > 0);
  if (cairn_abilities() & CAIRN_CAN_REGIONS) {
    cairn_location somewhere = {.latitude = 52, .longitude = 13};
    cairn_point centre;
    cairn_region region = circle("far", &centre, &somewhere, 100);
    region.state = CAIRN_INSIDE;
    EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_OK);
  }
  while (!is_closed) EXPECT(cairn_manager_wait(manager, 120) > 0);
}

static heard everything;

static void close_in_positions(void) { close_after(&everything.positions, &everything); }
static void close_in_failure(void) { close_after(&everything.failures, &everything); }
static void close_in_answer(void) { close_after(&everything.answers, &everything); }
static void close_in_satellites(void) { close_after(&everything.skies, &everything); }
static void close_in_visit(void) { close_after(&everything.visits, &everything); }
static void close_in_region(void) { close_after(&everything.regions, &everything); }
static void close_in_authorization(void) { close_after(&everything.authorizations, &everything); }
static void close_in_plan(void) { close_after(&everything.plans, &everything); }

/* Everything that is owed is forgotten with the manager. */
static void close_at_once(void) {
  for (int i = 0; i < 20; i++) {
    heard heard = {0};
    cairn_manager *manager = open_manager(&heard, NULL);
    cairn_manager_start(manager, CAIRN_LOCATIONS);
    cairn_manager_request(manager, NULL);
    cairn_manager_cancel(manager, 1);
    if (i % 2) cairn_manager_wait(manager, 0);
    cairn_manager_close(manager);
  }
}

const scenario closing_scenarios[] = {
    {"calls-from-callbacks", calls_from_callbacks, 0},
    {"close-in-positions", close_in_positions, 0},
    {"close-in-failure", close_in_failure, CAIRN_CAN_HEADINGS},
    {"close-in-answer", close_in_answer, 0},
    {"close-in-satellites", close_in_satellites, CAIRN_CAN_SATELLITES},
    {"close-in-visit", close_in_visit, CAIRN_CAN_VISITS},
    {"close-in-region", close_in_region, CAIRN_CAN_REGIONS},
    {"close-in-authorization", close_in_authorization, CAIRN_CAN_USE_DAEMON},
    {"close-in-plan", close_in_plan, CAIRN_CAN_PLAN},
    {"close-at-once", close_at_once, 0},
    {0}};
