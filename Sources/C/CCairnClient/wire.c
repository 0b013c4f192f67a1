#include "wire.h"

#include <math.h>
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

double wire_real(wire_reader *reader) {
  uint64_t bits = wire_integer(reader, 8);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

double wire_short_real(wire_reader *reader) {
  uint32_t bits = (uint32_t)wire_integer(reader, 4);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

void wire_skip(wire_reader *reader, size_t octets) { next(reader, octets); }

void wire_text(wire_reader *reader, char *text, size_t octets) {
  const uint8_t *bytes = next(reader, octets);
  text[0] = 0;
  if (!bytes) return;
  if (!memchr(bytes, 0, octets) || !wire_is_utf8((const char *)bytes)) {
    reader->has_failed = 1;
    return;
  }
  size_t length = strlen((const char *)bytes);
  memcpy(text, bytes, length);
  memset(text + length, 0, octets - length);
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
