/*
 * Between the Swift part of `cairn`, which has receivers of its own, and front.c, which calls the program. Swift
 * implements these functions; each is called on the thread that has called into the manager.
 */
#ifndef CCAIRNENGINE_H
#define CCAIRNENGINE_H

#include <CCairnCore.h>

typedef struct cairn_engine cairn_engine;

/* What front.c does for events, under the names of backend.h. */
typedef struct cairn_engine_calls {
  int (*is_closing)(const cairn_manager *manager);
  void (*locations)(cairn_manager *manager, const cairn_location *const *locations, size_t count);
  void (*failed)(cairn_manager *manager, const cairn_error *error);
  void (*paused)(cairn_manager *manager, int is_paused);
  void (*answered)(cairn_manager *manager, int32_t request, const cairn_location *location, const cairn_error *error);
  void (*visited)(cairn_manager *manager, const cairn_visit *visit);
  void (*heading)(cairn_manager *manager, const cairn_heading *heading);
  void (*satellites)(cairn_manager *manager, const cairn_sky *sky);
  void (*region)(cairn_manager *manager, const cairn_region_event *event);
  void (*authorized)(cairn_manager *manager, const cairn_authorization *authorization);
  void (*planned)(cairn_manager *manager);
} cairn_engine_calls;

/* NULL with the reason in `error`. `source` is no daemon; NULL stands for receivers that are found. */
cairn_engine *cairn_engine_open(cairn_manager *manager, const cairn_engine_calls *calls, const char *source,
                                const cairn_options *options, cairn_error *error);
/* Waits until the receiver is free, for two seconds at most. */
void cairn_engine_close(cairn_engine *engine);
/* Results are those of backend.h. */
int32_t cairn_engine_set_options(cairn_engine *engine, const cairn_options *options);
int32_t cairn_engine_start(cairn_engine *engine, int32_t service);
int32_t cairn_engine_stop(cairn_engine *engine, int32_t service);
int32_t cairn_engine_request(cairn_engine *engine, int32_t number, const cairn_request *request);
int32_t cairn_engine_cancel(cairn_engine *engine, int32_t number);
int32_t cairn_engine_descriptor(const cairn_engine *engine);
void cairn_engine_process(cairn_engine *engine);
int32_t cairn_engine_last(const cairn_engine *engine, cairn_location *location);
int32_t cairn_engine_authorization(const cairn_engine *engine, cairn_authorization *authorization);
int32_t cairn_engine_region_add(cairn_engine *engine, const cairn_region *region);
int32_t cairn_engine_region_remove(cairn_engine *engine, const char *identifier);
int32_t cairn_engine_region_state(cairn_engine *engine, const char *identifier);
int32_t cairn_engine_plan(const cairn_engine *engine, char *text, size_t size);

#endif
