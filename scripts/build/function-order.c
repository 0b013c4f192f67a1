/* What function-order.sh observes: a program that takes some positions of a receiver, and ends. */
#include <cairn.h>
#include <stdio.h>

static int missing = 100;

static void located(void *context, const cairn_location *const *locations, size_t count) {
  (void)context, (void)locations;
  missing -= (int)count;
}

int main(int count, char **words) {
  cairn_options options = {.size = sizeof options, .desired_accuracy = 10};
  cairn_callbacks callbacks = {.size = sizeof callbacks, .locations = located};
  cairn_error error = {.size = sizeof error};
  cairn_manager *manager = cairn_manager_open(count > 1 ? words[1] : NULL, &options, &callbacks, NULL, &error);
  if (!manager) return fprintf(stderr, "%s\n", error.text), 1;
  cairn_manager_start(manager, CAIRN_LOCATIONS);
  while (missing > 0 && cairn_manager_wait(manager, -1) >= 0) {}
  cairn_manager_close(manager);
  return 0;
}
