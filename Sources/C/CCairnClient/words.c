#include "words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Codes ---- */

enum { TRANSIENT = CAIRN_TRANSIENT, DEGRADED = CAIRN_DEGRADED, FATAL = CAIRN_FATAL };

/* Kinds of errors: each its code, usual severity and explanation. Tables have no pointers, which a library would have
   to be moved for. */
#define KINDS(KIND) \
  KIND(CAIRN_ERROR_LOCATION_UNKNOWN, TRANSIENT, "no position at the moment; still trying") \
  KIND(CAIRN_ERROR_DENIED, FATAL, "the policy denies this client location") \
  KIND(CAIRN_ERROR_NETWORK, TRANSIENT, "the network cannot be reached") \
  KIND(CAIRN_ERROR_HEADING_FAILURE, FATAL, "there is no magnetometer") \
  KIND(CAIRN_ERROR_REGION_MONITORING_DENIED, FATAL, "the policy denies this client the monitoring of regions") \
  KIND(CAIRN_ERROR_REGION_MONITORING_FAILURE, FATAL, "the region cannot be monitored") \
  KIND(6, TRANSIENT, "the monitoring of regions begins later") \
  KIND(7, TRANSIENT, "events of regions come later") \
  KIND(CAIRN_ERROR_RANGING_UNAVAILABLE, FATAL, "nothing receives beacons") \
  KIND(CAIRN_ERROR_RANGING_FAILURE, DEGRADED, "the receiver of beacons failed") \
  KIND(CAIRN_ERROR_PROMPT_DECLINED, FATAL, "the policy does not allow this purpose full accuracy") \
  KIND(CAIRN_ERROR_NO_PROVIDER, TRANSIENT, "no provider is available; waiting for one") \
  KIND(CAIRN_ERROR_PROVIDER_LOST, DEGRADED, "the provider was lost; waiting for it to come back") \
  KIND(CAIRN_ERROR_DEVICE_PERMISSION, TRANSIENT, "the device may not be opened") \
  KIND(CAIRN_ERROR_DEVICE_BUSY, TRANSIENT, "the device is in use") \
  KIND(CAIRN_ERROR_PROTOCOL_MISMATCH, TRANSIENT, "the device sends nothing that is understood") \
  KIND(CAIRN_ERROR_CONFIGURATION_REJECTED, DEGRADED, "the receiver refuses its configuration") \
  KIND(CAIRN_ERROR_TIMEOUT, FATAL, "no good enough position came in time") \
  KIND(CAIRN_ERROR_ANTENNA_FAULT, DEGRADED, "the receiver says that its antenna is open or shorted") \
  KIND(CAIRN_ERROR_INTERFERENCE, DEGRADED, "the receiver suspects jamming or spoofing") \
  KIND(CAIRN_ERROR_CLOCK_UNTRUSTED, DEGRADED, "the clock cannot be trusted") \
  KIND(CAIRN_ERROR_STORAGE_FAILURE, DEGRADED, "not everything can be kept beyond the end of the program") \
  KIND(CAIRN_ERROR_DELIVERY_STALLED, DEGRADED, "events wait in the daemon and nobody takes them") \
  KIND(CAIRN_ERROR_INVALID_CONFIGURATION, FATAL, "the request cannot be served as written") \
  KIND(CAIRN_ERROR_CANCELLED, FATAL, "the request was cancelled") \
  KIND(CAIRN_ERROR_CORRECTIONS_UNAVAILABLE, DEGRADED, "no corrections reach the receiver; its report says why") \
  KIND(CAIRN_ERROR_DEVICE_DISTRUSTED, TRANSIENT, "the device is left alone, since the program died of what it sent")

static const struct {
  uint8_t code, severity;
} kinds[] = {
#define ROW(code, severity, explanation) {code, severity},
    KINDS(ROW)
#undef ROW
};

static const char explanations[] =
#define ROW(code, severity, explanation) explanation "\0"
    KINDS(ROW);
#undef ROW

enum { KINDS_COUNT = sizeof kinds / sizeof *kinds };

/* One of several texts, each of which ends with a zero. */
static const char *choose(const char *texts, size_t index) {
  while (index-- > 0) texts += strlen(texts) + 1;
  return texts;
}

/* The row of a code; the first for one that is not known. */
static size_t kind(uint8_t code) {
  for (size_t i = 0; i < KINDS_COUNT; i++) {
    if (kinds[i].code == code) return i;
  }
  return 0;
}

static const char *explanation(int32_t code) { return choose(explanations, kind((uint8_t)code)); }

uint8_t failure_known_code(uint8_t code) { return kinds[kind(code)].code; }

