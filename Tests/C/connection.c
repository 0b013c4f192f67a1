/* A daemon that is absent, ends, starts again, refuses, or is none. */
#include "scenario.h"

#include <stdio.h>
#include <string.h>

static void absent(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_location last = {.size = sizeof last};
  EXPECT(cairn_manager_last(manager, &last) == CAIRN_UNKNOWN);
  EXPECT(cairn_manager_start(manager, CAIRN_LOCATIONS) == CAIRN_OK);
  wait_for(manager, &heard.failures, 1);
  EXPECT(heard.failure.code == CAIRN_ERROR_NO_PROVIDER && heard.failure.severity == CAIRN_DEGRADED);
  EXPECT(heard.failure.system_error == 2 && strstr(heard.failure.text, "ENOENT"));
  EXPECT(strstr(heard.failure.text, "waiting for one: the daemon does not answer: cannot open"));
  EXPECT(heard.failure.service == 0);
  ask("start");
  wait_for(manager, &heard.positions, 2);
  EXPECT(heard.failures == 1);
  cairn_manager_close(manager);
}

static void request_without_daemon(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_request request = {.size = sizeof request, .timeout = 0.5};
  EXPECT(cairn_manager_request(manager, &request) == 1);
  wait_for(manager, &heard.answers, 1);
  EXPECT(heard.answer_error.code == CAIRN_ERROR_TIMEOUT && !heard.has_answer);
  EXPECT(strstr(heard.answer_error.text, "the daemon does not answer"));
  EXPECT(heard.failures == 0);
  cairn_manager_close(manager);
}

/* One error, then everything goes on, and nothing is told twice. */
static void restart(void) {
  heard heard = {0};
  ask("start");
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for(manager, &heard.positions, 1);
  cairn_point centre;
  cairn_region home = circle("home", &centre, &heard.location, 500);
  home.state = CAIRN_OUTSIDE;
  cairn_manager_region_add(manager, &home);
  wait_for(manager, &heard.regions, 1);
  cairn_request request = {.size = sizeof request, .desired_accuracy = 1e-6, .timeout = 3600, .settle = -1};
  int32_t number = cairn_manager_request(manager, &request);
  EXPECT(number > 0);
  ask("kill");
  wait_for(manager, &heard.failures, 1);
  EXPECT(heard.failure.code == CAIRN_ERROR_PROVIDER_LOST && heard.failure.severity == CAIRN_DEGRADED);
  EXPECT(strstr(heard.failure.text, "waiting for it to come back: the daemon at "));
  /* What is known here is the answer. */
  EXPECT(cairn_manager_region_state(manager, "home") == CAIRN_OK);
  wait_for(manager, &heard.regions, 2);
  EXPECT(heard.region.what == CAIRN_ANSWERED && heard.region.state == CAIRN_INSIDE);
  int so_far = heard.positions;
  ask("start");
  wait_for(manager, &heard.positions, so_far + 3);
  EXPECT(heard.failures == 1 && heard.regions == 2 && heard.answers == 0);
  EXPECT(cairn_manager_cancel(manager, number) == CAIRN_OK);
  wait_for(manager, &heard.answers, 1);
  cairn_manager_close(manager);
}

/* Waits until the failure has that code, and returns how many there were. */
static void wait_for_failure(heard *heard, int32_t code) {
  for (int i = 1; heard->failure.code != code || heard->failures == 0; i++) {
    wait_for(heard->manager, &heard->failures, i);
  }
}

static void garbage(void) {
  heard heard = {0};
  ask("fake garbage");
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for_failure(&heard, CAIRN_ERROR_PROTOCOL_MISMATCH);
  EXPECT(strstr(heard.failure.text, "is no daemon of Cairn; trying again"));
  cairn_manager_close(manager);
}

static void flood(void) {
  heard heard = {0};
  ask("fake flood");
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for_failure(&heard, CAIRN_ERROR_PROTOCOL_MISMATCH);
  EXPECT(strstr(heard.failure.text, "sends without end"));
  cairn_manager_close(manager);
}

/* Messages of a later version are no failure. */
static void later_version(void) {
  heard heard = {0};
  ask("fake later");
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for(manager, &heard.positions, 2);
  EXPECT(heard.failures == 0);
  cairn_manager_close(manager);
}

static void refusal(void) {
  heard heard = {0};
  ask("fake refuse");
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for(manager, &heard.failures, 1);
  EXPECT(heard.failure.code == CAIRN_ERROR_PROVIDER_LOST && strstr(heard.failure.text, "it serves 64 programs"));
  cairn_manager_close(manager);
}

/* A daemon that accepts others first is no failure. */
static void busy(void) {
  heard heard = {0};
  ask("fake busy");
  cairn_manager *manager = open_manager(&heard, NULL);
  EXPECT(cairn_manager_start(manager, CAIRN_LOCATIONS) == CAIRN_OK);
  EXPECT(cairn_manager_process(manager) == 0);
  wait_for(manager, &heard.positions, 1);
  EXPECT(heard.failures == 0);
  cairn_manager_close(manager);
}

/* The last words of a daemon are the reason, not that it has ended. */
static void stalled(void) {
  heard heard = {0};
  ask("fake stalled");
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for(manager, &heard.failures, 1);
  EXPECT(heard.failure.code == CAIRN_ERROR_DELIVERY_STALLED && strstr(heard.failure.text, "took nothing for 60 s"));
  cairn_manager_close(manager);
}

/* A daemon that accepts and then says and reads nothing keeps no request waiting. */
static void silence(void) {
  heard heard = {0};
  ask("fake silence");
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_request request = {.size = sizeof request, .timeout = 0.5};
  cairn_manager_request(manager, &request);
  for (int i = 0; i < 2000; i++) {
    char name[32];
    cairn_location somewhere = {.latitude = 52, .longitude = 13};
    cairn_point centre;
    snprintf(name, sizeof name, "region %d", i);
    cairn_region region = circle(name, &centre, &somewhere, 100);
    EXPECT(cairn_manager_region_add(manager, &region) == CAIRN_OK);
    if (i % 2 == 0) EXPECT(cairn_manager_region_remove(manager, name) == CAIRN_OK);
  }
  wait_for(manager, &heard.answers, 1);
  EXPECT(heard.answer_error.code == CAIRN_ERROR_TIMEOUT);
  cairn_manager_close(manager);
}

const scenario connection_scenarios[] = {{"daemon-absent", absent, CAIRN_CAN_USE_DAEMON},
                                         {"request-without-daemon", request_without_daemon, CAIRN_CAN_USE_DAEMON},
                                         {"daemon-restarted", restart, CAIRN_CAN_USE_DAEMON},
                                         {"daemon-of-garbage", garbage, CAIRN_CAN_USE_DAEMON},
                                         {"daemon-without-end", flood, CAIRN_CAN_USE_DAEMON},
                                         {"daemon-of-a-later-version", later_version, CAIRN_CAN_USE_DAEMON},
                                         {"daemon-that-refuses", refusal, CAIRN_CAN_USE_DAEMON},
                                         {"daemon-that-is-silent", silence, CAIRN_CAN_USE_DAEMON},
                                         {"daemon-that-is-busy", busy, CAIRN_CAN_USE_DAEMON},
                                         {"daemon-that-was-not-read", stalled, CAIRN_CAN_USE_DAEMON},
                                         {0}};
