/*
 * What stands behind cairn.h. front.c checks what a program passes and makes its callbacks; a backend does the work.
 * A library is front.c and one backend.
 *
 * A backend is called with whole structs of this version, whatever size the program's have: what the program did not
 * set is zero. It never gets NULL, except for a source. It tells of events by the functions at the end, from
 * cairn_backend_process() alone.
 */
#ifndef CAIRN_BACKEND_H
#define CAIRN_BACKEND_H

/* Libraries are compiled with -fvisibility=hidden: what the interface declares is all that they show. */
#pragma GCC visibility push(default)
#include "cairn.h"
#pragma GCC visibility pop

/* The backend's own part of a manager. */
typedef struct cairn_backend cairn_backend;

extern const uint32_t cairn_backend_abilities;

/* NULL with the reason in `error`. */
cairn_backend *cairn_backend_open(cairn_manager *manager, const char *source, const cairn_options *options,
                                  cairn_error *error);
/* Never called inside of cairn_backend_process(). */
void cairn_backend_close(cairn_backend *backend);
int32_t cairn_backend_set_options(cairn_backend *backend, const cairn_options *options);
/* A service of cairn.h that is not running yet, or is. */
int32_t cairn_backend_start(cairn_backend *backend, int32_t service);
int32_t cairn_backend_stop(cairn_backend *backend, int32_t service);
/* The number of the request is front.c's; it is answered inside of cairn_backend_process(). */
int32_t cairn_backend_request(cairn_backend *backend, int32_t number, const cairn_request *request);
int32_t cairn_backend_cancel(cairn_backend *backend, int32_t number);
int32_t cairn_backend_descriptor(const cairn_backend *backend);
/* Tells the events that wait, until cairn_is_closing(). */
void cairn_backend_process(cairn_backend *backend);
int32_t cairn_backend_last(const cairn_backend *backend, cairn_location *location);
int32_t cairn_backend_authorization(const cairn_backend *backend, cairn_authorization *authorization);
/* Points and identifier belong to the caller. */
int32_t cairn_backend_region_add(cairn_backend *backend, const cairn_region *region);
int32_t cairn_backend_region_remove(cairn_backend *backend, const char *identifier);
int32_t cairn_backend_region_state(cairn_backend *backend, const char *identifier);
int32_t cairn_backend_plan(const cairn_backend *backend, char *text, size_t size);

/* ---- What a backend tells; front.c calls the program, if it wants to know. ---- */

/* Whether the program has closed the manager, in a callback: nothing more is told. */
int cairn_is_closing(const cairn_manager *manager);
/* Whether anybody would hear of satellites or of plans. */
int cairn_wants_satellites(const cairn_manager *manager);

void cairn_tell_locations(cairn_manager *manager, const cairn_location *const *locations, size_t count);
void cairn_tell_failed(cairn_manager *manager, const cairn_error *error);
void cairn_tell_paused(cairn_manager *manager, int is_paused);
void cairn_tell_answered(cairn_manager *manager, int32_t request, const cairn_location *location,
                         const cairn_error *error);
void cairn_tell_visited(cairn_manager *manager, const cairn_visit *visit);
void cairn_tell_heading(cairn_manager *manager, const cairn_heading *heading);
void cairn_tell_satellites(cairn_manager *manager, const cairn_sky *sky);
void cairn_tell_region(cairn_manager *manager, const cairn_region_event *event);
void cairn_tell_authorized(cairn_manager *manager, const cairn_authorization *authorization);
void cairn_tell_planned(cairn_manager *manager);

/* ---- Made easy for backends ---- */

/* Fills an error; `text` and `provider` are cut between characters. NULL stands for no provider. */
void cairn_fill_error(cairn_error *error, int32_t code, int32_t severity, int32_t system_error, const char *provider,
                      const char *text);
/* A position of which nothing is known. */
void cairn_blank_location(cairn_location *location);

#endif
