#include "CCairnLinux.h"
#include <dlfcn.h>
#include <string.h>

int cairnlinux_load_library(const char *const names[], const cairnlinux_symbol symbols[]) {
  void *library = NULL;
  for (; library == NULL && *names != NULL; names++) library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
  for (; symbols->name != NULL; symbols++) {
    void *found = dlsym(library, symbols->name);
    if (found == NULL) return 0;
    memcpy(symbols->function, &found, sizeof found);
  }
  return 1;
}
