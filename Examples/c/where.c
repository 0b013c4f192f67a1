/* Prints where the device is, as accurately as ten metres, as often as the receiver measures: `interval` would say how
   often that is needed. Ends when the policy, for example, ends the service. */
#include <cairn.h>
#include <stdio.h>

static int has_ended;

static void located(void *context, const cairn_location *const *locations, size_t count) {
  const cairn_location *here = locations[count - 1];
  (void)context;
  printf("%.7f %.7f within %.1f m\n", here->latitude, here->longitude, here->horizontal_accuracy);
  fflush(stdout);
}

static void failed(void *context, const cairn_error *error) {
  (void)context;
  fprintf(stderr, "%s\n", error->text);
  /* It does not begin again by itself: a program that stays would start it again when `authorized` is called. */
  if (error->severity == CAIRN_FATAL) has_ended = 1;
}

int main(int count, char **words) {
  cairn_options options = {.size = sizeof options, .desired_accuracy = 10};
  cairn_callbacks callbacks = {.size = sizeof callbacks, .locations = located, .failed = failed};
  cairn_error error = {.size = sizeof error};
  cairn_manager *manager = cairn_manager_open(count > 1 ? words[1] : NULL, &options, &callbacks, NULL, &error);
  if (!manager) return fprintf(stderr, "%s\n", error.text), 1;
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  while (!has_ended && cairn_manager_wait(manager, -1) >= 0) {}
  cairn_manager_close(manager);
  return has_ended;
}
