/*
 * Scenarios that a program with the interface cairn.h plays. Each is a function; Tests/C/run starts the program with
 * its name and a source, and does for it what it asks for.
 */
#ifndef SCENARIO_H
#define SCENARIO_H

#include <cairn.h>
#include <stddef.h>

/* Ends the program unless the condition holds. */
#define EXPECT(condition) expect(!!(condition), #condition, __FILE__, __LINE__)
void expect(int holds, const char *condition, const char *file, int line);

/* What the callbacks of one manager have told. */
typedef struct heard {
  cairn_manager *manager;
  int positions, failures, pauses, answers, visits, headings, skies, regions, authorizations, plans;
  cairn_location location, answer, evidence;
  cairn_error failure, answer_error, region_error;
  cairn_visit visit;
  cairn_authorization authorization;
  cairn_region_event region;
  char region_name[256];
  int32_t answered;
  int has_answer, has_answer_error;
  uint32_t satellites, used;
  /* Called after each callback, if it is set. */
  void (*then)(struct heard *heard);
} heard;

/* The source of receivers, as the program was given it. */
extern const char *source;

/* Opens a manager whose callbacks write to `heard`, which begins empty. */
cairn_manager *open_manager(heard *heard, const cairn_options *options);
/* Processes until so much has been heard; ends the program if that takes more than two minutes. */
void wait_for(cairn_manager *manager, const int *heard, int count);
/* Lets the script do something, and waits until it has: see Tests/C/run. */
void ask(const char *what);
double metres_between(const cairn_location *a, const cairn_location *b);
/* A circle of so many metres around a position. */
cairn_region circle(const char *identifier, cairn_point *centre, const cairn_location *around, double metres);

/* What a scenario needs; it is left out where the library cannot do that. */
typedef struct scenario {
  const char *name;
  void (*play)(void);
  uint32_t abilities;
} scenario;

/* Scenarios of each file, the last without a name. */
extern const scenario position_scenarios[], request_scenarios[], event_scenarios[], connection_scenarios[],
    argument_scenarios[], closing_scenarios[];

#endif
