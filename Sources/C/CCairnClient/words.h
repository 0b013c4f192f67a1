/* What errors say, in the words of Cairn's other programs. */
#ifndef CAIRN_WORDS_H
#define CAIRN_WORDS_H

#include "../CCairn/backend.h"
#include "wire.h"

/* An error in parts, as a daemon tells it. */
typedef struct told_failure {
  uint8_t code, severity;
  uint8_t operation; /* of the system call that failed; NO_OPERATION where none did */
  int32_t system_error;
  char provider[WIRE_PROVIDER];
  char path[WIRE_TEXT];
  char reason[WIRE_TEXT];
} told_failure;

enum { OPERATION_OPEN = 0, NO_OPERATION = 255 };

/* An error with the usual severity, and a reason of three pieces. */
void failure_begin(told_failure *failure, int32_t code, const char *before, const char *path, const char *after);
/* The error with its text. */
void failure_tell(const told_failure *failure, cairn_error *error);
/* The end of a request in time, with the obstacle, if there was one. */
void failure_tell_timeout(const told_failure *obstacle, cairn_error *error);
/* A code that this version knows, else CAIRN_ERROR_LOCATION_UNKNOWN. */
uint8_t failure_known_code(uint8_t code);

/* Whether a character is invisible or acts on a display: controls, format characters, changes of direction. */
int words_is_hidden(int32_t character);

#endif
