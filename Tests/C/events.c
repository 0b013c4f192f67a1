/* Regions, visits, headings, satellites, and what the policy and the planner say. */
#include "scenario.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void satellites(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  EXPECT(cairn_manager_start(manager, CAIRN_SATELLITES) == CAIRN_OK);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  while (heard.used == 0) wait_for(manager, &heard.skies, heard.skies + 1);
  EXPECT(heard.satellites >= heard.used && heard.used >= 4);
  EXPECT(cairn_manager_stop(manager, CAIRN_SATELLITES) == CAIRN_OK);
  int so_far = heard.skies;
  wait_for(manager, &heard.positions, heard.positions + 2);
  EXPECT(heard.skies == so_far);
  cairn_manager_close(manager);
}

/* A state that was told to be another one is a crossing at once; walking out of a circle is one too. */
static void regions(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for(manager, &heard.positions, 1);
  cairn_point here, there;
  cairn_region home = circle("home", &here, &heard.location, 500);
  home.state = CAIRN_OUTSIDE;
  EXPECT(cairn_manager_region_add(manager, &home) == CAIRN_OK);
  wait_for(manager, &heard.regions, 1);
  EXPECT(heard.region.what == CAIRN_ENTERED && heard.region.state == CAIRN_INSIDE);
  EXPECT(strcmp(heard.region_name, "home") == 0 && heard.region.probability > 0.5);
  EXPECT(heard.region.boot_nanoseconds > 0 && heard.evidence.horizontal_accuracy > 0);
  cairn_region far = circle("far", &there, &heard.location, 500);
  there.latitude += 1;
  far.state = CAIRN_INSIDE;
  EXPECT(cairn_manager_region_add(manager, &far) == CAIRN_OK);
  wait_for(manager, &heard.regions, 2);
  EXPECT(heard.region.what == CAIRN_LEFT && strcmp(heard.region_name, "far") == 0);
  EXPECT(cairn_manager_region_state(manager, "home") == CAIRN_OK);
  wait_for(manager, &heard.regions, 3);
  EXPECT(heard.region.what == CAIRN_ANSWERED && heard.region.state == CAIRN_INSIDE && isnan(heard.region.probability));
  EXPECT(cairn_manager_region_remove(manager, "home") == CAIRN_OK);
  EXPECT(cairn_manager_region_remove(manager, "home") == CAIRN_UNKNOWN);
  EXPECT(cairn_manager_region_state(manager, "home") == CAIRN_UNKNOWN);
  cairn_region near = circle("near", &here, &heard.location, 12);
  near.confidence = 0.6;
  near.state = CAIRN_INSIDE;
  EXPECT(cairn_manager_region_add(manager, &near) == CAIRN_OK);
  wait_for(manager, &heard.regions, 4);
  EXPECT(strcmp(heard.region_name, "near") == 0);
  EXPECT(heard.region.what == CAIRN_LEFT && heard.region.state == CAIRN_OUTSIDE);
  cairn_manager_close(manager);
}

/* A device that is inside from the beginning is told once, without a question; not where entries are quiet. */
static void inside_from_the_start(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for(manager, &heard.positions, 1);
  cairn_point here;
  cairn_region quiet = circle("quiet", &here, &heard.location, 3000), home = quiet;
  quiet.flags = CAIRN_QUIET_ENTRY;
  home.identifier = "home";
  EXPECT(cairn_manager_region_add(manager, &quiet) == CAIRN_OK);
  EXPECT(cairn_manager_region_add(manager, &home) == CAIRN_OK);
  wait_for(manager, &heard.regions, 1);
  EXPECT(strcmp(heard.region_name, "home") == 0 && heard.region.what == CAIRN_ANSWERED);
  EXPECT(heard.region.state == CAIRN_INSIDE && heard.region.probability > 0.5);
  wait_for(manager, &heard.positions, heard.positions + 3);
  EXPECT(heard.regions == 1);
  cairn_manager_close(manager);
}

