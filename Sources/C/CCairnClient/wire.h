/*
 * Fields of messages between cairnd and its clients: little-endian, of fixed width, in a datagram each. A reader never
 * reads beyond its message, and a writer never writes beyond its room; both note it, and go on with zeros or nothing.
 */
#ifndef CAIRN_WIRE_H
#define CAIRN_WIRE_H

#include <stddef.h>
#include <stdint.h>

enum {
  WIRE_HEADER = 8,     /* octets of type, size and service */
  WIRE_LARGEST = 16384, /* octets of the longest message */
  WIRE_TEXT = 256,     /* octets of an explanation, path or identifier, with its zero */
  WIRE_PROVIDER = 32,  /* octets of the name of a provider, with its zero */
  WIRE_POINTS = 512    /* points in one message */
};

/* The number that stands for an absent time or duration. */
#define WIRE_ABSENT INT64_MIN

typedef struct wire_reader {
  const uint8_t *at;
  size_t left;
  int has_failed;
} wire_reader;

/* Kinds of fields, with what they are read into. */
enum {
  WIRE_REAL,       /* eight octets: double */
  WIRE_SHORT_REAL, /* four octets: double */
  WIRE_TIME,       /* nanoseconds: int64_t, 0 where they are absent */
  WIRE_OCTET,      /* uint8_t */
  WIRE_TWO,        /* two octets: uint16_t */
  WIRE_TWO_WIDE,   /* two octets: uint32_t */
  WIRE_FOUR,       /* four octets: int32_t or uint32_t */
  WIRE_STRING,     /* a text that ends within so many octets, and is UTF-8: char [] */
  WIRE_NOTHING     /* octets that are left out */
};

/* So many fields of a kind, or octets of a text or of nothing, and where they are in a struct. */
typedef struct wire_field {
  uint8_t kind, count; /* a count of 0 stands for 256 */
  uint16_t at;
} wire_field;

/* Reads fields into a struct. */
void wire_read(wire_reader *reader, const wire_field *fields, size_t count, void *into);
#define WIRE_READ(reader, fields, into) wire_read(reader, fields, sizeof(fields) / sizeof *(fields), into)

uint64_t wire_integer(wire_reader *reader, unsigned octets);
void wire_skip(wire_reader *reader, size_t octets);
/* The number of elements that follow, each of at least `octets`; `*more` is what each has beyond that. */
size_t wire_count(wire_reader *reader, size_t octets, size_t *more);

typedef struct wire_writer {
  uint8_t *bytes;
  size_t room, length;
} wire_writer;

void wire_begin(wire_writer *writer, uint8_t *bytes, size_t room, uint16_t type, uint32_t service);
void wire_put(wire_writer *writer, uint64_t value, unsigned octets);
void wire_put_real(wire_writer *writer, double value);
/* So many octets, of which the last is zero; a longer text is cut. */
void wire_put_text(wire_writer *writer, const char *text, size_t octets);
/* Writes the size into the header; 0 if there was not enough room, else the size. */
size_t wire_end(wire_writer *writer);

/* The next character of a text that ends with a zero, and moves behind it; -1 for octets that are not UTF-8, of which
   it moves behind one. */
int32_t wire_character(const char **text);
int wire_is_utf8(const char *text);

#endif
