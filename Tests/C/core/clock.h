#ifndef CAIRN_TEST_CLOCK_H
#define CAIRN_TEST_CLOCK_H

#include <stdint.h>

/* Nanoseconds: what cairn-core takes for CLOCK_BOOTTIME. */
extern int64_t test_now;

#endif
