/* Requests for one position. */
#include "scenario.h"

#include <string.h>

static void answer(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_location last = {.size = sizeof last};
  int32_t number = cairn_manager_request(manager, NULL);
  EXPECT(number > 0);
  wait_for(manager, &heard.answers, 1);
  EXPECT(heard.answered == number && heard.has_answer && !heard.has_answer_error);
  EXPECT(heard.answer.horizontal_accuracy <= 10);
  EXPECT(cairn_manager_cancel(manager, number) == CAIRN_UNKNOWN);
  EXPECT(cairn_manager_last(manager, &last) == CAIRN_OK);
  EXPECT(cairn_manager_request(manager, NULL) > number);
  wait_for(manager, &heard.answers, 2);
  EXPECT(heard.positions == 0);
  cairn_manager_close(manager);
}

/* A position as accurate as that never comes. */
static const cairn_request impossible = {.size = sizeof impossible, .desired_accuracy = 1e-6, .timeout = 3,
                                         .settle = -1, .maximum_age = -1};

static void timeout(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_request exact = impossible;
  exact.exact = 1;
  int32_t number = cairn_manager_request(manager, &exact);
  wait_for(manager, &heard.answers, 1);
  EXPECT(heard.answered == number && heard.has_answer_error);
  EXPECT(heard.answer_error.code == CAIRN_ERROR_TIMEOUT && heard.answer_error.severity == CAIRN_FATAL);
  cairn_manager_close(manager);
}

/* The best so far will do, if nothing else was said. */
static void best_effort(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_request request = impossible;
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  wait_for(manager, &heard.positions, 1);
  cairn_manager_request(manager, &request);
  wait_for(manager, &heard.answers, 1);
  EXPECT(heard.has_answer && !heard.has_answer_error);
  cairn_manager_close(manager);
}

static void cancel(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_request request = impossible;
  request.timeout = 600;
  int32_t first = cairn_manager_request(manager, &request), second = cairn_manager_request(manager, &request);
  EXPECT(second == first + 1);
  EXPECT(cairn_manager_cancel(manager, first) == CAIRN_OK);
  EXPECT(cairn_manager_cancel(manager, first) == CAIRN_UNKNOWN);
  EXPECT(cairn_manager_cancel(manager, second + 1) == CAIRN_UNKNOWN);
  wait_for(manager, &heard.answers, 1);
  EXPECT(heard.answered == first && heard.answer_error.code == CAIRN_ERROR_CANCELLED && !heard.has_answer);
  EXPECT(cairn_manager_cancel(manager, second) == CAIRN_OK);
  wait_for(manager, &heard.answers, 2);
  EXPECT(heard.answered == second);
  /* The manager is of use after that. */
  cairn_manager_request(manager, NULL);
  wait_for(manager, &heard.answers, 3);
  EXPECT(heard.has_answer);
  cairn_manager_close(manager);
}

/* There is room for some; each is answered. */
static void many(void) {
  heard heard = {0};
  cairn_manager *manager = open_manager(&heard, NULL);
  cairn_request request = {.size = sizeof request, .timeout = 60};
  int32_t result = 0;
  int count = 0;
  while ((result = cairn_manager_request(manager, &request)) > 0) count++;
  EXPECT(result == CAIRN_TOO_MANY && count >= 16 && count < 10000);
  wait_for(manager, &heard.answers, count);
  EXPECT(heard.has_answer);
  EXPECT(cairn_manager_request(manager, &request) > 0);
  wait_for(manager, &heard.answers, count + 1);
  cairn_manager_close(manager);
}

const scenario request_scenarios[] = {{"request", answer, 0},
                                      {"request-that-ends-in-time", timeout, 0},
                                      {"request-for-the-best", best_effort, 0},
                                      {"request-that-is-cancelled", cancel, 0},
                                      {"requests-without-number", many, 0},
                                      {0}};
