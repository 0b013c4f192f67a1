#include "client.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The list ---- */

static uint32_t hash_of(const char *identifier) {
  uint32_t hash = 2166136261u; /* FNV-1a */
  for (; *identifier; identifier++) hash = (hash ^ (uint8_t)*identifier) * 16777619u;
  return hash;
}

/* The place of the region of that name, or the end of the list. */
static struct region **place(cairn_backend *backend, const char *identifier) {
  uint32_t hash = hash_of(identifier);
  struct region **place = &backend->regions;
  for (; *place; place = &(*place)->next) {
    struct region *region = *place;
    if (region->hash == hash && !region->is_removed && strcmp(region->wanted.identifier, identifier) == 0) break;
  }
  return place;
}

static struct region *make(const cairn_region *wanted) {
  size_t points = wanted->count * sizeof *wanted->points, name = strlen(wanted->identifier) + 1;
  struct region *region = calloc(1, sizeof *region + points + name);
  if (!region) return NULL;
  cairn_point *corners = (cairn_point *)(region + 1);
  char *identifier = (char *)(corners + wanted->count);
  if (points > 0) memcpy(corners, wanted->points, points);
  memcpy(identifier, wanted->identifier, name);
  region->wanted = *wanted;
  region->wanted.points = corners;
  region->wanted.identifier = identifier;
  region->hash = hash_of(identifier);
  region->state = (uint8_t)wanted->state;
  return region;
}

static void insert(cairn_backend *backend, struct region **at, struct region *region) {
  region->next = *at;
  *at = region;
  backend->region_count++;
  backend->point_count += region->wanted.count;
}

/* Takes a region out of the list, which does not own it any more. */
static struct region *take_out(cairn_backend *backend, struct region **at) {
  struct region *region = *at;
  *at = region->next;
  backend->region_count--;
  backend->point_count -= region->wanted.count;
  backend->question_count -= (size_t)region->asked + region->unasked;
  region->asked = region->unasked = 0;
  return region;
}

/* Whether the daemon has points of a region, which it would take for those of the next one. */
static int is_half_told(const struct region *region) { return !region->is_told && region->points_said > 0; }

/* Ends a region, which stays until the daemon has been told, if it is to be. */
static void end_region(cairn_backend *backend, struct region **at) {
  if ((*at)->is_told || is_half_told(*at)) {
    backend->question_count -= (size_t)(*at)->asked + (*at)->unasked;
    (*at)->asked = (*at)->unasked = 0;
    (*at)->is_removed = 1;
  } else {
    free(take_out(backend, at));
  }
}

void regions_close(cairn_backend *backend) {
  while (backend->regions) free(take_out(backend, &backend->regions));
}

/* Puts a region in the place of one of the same name, whose questions it takes over. */
static void replace(cairn_backend *backend, struct region **at, struct region *region) {
  struct region *old = *at;
  region->asked = old->asked;
  region->unasked = old->unasked;
  old->asked = old->unasked = 0;
  if (is_half_told(old)) {
    /* It is told whole, and ended, before the new one. */
    old->is_removed = 1;
    at = &old->next;
  } else {
    free(take_out(backend, at));
  }
  insert(backend, at, region);
}

/* ---- The program's side ---- */

int32_t cairn_backend_region_add(cairn_backend *backend, const cairn_region *wanted) {
  if (!wire_is_utf8(wanted->identifier)) return CAIRN_BAD_ARGUMENT;
  struct region **at = place(backend, wanted->identifier), *old = *at;
  size_t points = backend->point_count - (old ? old->wanted.count : 0);
  if ((!old && backend->region_count >= REGIONS) || points + wanted->count > POINTS) return CAIRN_TOO_MANY;
  struct region *region = make(wanted);
  if (!region) return CAIRN_NO_MEMORY;
  if (old) {
    replace(backend, at, region);
  } else {
    insert(backend, at, region);
  }
  if (!backend->regions_id) backend->regions_id = client_new_id(backend);
  link_wake(backend);
  if (backend->link.socket < 0) client_owe_failure(backend);
  link_say(backend);
  client_arm(backend);
  return CAIRN_OK;
}

int32_t cairn_backend_region_remove(cairn_backend *backend, const char *identifier) {
  struct region **at = place(backend, identifier);
  if (!*at) return CAIRN_UNKNOWN;
  end_region(backend, at);
  link_say(backend);
  client_arm(backend);
  return CAIRN_OK;
}

int32_t cairn_backend_region_state(cairn_backend *backend, const char *identifier) {
  struct region *region = *place(backend, identifier);
  if (!region) return CAIRN_UNKNOWN;
  if (backend->question_count >= QUESTIONS) return CAIRN_TOO_MANY;
  region->unasked++;
  backend->question_count++;
  link_say(backend);
  client_arm(backend);
  return CAIRN_OK;
}

/* ---- The daemon's side ---- */

