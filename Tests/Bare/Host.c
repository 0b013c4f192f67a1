// A process of the host: the same program, for comparison. Its argument is the capture.
#include "Board.h"

#include <stdio.h>

void replay(void);

static uint8_t capture[16 << 20];
static size_t capture_size;

const uint8_t *board_capture(void) { return capture; }

size_t board_capture_size(void) { return capture_size; }

void board_put(uint8_t byte) { putchar(byte); }

int main(int count, char **arguments) {
  FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
  if (!file) {
    perror(count == 2 ? arguments[1] : "one argument is expected");
    return 1;
  }
  capture_size = fread(capture, 1, sizeof capture, file);
  if (ferror(file) || fgetc(file) != EOF) {
    fprintf(stderr, "%s: cannot be read whole\n", arguments[1]);
    return 1;
  }
  replay();
  return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
