/*
 * Where an installed program starts. A file may be several programs, which share Swift's libraries: the name by which it is
 * called says which one. PROGRAMS is a list of PROGRAM(name, function), the function being what the compiler has made of `@main`.
 */
#include <string.h>

#define PROGRAM(name, start) int start(int count, char **words);
PROGRAMS
#undef PROGRAM

int main(int count, char **words) {
  const char *called = count > 0 ? words[0] : "";
  const char *slash = strrchr(called, '/');
  int (*first)(int, char **) = 0;
  if (slash) called = slash + 1;
#define PROGRAM(name, start) \
  if (!first) first = start; \
  if (strcmp(called, name) == 0) return start(count, words);
  PROGRAMS
  /* Called by a name of its user's. */
  return first(count, words);
}
