// Builds the bytes of a receiver's epochs: a sentence burst, NAV-PVT, or one after the other. The device stands, so that
// nothing is due when they end.
// All messages of epoch `k` have the time 2026-09-21 00:00:00 UTC plus k tenths of a second.
#ifndef CAIRN_HARNESS_EPOCHS_H
#define CAIRN_HARNESS_EPOCHS_H
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static inline int sentence(char *out, const char *body) {
  unsigned char sum = 0;
  for (const char *p = body; *p; p++) sum ^= (unsigned char)*p;
  return sprintf(out, "$%s*%02X\r\n", body, sum);
}

static inline void put32(unsigned char *b, uint32_t value) {
  for (int i = 0; i < 4; i++) b[i] = (unsigned char)(value >> 8 * i);
}

// One sentence burst.
static inline int make_nmea(unsigned char *out, uint32_t k) {
  unsigned second = k / 10 % 60, minute = k / 600 % 60, hour = k / 36000 % 24;
  char time[16], body[120], *text = (char *)out;
  int n = 0;
  snprintf(time, sizeof time, "%02u%02u%02u.%u0", hour, minute, second, k % 10);
  snprintf(body, sizeof body,
           "GNRMC,%s,A,3736.47666,N,12653.01698,E,00.012,26.08,210926,,,A,V", time);
  n += sentence(text + n, body);
  n += sentence(text + n, "GNVTG,26.08,T,,M,00.012,N,0.022,K,A");
  snprintf(body, sizeof body, "GNGGA,%s,3736.47666,N,12653.01698,E,1,12,1.14,23.0,M,18.7,M,,", time);
  n += sentence(text + n, body);
  n += sentence(text + n, "GNGSA,A,3,16,06,28,04,08,15,04,26,04,15,03,09,1.50,0.90,1.20,1");
  for (int part = 1; part <= 3; part++) {
    snprintf(body, sizeof body,
             "GPGSV,3,%d,12,19,53,073,44,08,73,157,45,12,13,297,46,13,47,049,45,1", part);
    n += sentence(text + n, body);
  }
  return n;
}

// NAV-PVT of the same instant, without the messages around it.
static inline int make_pvt(unsigned char *u, uint32_t k) {
  unsigned second = k / 10 % 60, minute = k / 600 % 60, hour = k / 36000 % 24;
  unsigned char *p = u + 6, a = 0, b = 0;
  memset(u, 0, 100);
  memcpy(u, "\xb5\x62\x01\x07\x5c\x00", 6);
  put32(p, k * 100);
  p[4] = 2026 & 255, p[5] = 2026 >> 8, p[6] = 9, p[7] = 21;
  p[8] = (unsigned char)hour, p[9] = (unsigned char)minute, p[10] = (unsigned char)second;
  p[11] = 0x37, put32(p + 12, 25), put32(p + 16, k % 10 * 100000000u);
  p[20] = 3, p[21] = 1, p[22] = 0xea, p[23] = 12;
  put32(p + 24, 1268836163), put32(p + 28, 376079443), put32(p + 32, 41700), put32(p + 36, 23000);
  put32(p + 40, 1500), put32(p + 44, 2200), put32(p + 60, 6), put32(p + 64, 2608000);
  put32(p + 68, 300), put32(p + 72, 200000), p[76] = 150;
  for (int i = 2; i < 98; i++) a += u[i], b += a;
  u[98] = a, u[99] = b;
  return 100;
}

static inline int make_epoch(unsigned char *out, uint32_t k) {
  int n = make_nmea(out, k);
  return n + make_pvt(out + n, k);
}
#endif
