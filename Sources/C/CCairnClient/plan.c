#include "told.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Octets of one provider's part, and of its beginning up to its flags. */
enum { ENTRY_OCTETS = 336, FLAGS_AT = 40 };

typedef struct plan_entry {
  double interval, power, accuracy; /* seconds, milliwatts, metres */
  int is_on;
  char provider[WIRE_PROVIDER], reason[WIRE_TEXT];
} plan_entry;

static void read_entry(wire_reader *reader, plan_entry *entry) {
  entry->interval = (double)(int64_t)wire_integer(reader, 8) / 1e9;
  entry->power = wire_real(reader);
  entry->accuracy = wire_real(reader);
  wire_skip(reader, 16); /* the finest accuracy that any client wants */
  entry->is_on = wire_integer(reader, 1) != 0;
  wire_skip(reader, 7);
  wire_text(reader, entry->provider, WIRE_PROVIDER);
  wire_text(reader, entry->reason, WIRE_TEXT);
}

/* Reads what stands before the entries; returns their number. */
static size_t read_head(wire_reader *reader, double *sensors, int *is_unmet, size_t *more) {
  *sensors = wire_real(reader);
  *is_unmet = wire_integer(reader, 1) != 0;
  wire_skip(reader, 3);
  return wire_count(reader, ENTRY_OCTETS, more);
}

void told_check_plan(wire_reader *reader, uint8_t *bytes) {
  double sensors;
  int is_unmet;
  size_t more, start = reader->left, count = read_head(reader, &sensors, &is_unmet, &more);
  for (size_t i = 0; i < count; i++) {
    plan_entry entry;
    /* Whether the provider serves this service. */
    if (reader->left > FLAGS_AT + 2) bytes[start - reader->left + FLAGS_AT + 2] = 0;
    read_entry(reader, &entry);
    wire_skip(reader, more);
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
  append_number(json, ",\"interval\":", entry->is_on ? entry->interval : NAN);
  append(json, ",\"reason\":");
  append_string(json, entry->reason);
  append(json, "}");
}

size_t told_plan_json(wire_reader reader, char *text, size_t size) {
  json_text json = {.bytes = text, .size = size};
  plan_entry entry;
  double power;
  int is_unmet;
  size_t more, count = read_head(&reader, &power, &is_unmet, &more);
  wire_reader again = reader;
  for (size_t i = 0; i < count; i++) {
    read_entry(&again, &entry);
    wire_skip(&again, more);
    power += entry.power; /* not a number if that of one is not known */
  }
  append(&json, "{\"event\":\"plan\"");
  append_number(&json, ",\"milliwatts\":", power);
  append(&json, is_unmet ? ",\"unmetClients\":1" : ",\"unmetClients\":0");
  append(&json, ",\"providers\":[");
  for (size_t i = 0; i < count; i++) {
    read_entry(&reader, &entry);
    wire_skip(&reader, more);
    if (i > 0) append(&json, ",");
    append_entry(&json, &entry);
  }
  append(&json, "]}");
  if (size > 0) text[json.length < size ? json.length : size - 1] = 0;
  return json.length;
}