/* Tells the daemon of a region whole. */
static int say_whole(cairn_backend *backend, struct region *region) {
  backend->are_regions_told = 1;
  while (region->wanted.count - region->points_said > WIRE_POINTS) {
    if (!say_points(backend, region)) return 0;
    region->points_said += WIRE_POINTS;
  }
  if (!say_region(backend, region)) return 0;
  region->is_told = 1;
  return 1;
}

int regions_say(cairn_backend *backend) {
  for (struct region *region = backend->regions; region; region = region->next) {
    if (is_half_told(region) && !say_whole(backend, region)) return 0;
  }
  struct region **at = &backend->regions;
  while (*at) {
    struct region *region = *at;
    if (!region->is_told && !region->is_removed && !say_whole(backend, region)) return 0;
    if (region->is_removed) {
      if (region->is_told && !say_region_end(backend, region->wanted.identifier)) return 0;
      free(take_out(backend, at));
      continue;
    }
    for (; region->unasked > 0; region->unasked--, region->asked++) {
      if (!say_question(backend, region->wanted.identifier)) return 0;
    }
    at = &region->next;
  }
  if (backend->regions) return 1;
  if (backend->are_regions_told && !say_stop(backend, backend->regions_id)) return 0;
  backend->are_regions_told = 0;
  backend->regions_id = 0;
  return 1;
}

void regions_begin(cairn_backend *backend) {
  backend->are_regions_told = 0;
  for (struct region **at = &backend->regions; *at;) {
    struct region *region = *at;
    region->is_told = 0;
    region->points_said = 0;
    region->unasked = (uint16_t)(region->unasked + region->asked);
    region->asked = 0;
    if (region->is_removed) {
      free(take_out(backend, at));
    } else {
      at = &region->next;
    }
  }
}

static void tell_answer(cairn_backend *backend, const char *identifier, uint32_t state) {
  cairn_region_event event = {.size = sizeof event, .what = CAIRN_ANSWERED, .identifier = identifier,
                              .state = state, .probability = NAN, .boot_nanoseconds = client_now()};
  cairn_tell_region(backend->manager, &event);
}

void regions_answer(cairn_backend *backend) {
  for (size_t left = backend->question_count; left > 0 && !cairn_is_closing(backend->manager); left--) {
    struct region *region = backend->regions;
    while (region && region->asked + region->unasked == 0) region = region->next;
    if (!region) return;
    char identifier[WIRE_TEXT];
    memcpy(identifier, region->wanted.identifier, strlen(region->wanted.identifier) + 1);
    *(region->unasked ? &region->unasked : &region->asked) -= 1;
    backend->question_count--;
    tell_answer(backend, identifier, region->state);
  }
}

void regions_hear(cairn_backend *backend, told_region *told) {
  struct region *region = *place(backend, told->identifier);
  /* Of one that has been replaced, the daemon does not know yet. */
  if (!region || !region->is_told) return;
  if (!told->is_answer || told->state != CAIRN_STATE_UNKNOWN) region->state = told->state;
  if (told->is_answer) {
    /* To be outside from the start is told so, without a question. */
    if (region->asked == 0) return;
    region->asked--;
    backend->question_count--;
    tell_answer(backend, told->identifier, told->state);
  } else if (told->crossing <= CAIRN_LEFT ||
             (told->state == CAIRN_INSIDE && !(region->wanted.flags & CAIRN_QUIET_ENTRY))) {
    /* Where entries are told, only the state at the beginning is no crossing. */
    uint32_t what = told->crossing <= CAIRN_LEFT ? told->crossing : CAIRN_ANSWERED;
    cairn_region_event event = {.size = sizeof event, .what = what, .identifier = told->identifier,
                                .state = told->state, .probability = told->probability,
                                .boot_nanoseconds = told->boot_nanoseconds,
                                .utc_nanoseconds = told->utc_nanoseconds,
                                .evidence = told->has_evidence ? &told->evidence : NULL};
    cairn_tell_region(backend->manager, &event);
  }
}

static void tell_failure(cairn_backend *backend, const char *identifier, const told_error *error) {
  cairn_error reason;
  failure_tell(&error->failure, &reason);
  cairn_region_event event = {.size = sizeof event, .what = CAIRN_FAILED, .identifier = identifier,
                              .probability = NAN, .boot_nanoseconds = client_now(), .error = &reason};
  cairn_tell_region(backend->manager, &event);
}

void regions_hear_failure(cairn_backend *backend, const char *identifier, const told_error *error) {
  struct region **at = place(backend, identifier);
  if (!*at || !(*at)->is_told) return;
  free(take_out(backend, at));
  tell_failure(backend, identifier, error);
}

void regions_end(cairn_backend *backend, const told_error *error) {
  struct region *ended = NULL;
  while (backend->regions) {
    struct region *region = take_out(backend, &backend->regions);
    region->next = ended;
    ended = region;
  }
  backend->are_regions_told = 0;
  backend->regions_id = 0;
  while (ended) {
    struct region *region = ended;
    ended = region->next;
    if (!region->is_removed) tell_failure(backend, region->wanted.identifier, error);
    free(region);
  }
}