void failure_begin(told_failure *failure, int32_t code, const char *before, const char *path, const char *after) {
  memset(failure, 0, sizeof *failure);
  failure->code = (uint8_t)code;
  failure->severity = kinds[kind((uint8_t)code)].severity;
  failure->operation = NO_OPERATION;
  snprintf(failure->reason, sizeof failure->reason, "%s%s%s", before, path, after);
}

/* ---- Text ---- */

/* Longer than any text that is told: what does not fit is left out there. */
typedef struct text_buffer {
  char bytes[2048];
  size_t length;
} text_buffer;

static void append(text_buffer *text, const char *piece) {
  size_t room = sizeof text->bytes - 1 - text->length, length = strlen(piece);
  if (length > room) length = room;
  memcpy(text->bytes + text->length, piece, length);
  text->length += length;
  text->bytes[text->length] = 0;
}

int words_is_hidden(int32_t character) {
  /* Unicode 16.0: Cc, Cf, Zl, Zp and Default_Ignorable_Code_Point, as in ForeignText.swift; pairs of first and last. */
  static const int32_t ranges[][2] = {
      {0, 0x1F}, {0x7F, 0x9F}, {0xAD, 0xAD}, {0x34F, 0x34F}, {0x600, 0x605}, {0x61C, 0x61C}, {0x6DD, 0x6DD},
      {0x70F, 0x70F}, {0x890, 0x891}, {0x8E2, 0x8E2}, {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F},
      {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},
      {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x110BD, 0x110BD}, {0x110CD, 0x110CD}, {0x13430, 0x1343F},
      {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
    if (character <= ranges[i][1]) return character >= ranges[i][0];
  }
  return 0;
}

/* Appends a text of others, without characters that act on a display. */
static void append_visible(text_buffer *text, const char *foreign) {
  while (*foreign) {
    const char *start = foreign;
    int32_t character = wire_character(&foreign);
    char piece[16];
    if (words_is_hidden(character)) {
      snprintf(piece, sizeof piece, "\\u{%X}", (unsigned)character);
    } else {
      memcpy(piece, start, (size_t)(foreign - start));
      piece[foreign - start] = 0;
    }
    append(text, piece);
  }
}

/* Appends a path, or an address without user, password, query and fragment. */
static void append_path(text_buffer *text, const char *path) {
  char shown[WIRE_TEXT];
  const char *host = strstr(path, "://");
  if (!host || path[0] == '/' || path[0] == '.') {
    append_visible(text, path);
    return;
  }
  host += 3;
  memcpy(shown, path, (size_t)(host - path));
  shown[host - path] = 0;
  append_visible(text, shown);
  const char *at = strrchr(host, '@');
  if (at) {
    append(text, "***");
    host = strcspn(host, "/?#") < (size_t)(at - host) ? "" : at;
  }
  size_t length = strcspn(host, "?#");
  memcpy(shown, host, length);
  shown[length] = 0;
  append_visible(text, shown);
  if (host[length]) append(text, "?***");
}

/* ---- System calls ---- */

static const char *error_name(int32_t code, char *other, size_t size) {
#define ERRORS(NAME) \
  NAME(EACCES) NAME(EPERM) NAME(EBUSY) NAME(ENOENT) NAME(EIO) NAME(ENXIO) NAME(ENODEV) NAME(ENOTTY) NAME(EINVAL) \
  NAME(EAGAIN) NAME(ECONNREFUSED) NAME(ECONNRESET) NAME(ETIMEDOUT) NAME(EMFILE) NAME(ENFILE) NAME(EROFS) \
  NAME(EISDIR) NAME(EHOSTUNREACH) NAME(ENETUNREACH) NAME(ENOSPC) NAME(EPROTOTYPE) NAME(EPIPE) NAME(EBADMSG) \
  NAME(EFBIG) NAME(ENOBUFS) NAME(ENOMEM) NAME(ENOTSOCK) NAME(ENAMETOOLONG)
#define CODE(code) code,
#define TEXT(code) #code "\0"
  static const uint8_t codes[] = {ERRORS(CODE)};
  static const char names[] = ERRORS(TEXT);
#undef CODE
#undef TEXT
  for (size_t i = 0; i < sizeof codes; i++) {
    if (codes[i] == code) return choose(names, i);
  }
  snprintf(other, size, "errno %d", (int)code);
  return other;
}

/* The name of a group, by /etc/group, or its number. */
static void group_name(gid_t group, char *name, size_t size) {
  char line[512], format[32];
  snprintf(name, size, "%u", (unsigned)group);
  FILE *groups = fopen("/etc/group", "re");
  if (!groups) return;
  snprintf(format, sizeof format, ":%u:", (unsigned)group);
  while (fgets(line, sizeof line, groups)) {
    /* NAME:PASSWORD:NUMBER:MEMBERS */
    char *end = strchr(line, ':'), *number = end ? strchr(end + 1, ':') : NULL;
    if (!number || strncmp(number, format, strlen(format)) != 0) continue;
    *end = 0;
    snprintf(name, size, "%.*s", (int)size - 1, line);
    break;
  }
  fclose(groups);
}

static void append_permission_advice(text_buffer *text, const char *path) {
  struct stat status;
  char name[64];
  if (stat(path, &status) < 0) {
    append(text, "run as a user who may");
    return;
  }
  if ((status.st_mode & 060) != 060 || status.st_gid == 0) {
    append(text, "only its owner may use it: install a udev rule that gives it a group, or run as root");
    return;
  }
  group_name(status.st_gid, name, sizeof name);
  append(text, "it belongs to group ");
  append_visible(text, name);
  append(text, ": `sudo usermod -aG ");
  append_visible(text, name);
  append(text, " $USER`, then log in again");
}

static void append_advice(text_buffer *text, const told_failure *failure) {
  static const struct {
    uint8_t code, advice;
  } usual[] = {{EBUSY, 0}, {EISDIR, 1}, {ENOTTY, 2}, {ENXIO, 3}, {ENODEV, 3}, {EIO, 3}, {EMFILE, 4}, {ENFILE, 4},
               {ENOBUFS, 5}, {ECONNREFUSED, 6}, {ECONNRESET, 7}, {EHOSTUNREACH, 8}, {ETIMEDOUT, 9}};
  static const char advice[] = "another program holds it: stop it first\0"
                               "this is a directory: name a device in it\0"
                               "this is not a serial or GNSS device\0"
                               "the node exists but no hardware answers behind it\0"
                               "too many open files: raise `ulimit -n`\0"
                               "the device accepts data more slowly than they are sent\0"
                               "nothing listens there: start the server or check the port\0"
                               "the server has closed the connection: check it and the receiver behind it\0"
                               "check the host name and the network\0"
                               "the server does not answer: check the address and firewalls";
  if (failure->system_error == EACCES || failure->system_error == EPERM) {
    append(text, "; ");
    append_permission_advice(text, failure->path);
  } else if (failure->system_error == ENOENT) {
    int is_device = strncmp(failure->path, "/dev/", 5) == 0;
    append(text, is_device ? "; is it plugged in? `cairn devices` lists what there is" : "; check the path");
  }
  if (failure->system_error == ECONNREFUSED && failure->path[0] == '/') {
    append(text, "; nothing listens there any more: start it again");
    return;
  }
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
    if (usual[i].code != failure->system_error) continue;
    append(text, "; ");
    append(text, choose(advice, usual[i].advice));
  }
}