/* What the daemon or the library refuses is told with the reason; the others go on. */
static void region_that_cannot_be(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_location somewhere = {.latitude = 52, .longitude = 13};
  cairn_point centre;
  cairn_region far = circle("far", &centre, &somewhere, 1e5);
  EXPECT(cairn_manager_region_add(manager, &far) == CAIRN_OK);
  /* The largest circle is no mistake; a polygon around half of the Earth is. */
  cairn_point corners[] = {{0, 0}, {0, 90}, {0, 180}, {0, -90}};
  cairn_region large = {.size = sizeof large, .shape = CAIRN_POLYGON, .identifier = "large", .points = corners,
                        .count = 4};
  EXPECT(cairn_manager_region_add(manager, &large) == CAIRN_OK);
  wait_for(manager, &heard.regions, 1);
  EXPECT(heard.region.what == CAIRN_FAILED && heard.region_error.code == CAIRN_ERROR_REGION_MONITORING_FAILURE);
  EXPECT(strcmp(heard.region_name, "large") == 0);
  EXPECT(cairn_manager_region_remove(manager, "large") == CAIRN_UNKNOWN);
  EXPECT(cairn_manager_region_remove(manager, "far") == CAIRN_OK);
  cairn_manager_close(manager);
}

/* As many as there is room for, one of which has more points than a message. */
static void many_regions(void) {
  enum { CORNERS = 2000 };
  static cairn_point corners[CORNERS];
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for(manager, &heard.positions, 1);
  cairn_manager_stop(manager, CAIRN_LOCATIONS);
  cairn_location here = heard.location;
  for (int i = 0; i < CORNERS; i++) {
    corners[i] = (cairn_point){here.latitude + 0.05 * cos(2 * M_PI * i / CORNERS),
                               here.longitude + 0.05 * sin(2 * M_PI * i / CORNERS)};
  }
  cairn_region polygon = {.size = sizeof polygon, .shape = CAIRN_POLYGON, .identifier = "polygon",
                          .points = corners, .count = CORNERS, .state = CAIRN_OUTSIDE};
  EXPECT(cairn_manager_region_add(manager, &polygon) == CAIRN_OK);
  cairn_point centre;
  int count = 1;
  int32_t result = CAIRN_OK;
  for (; result == CAIRN_OK; count++) {
    char name[32];
    snprintf(name, sizeof name, "region %d", count);
    cairn_region region = circle(name, &centre, &here, 100);
    centre.latitude += 1;
    result = cairn_manager_region_add(manager, &region);
  }
  EXPECT(result == CAIRN_TOO_MANY && count > 4000);
  wait_for(manager, &heard.regions, 1);
  EXPECT(heard.region.what == CAIRN_ENTERED && strcmp(heard.region_name, "polygon") == 0);
  /* The state is known after the next position. */
  do {
    EXPECT(cairn_manager_region_state(manager, "region 4000") == CAIRN_OK);
    wait_for(manager, &heard.regions, heard.regions + 1);
    EXPECT(heard.region.what == CAIRN_ANSWERED && strcmp(heard.region_name, "region 4000") == 0);
  } while (heard.region.state == CAIRN_STATE_UNKNOWN);
  EXPECT(heard.region.state == CAIRN_OUTSIDE);
  cairn_manager_close(manager);
}

static void visits(void) {
  heard heard = {0};
  cairn_options options = {.size = sizeof options, .visit_radius = 300, .visit_minimum_stay = 2};
  cairn_manager *manager = open_manager(&heard, &options);
  EXPECT(cairn_manager_start(manager, CAIRN_VISITS) == CAIRN_OK);
  wait_for(manager, &heard.visits, 1);
  EXPECT(heard.visit.size == sizeof heard.visit && fabs(heard.visit.latitude) <= 90);
  EXPECT(heard.visit.departure_boot_nanoseconds == 0);
  cairn_manager_close(manager);
}

