/// One HTTP request through libcurl, which is loaded when the first request is made: a program that makes none needs
/// neither the library nor its headers.
#pragma once
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

enum {
  /// The server has answered; its status may still be a refusal.
  cairn_http_answered = 0,
  /// libcurl is not installed, or is too old.
  cairn_http_no_library = 1,
  /// No answer has come.
  cairn_http_failed = 2,
  /// The answer is larger than there is room for.
  cairn_http_too_large = 3,
  /// The caller wants the answer no longer.
  cairn_http_cancelled = 4,
};

enum { cairn_http_reason_capacity = 256 };

typedef struct {
  /// Of the server: 200, 404, …
  long status;
  /// Seconds after which the server wants to be asked again; 0 if it does not say.
  int64_t retry_after;
  /// Bytes written to the caller's buffer.
  size_t length;
  /// Bytes of the request that have gone out; 0 if the server cannot have it.
  long sent;
  /// Why there is no answer, for a person; ends in a zero.
  char reason[cairn_http_reason_capacity];
} cairn_http_answer;

/// Sends a body of JSON with POST and waits for the answer; follows no redirection, and speaks nothing but HTTP and
/// HTTPS. Callable from any thread, also at once.
///
/// `url` and `agent` end in a zero. `milliseconds` bounds the whole request. The answer's body is written to `out`.
int cairn_http_post_json(
    const char *url, const char *agent, const uint8_t *body, size_t length, long milliseconds, uint8_t *out,
    size_t capacity, cairn_http_answer *answer);

/// Asks with GET and waits for the answer, under the same conditions.
///
/// `is_cancelled` is called with `context` on the same thread, about once a second or more often; when it returns other
/// than 0, the request ends.
int cairn_http_get(
    const char *url, const char *agent, long milliseconds, int (*is_cancelled)(void *context), void *context,
    uint8_t *out, size_t capacity, cairn_http_answer *answer);

#if defined(__cplusplus)
}
#endif
