#include "wire.h"

#include <string.h>

/* ---- Reading ---- */

/* The next octets, or NULL if there are not as many. */
static const uint8_t *next(wire_reader *reader, size_t octets) {
  if (octets > reader->left) {
    reader->has_failed = 1;
    reader->left = 0;
    return NULL;
  }
  const uint8_t *bytes = reader->at;
  reader->at += octets;
  reader->left -= octets;
  return bytes;
}

uint64_t wire_integer(wire_reader *reader, unsigned octets) {
  const uint8_t *bytes = next(reader, octets);
  uint64_t value = 0;
  for (unsigned i = octets; bytes && i > 0; i--) value = value << 8 | bytes[i - 1];
  return value;
}

void wire_skip(wire_reader *reader, size_t octets) { next(reader, octets); }

static void read_text(wire_reader *reader, char *text, size_t octets) {
  const char *bytes = (const char *)next(reader, octets);
  memset(text, 0, octets);
  if (!bytes) return;
  size_t length = strnlen(bytes, octets);
  if (length < octets) memcpy(text, bytes, length);
  if (length == octets || !wire_is_utf8(text)) reader->has_failed = 1;
}

/* Reads one number; returns the octets that it takes in the struct. */
static size_t read_number(wire_reader *reader, unsigned kind, uint8_t *into) {
  static const uint8_t widths[] = {8, 4, 8, 1, 2, 2, 4}, sizes[] = {8, 8, 8, 1, 2, 4, 4};
  uint64_t bits = wire_integer(reader, widths[kind]);
  uint32_t few = (uint32_t)bits;
  if (kind == WIRE_SHORT_REAL) {
    float value;
    memcpy(&value, &few, sizeof value);
    double wide = value;
    memcpy(&bits, &wide, sizeof bits);
  }
  if (kind == WIRE_TIME && bits == (uint64_t)WIRE_ABSENT) bits = 0;
  uint8_t octet = (uint8_t)bits;
  uint16_t two = (uint16_t)bits;
  const void *values[] = {NULL, &octet, &two, NULL, &few, NULL, NULL, NULL, &bits};
  memcpy(into, values[sizes[kind]], sizes[kind]);
  return sizes[kind];
}

void wire_read(wire_reader *reader, const wire_field *fields, size_t count, void *into) {
  for (const wire_field *field = fields; field < fields + count; field++) {
    uint8_t *at = (uint8_t *)into + field->at;
    size_t number = field->count ? field->count : 256;
    if (field->kind == WIRE_STRING) {
      read_text(reader, (char *)at, number);
    } else if (field->kind == WIRE_NOTHING) {
      wire_skip(reader, number);
    } else {
      while (number-- > 0) at += read_number(reader, field->kind, at);
    }
  }
}

size_t wire_count(wire_reader *reader, size_t octets, size_t *more) {
  size_t count = (size_t)wire_integer(reader, 2), width = (size_t)wire_integer(reader, 2);
  *more = 0;
  if (reader->has_failed || width < octets || count > reader->left / width) {
    reader->has_failed = 1;
    return 0;
  }
  *more = width - octets;
  return count;
}

/* ---- Writing ---- */

void wire_put(wire_writer *writer, uint64_t value, unsigned octets) {
  for (unsigned i = 0; i < octets; i++, value >>= 8) {
    if (writer->length < writer->room) writer->bytes[writer->length] = (uint8_t)value;
    writer->length++;
  }
}

void wire_put_real(wire_writer *writer, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  wire_put(writer, bits, 8);
}

void wire_put_text(wire_writer *writer, const char *text, size_t octets) {
  size_t length = strnlen(text, octets - 1);
  for (size_t i = 0; i < octets; i++) wire_put(writer, i < length ? (uint8_t)text[i] : 0, 1);
}

void wire_begin(wire_writer *writer, uint8_t *bytes, size_t room, uint16_t type, uint32_t service) {
  *writer = (wire_writer){.bytes = bytes, .room = room};
  wire_put(writer, type, 2);
  wire_put(writer, 0, 2);
  wire_put(writer, service, 4);
}

size_t wire_end(wire_writer *writer) {
  if (writer->length > writer->room || writer->length > WIRE_LARGEST) return 0;
  writer->bytes[2] = (uint8_t)writer->length;
  writer->bytes[3] = (uint8_t)(writer->length >> 8);
  return writer->length;
}

/* ---- Characters ---- */

int32_t wire_character(const char **text) {
  const uint8_t *bytes = (const uint8_t *)*text;
  int32_t value = bytes[0];
  *text += 1;
  if (value < 0x80) return value;
  int more = value >= 0xF0 ? 3 : value >= 0xE0 ? 2 : 1;
  if (value < 0xC2 || value > 0xF4) return -1;
  value &= 0x3F >> more;
  for (int i = 1; i <= more; i++) {
    if ((bytes[i] & 0xC0) != 0x80) return -1;
    value = value << 6 | (bytes[i] & 0x3F);
  }
  static const int32_t smallest[] = {0x80, 0x800, 0x10000};
  if (value < smallest[more - 1] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return -1;
  *text += more;
  return value;
}

int wire_is_utf8(const char *text) {
  while (*text) {
    if (wire_character(&text) < 0) return 0;
  }
  return 1;
}