static void heading_without_compass(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  EXPECT(cairn_manager_start(manager, CAIRN_HEADINGS) == CAIRN_OK);
  wait_for(manager, &heard.failures, 1);
  EXPECT(heard.failure.code == CAIRN_ERROR_HEADING_FAILURE && heard.failure.severity == CAIRN_FATAL);
  EXPECT(heard.failure.service == CAIRN_HEADINGS);
  EXPECT(strstr(heard.failure.text, "there is no magnetometer"));
  /* It has ended, and may be tried again. */
  EXPECT(cairn_manager_start(manager, CAIRN_HEADINGS) == CAIRN_OK);
  wait_for(manager, &heard.failures, 2);
  cairn_manager_close(manager);
}

static void plan(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  char text[65536], begin[8];
  EXPECT(cairn_manager_plan(manager, text, sizeof text) == CAIRN_UNKNOWN);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for(manager, &heard.plans, 1);
  int32_t length = cairn_manager_plan(manager, NULL, 0);
  EXPECT(length > 0 && (size_t)length < sizeof text);
  EXPECT(cairn_manager_plan(manager, text, sizeof text) == length && strlen(text) == (size_t)length);
  EXPECT(strncmp(text, "{\"event\":\"plan\",\"milliwatts\":", 29) == 0 && strcmp(text + length - 2, "]}") == 0);
  EXPECT(strstr(text, "\"provider\":\"gnss\",\"on\":true") && strstr(text, "\"reason\":\"on: "));
  EXPECT(cairn_manager_plan(manager, begin, sizeof begin) == length && strcmp(begin, "{\"event") == 0);
  cairn_manager_close(manager);
}

static void authorization(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_authorization known = {.size = sizeof known};
  EXPECT(cairn_manager_authorization(manager, &known) == CAIRN_UNKNOWN || heard.authorizations == 0);
  wait_for(manager, &heard.authorizations, 1);
  EXPECT(heard.authorization.status == CAIRN_AUTHORIZED_ALWAYS && heard.authorization.reason[0]);
  EXPECT(cairn_manager_authorization(manager, &known) == CAIRN_OK && known.status == CAIRN_AUTHORIZED_ALWAYS);
  cairn_manager_close(manager);
}

/* A policy that denies names itself; then it allows. */
static void denied(void) {
  heard heard = {0};
  ask("policy status = denied");
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  cairn_manager_request(manager, NULL);
  wait_for(manager, &heard.failures, 1);
  wait_for(manager, &heard.answers, 1);
  EXPECT(heard.failure.code == CAIRN_ERROR_DENIED && heard.failure.severity == CAIRN_FATAL);
  EXPECT(strstr(heard.failure.text, "the policy denies this client location"));
  /* Which service has ended, by which rule, and what to do. */
  EXPECT(heard.failure.service == CAIRN_LOCATIONS && strstr(heard.failure.text, "test.conf:"));
  EXPECT(strstr(heard.failure.text, "start it again"));
  EXPECT(heard.answer_error.code == CAIRN_ERROR_DENIED);
  EXPECT(heard.authorization.status == CAIRN_DENIED && strstr(heard.authorization.reason, "test.conf"));
  cairn_location somewhere = {.latitude = 52, .longitude = 13};
  cairn_point centre;
  cairn_region region = circle("denied", &centre, &somewhere, 100);
  EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_OK);
  wait_for(manager, &heard.regions, 1);
  EXPECT(heard.region.what == CAIRN_FAILED && heard.region_error.code == CAIRN_ERROR_REGION_MONITORING_DENIED);
  cairn_manager_close(manager);
}

const scenario event_scenarios[] = {
    {"satellites", satellites, CAIRN_CAN_SATELLITES},
    {"regions", regions, CAIRN_CAN_REGIONS},
    {"region-around-the-start", inside_from_the_start, CAIRN_CAN_REGIONS},
    {"region-that-cannot-be", region_that_cannot_be, CAIRN_CAN_REGIONS},
    {"regions-without-number", many_regions, CAIRN_CAN_REGIONS},
    {"visits", visits, CAIRN_CAN_VISITS},
    {"heading-without-compass", heading_without_compass, CAIRN_CAN_HEADINGS},
    {"plan", plan, CAIRN_CAN_PLAN},
    {"authorization", authorization, 0},
    {"denied", denied, CAIRN_CAN_USE_DAEMON},
    {0}};
