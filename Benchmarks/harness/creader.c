// The reference: one thread, a blocking read, checksums, GGA, RMC and NAV-PVT decoded in place.
//   creader PTY SHARED EPOCHS
#include "shared.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile int64_t sink;  // keeps the decoded values from being optimized away
static volatile uint64_t *words;
static long epochs;

static uint32_t u32(const uint8_t *b) {
  return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void use_pvt(const uint8_t *p) {
  int64_t sum = 0;
  for (int offset = 0; offset < 92; offset += 4) sum += (int32_t)u32(p + offset);
  sink = sum;
  uint32_t sequence = u32(p) / 100;
  if (sequence < (uint64_t)epochs) words[HEADER + sequence] = now_ns();
}

static int64_t number(const uint8_t *b, const uint8_t *end) {
  int64_t value = 0;
  for (; b < end && *b != ',' && *b != '*'; b++)
    if (*b != '.') value = value * 10 + (*b - '0');
  return value;
}

static void use_sentence(const uint8_t *b, const uint8_t *end) {
  if (memcmp(b + 3, "GGA", 3) != 0 && memcmp(b + 3, "RMC", 3) != 0) return;
  int64_t sum = 0;
  for (; b < end; b++)
    if (*b == ',') sum += number(b + 1, end);
  sink = sum;
}

static int hex(uint8_t c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; }

// Returns the number of bytes consumed.
static size_t decode(const uint8_t *b, size_t n) {
  size_t i = 0;
  while (i < n) {
    if (b[i] == '$') {
      uint8_t sum = 0;
      size_t j = i + 1;
      while (j < n && b[j] != '*' && j - i < 120) sum ^= b[j++];
      if (j - i >= 120) { i++; continue; }
      if (j + 2 >= n) return i;
      if ((uint8_t)(hex(b[j + 1]) << 4 | hex(b[j + 2])) == sum) use_sentence(b + i, b + j);
      i = j + 3;
    } else if (b[i] == 0xb5) {
      if (i + 8 > n) return i;
      size_t length = b[i + 4] | (size_t)b[i + 5] << 8;
      if (b[i + 1] != 0x62 || length > 1024) { i++; continue; }
      if (i + 8 + length > n) return i;
      uint8_t a = 0, c = 0;
      for (size_t j = i + 2; j < i + 6 + length; j++) { a += b[j]; c += a; }
      if (a == b[i + 6 + length] && c == b[i + 7 + length] && b[i + 2] == 1 && b[i + 3] == 7 &&
          length == 92)
        use_pvt(b + i + 6);
      i += 8 + length;
    } else i++;
  }
  return i;
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  int tty = open(arguments[1], O_RDWR | O_NOCTTY);
  int file = open(arguments[2], O_RDWR);
  epochs = atol(arguments[3]);
  words = mmap(0, 8 * (size_t)(HEADER + epochs), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (tty < 0 || words == MAP_FAILED) return 1;
  static uint8_t buffer[8192];
  size_t kept = 0;
  for (;;) {
    ssize_t got = read(tty, buffer + kept, sizeof buffer - kept);
    if (got <= 0) return 0;
    words[WORD_READS]++;
    words[WORD_WAKEUPS]++;
    kept += (size_t)got;
    size_t used = decode(buffer, kept);
    memmove(buffer, buffer + used, kept - used);
    kept -= used;
    if (kept == sizeof buffer) kept = 0;
  }
}
