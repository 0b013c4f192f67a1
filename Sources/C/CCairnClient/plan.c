#include "told.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Octets of one provider's part, and of its beginning up to its flags. */
enum { ENTRY_OCTETS = 336, FLAGS_AT = 40 };

typedef struct plan_entry {
  int64_t interval;       /* nanoseconds */
  double power, accuracy; /* milliwatts, metres */
  uint8_t is_on;
  char provider[WIRE_PROVIDER], reason[WIRE_TEXT];
} plan_entry;

static void read_entry(wire_reader *reader, plan_entry *entry, size_t more) {
  /* Left out: the finest accuracy that any client wants; whether the provider rests, and serves this service. */
  static const wire_field fields[] = {{WIRE_TIME, 1, offsetof(plan_entry, interval)},
                                      {WIRE_REAL, 2, offsetof(plan_entry, power)},
                                      {WIRE_NOTHING, 16, 0},
                                      {WIRE_OCTET, 1, offsetof(plan_entry, is_on)},
                                      {WIRE_NOTHING, 7, 0},
                                      {WIRE_STRING, WIRE_PROVIDER, offsetof(plan_entry, provider)},
                                      {WIRE_STRING, 0, offsetof(plan_entry, reason)}};
  WIRE_READ(reader, fields, entry);
  wire_skip(reader, more);
}

typedef struct plan_head {
  double sensors; /* milliwatts */
  uint8_t is_unmet;
} plan_head;

/* Reads what stands before the entries; returns their number. */
static size_t read_head(wire_reader *reader, plan_head *head, size_t *more) {
  static const wire_field fields[] = {{WIRE_REAL, 1, offsetof(plan_head, sensors)},
                                      {WIRE_OCTET, 1, offsetof(plan_head, is_unmet)},
                                      {WIRE_NOTHING, 3, 0}};
  WIRE_READ(reader, fields, head);
  return wire_count(reader, ENTRY_OCTETS, more);
}

void told_check_plan(wire_reader *reader, uint8_t *bytes) {
  plan_head head;
  size_t more, start = reader->left, count = read_head(reader, &head, &more);
  for (size_t i = 0; i < count; i++) {
    plan_entry entry;
    /* Whether the provider serves this service. */
    if (reader->left > FLAGS_AT + 2) bytes[start - reader->left + FLAGS_AT + 2] = 0;
    read_entry(reader, &entry, more);
  }
}

/* ---- JSON ---- */

/* A text that is longer than its room is counted to the end. */
typedef struct json_text {
  char *bytes;
  size_t size, length;
} json_text;

static void append(json_text *json, const char *piece) {
  for (; *piece; piece++, json->length++) {
    if (json->length + 1 < json->size) json->bytes[json->length] = *piece;
  }
}

static void append_string(json_text *json, const char *text) {
  append(json, "\"");
  while (*text) {
    const char *start = text;
    uint32_t character = (uint32_t)wire_character(&text);
    char piece[16];
    if (character == '"' || character == '\\') {
      snprintf(piece, sizeof piece, "\\%c", (char)character);
    } else if (!words_is_hidden((int32_t)character)) {
      memcpy(piece, start, (size_t)(text - start));
      piece[text - start] = 0;
    } else if (character < 0x10000) {
      snprintf(piece, sizeof piece, "\\u%04x", (unsigned)character);
    } else {
      character -= 0x10000;
      snprintf(piece, sizeof piece, "\\u%04x\\u%04x", 0xD800 + (unsigned)(character >> 10),
               0xDC00 + (unsigned)(character & 0x3FF));
    }
    append(json, piece);
  }
  append(json, "\"");
}

/* A member with its value to a millionth; null for what is not known. No locale has a say in it. */
static void append_number(json_text *json, const char *name, double value) {
  char digits[48];
  append(json, name);
  if (!(fabs(value) < 1e12)) {
    append(json, "null");
    return;
  }
  long long millionths = (long long)(fabs(value) * 1e6 + 0.5);
  int length = snprintf(digits, sizeof digits, "%s%lld.%06lld", value < 0 && millionths ? "-" : "",
                        millionths / 1000000, millionths % 1000000);
  while (digits[length - 1] == '0') length--;
  if (digits[length - 1] == '.') length--;
  digits[length] = 0;
  append(json, digits);
}

static void append_entry(json_text *json, const plan_entry *entry) {
  append(json, "{\"provider\":");
  append_string(json, entry->provider);
  append(json, entry->is_on ? ",\"on\":true" : ",\"on\":false");
  append_number(json, ",\"milliwatts\":", entry->power);
  append_number(json, ",\"expectedAccuracy\":", entry->accuracy);
  append_number(json, ",\"interval\":", entry->is_on ? (double)entry->interval / 1e9 : NAN);
  append(json, ",\"reason\":");
  append_string(json, entry->reason);
  append(json, "}");
}

size_t told_plan_json(wire_reader reader, char *text, size_t size) {
  json_text json = {.bytes = text, .size = size};
  plan_entry entry;
  plan_head head;
  size_t more, count = read_head(&reader, &head, &more);
  double power = head.sensors;
  wire_reader again = reader;
  for (size_t i = 0; i < count; i++) {
    read_entry(&again, &entry, more);
    power += entry.power; /* not a number if that of one is not known */
  }
  append(&json, "{\"event\":\"plan\"");
  append_number(&json, ",\"milliwatts\":", power);
  append(&json, head.is_unmet ? ",\"unmetClients\":1" : ",\"unmetClients\":0");
  append(&json, ",\"providers\":[");
  for (size_t i = 0; i < count; i++) {
    read_entry(&reader, &entry, more);
    if (i > 0) append(&json, ",");
    append_entry(&json, &entry);
  }
  append(&json, "]}");
  if (size > 0) text[json.length < size ? json.length : size - 1] = 0;
  return json.length;
}