static void append_cause(text_buffer *text, const told_failure *failure) {
  static const char verbs[] = "open\0lock\0configure\0read from\0write to\0watch\0start\0find the host of";
  enum { RESOLVE = 7 };
  char words[128], other[24];
  uint8_t operation = failure->operation <= RESOLVE ? failure->operation : OPERATION_OPEN;
  append(text, ": cannot ");
  append(text, choose(verbs, operation));
  append(text, " ");
  append_path(text, failure->path);
  append(text, ": ");
  if (operation == RESOLVE) {
    append(text, failure->system_error == EAGAIN ? "no name server answers; check the network"
                                                 : "no such host is known; check its name");
    return;
  }
  append(text, error_name(failure->system_error, other, sizeof other));
  if (strerror_r(failure->system_error, words, sizeof words) == 0) {
    append(text, " (");
    append(text, words);
    append(text, ")");
  }
  append_advice(text, failure);
}

/* ---- Errors ---- */

static void tell(const told_failure *failure, int32_t code, int32_t severity, const char *reason, cairn_error *error) {
  text_buffer text = {.length = 0};
  append(&text, explanation(code));
  if (failure->provider[0]) {
    append(&text, " (");
    append_visible(&text, failure->provider);
    append(&text, ")");
  }
  if (reason[0]) {
    append(&text, ": ");
    append_visible(&text, reason);
  }
  int has_cause = failure->operation != NO_OPERATION;
  if (has_cause) append_cause(&text, failure);
  cairn_fill_error(error, code, severity, has_cause ? failure->system_error : 0, failure->provider, text.bytes);
}

void failure_tell(const told_failure *failure, cairn_error *error) {
  tell(failure, failure->code, failure->severity, failure->reason, error);
}

void failure_tell_timeout(const told_failure *obstacle, cairn_error *error) {
  told_failure none;
  if (!obstacle) {
    failure_begin(&none, CAIRN_ERROR_TIMEOUT, "", "", "");
    failure_tell(&none, error);
    return;
  }
  int says_nothing = !obstacle->reason[0] && obstacle->operation == NO_OPERATION;
  tell(obstacle, CAIRN_ERROR_TIMEOUT, CAIRN_FATAL,
       says_nothing ? explanation(obstacle->code) : obstacle->reason, error);
}
