/* The clock of the tests, in place of port/clock.c of cairn-core: set by hand. */
#include "clock.h"

#include <stdint.h>

#include "../../../Sources/C/CCairnCore/port/port.h"

int64_t test_now = (int64_t)1000 * 1000000000;

int64_t port_now(void) { return test_now; }

/* What a receiver says of the date is all that is known. */
int64_t port_utc(void) { return 0; }
