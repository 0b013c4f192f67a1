// The memory shared by the load generator and a reader: a file of 64-bit words, mapped by both.
#ifndef CAIRN_HARNESS_SHARED_H
#define CAIRN_HARNESS_SHARED_H
#include <stdint.h>
#include <time.h>

// Words 0 ..< HEADER belong to the reader; then one stamp per epoch: CLOCK_MONOTONIC, ns.
enum { WORD_WAKEUPS = 0, WORD_TIMER_ARMINGS = 1, WORD_READS = 2, WORD_ALLOCATIONS = 3, HEADER = 8 };

static inline uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
#endif
