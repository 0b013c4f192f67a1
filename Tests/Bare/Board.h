// What the program under test asks of what it runs on: Board.c is a bare machine, Host.c a process.
#ifndef BARE_BOARD_H
#define BARE_BOARD_H

#include <stddef.h>
#include <stdint.h>

// The bytes of the capture.
const uint8_t *board_capture(void);
size_t board_capture_size(void);

// Sends one byte of the program's output.
void board_put(uint8_t byte);

#endif
