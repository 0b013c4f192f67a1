#include "CCairnLinux.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// Numbers of libcurl's interface, which have not changed since 7.19.
enum {
  url_option = 10002, write_data_option = 10001, write_function_option = 20011, error_buffer_option = 10010,
  post_fields_option = 10015, post_size_option = 60, agent_option = 10018, headers_option = 10023,
  no_signal_option = 99, timeout_option = 155, protocols_option = 181,
  response_code = 0x200002, retry_after_info = 0x600039, request_size = 0x20000c,
  no_progress_option = 43, progress_function_option = 20219, progress_data_option = 10057,
  header_function_option = 20079, header_data_option = 10029, version_option = 84, old_answers_option = 285,
  range_option = 10007, slowest_option = 19, stall_option = 20,
  http_and_https = 3, http_1_1 = 2, global_default = 3, write_error = 23, aborted_error = 42,
};

static struct {
  int (*global_init)(long);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*setopt)(void *, int, ...);
  int (*perform)(void *);
  int (*getinfo)(void *, int, ...);
  const char *(*strerror)(int);
  void *(*append)(void *, const char *);
  void (*free_all)(void *);
} curl;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so", NULL};
  static const cairnlinux_symbol symbols[] = {
    {"curl_global_init", &curl.global_init},   {"curl_easy_init", &curl.easy_init},
    {"curl_easy_cleanup", &curl.easy_cleanup}, {"curl_easy_setopt", &curl.setopt},
    {"curl_easy_perform", &curl.perform},      {"curl_easy_getinfo", &curl.getinfo},
    {"curl_easy_strerror", &curl.strerror},    {"curl_slist_append", &curl.append},
    {"curl_slist_free_all", &curl.free_all},   {NULL, NULL},
  };
  is_loaded = cairnlinux_load_library(names, symbols) && curl.global_init(global_default) == 0;
}

typedef struct {
  uint8_t *bytes;
  size_t capacity, length;
  // Takes the octets in place of `bytes`, if it is not NULL.
  int (*take)(void *, long, const uint8_t *, size_t);
  void *context, *request;
  int is_refused, is_other;
  // What has come beside the body.
  size_t head_length, head_lines;
  int is_full, is_head_full;
} output;

static size_t take(char *bytes, size_t size, size_t count, void *context) {
  output *out = context;
  size_t length = size * count;
  if (out->take != NULL) {
    long status = 0;
    curl.getinfo(out->request, response_code, &status);
    // Nobody reads what a refusal says.
    out->is_other = status != 200 && status != 206;
    if (out->is_other) return 0;
    out->is_refused = out->take(out->context, status, (const uint8_t *)bytes, length) != 0;
    return out->is_refused ? 0 : length;
  }
  if (length > out->capacity - out->length) {
    out->is_full = 1;
    return 0;
  }
  memcpy(out->bytes + out->length, bytes, length);
  out->length += length;
  return length;
}

// Counts a line of an interim answer's head, of the answer's own or of its trailers: libcurl keeps some or all of them
// until the end of the request, and limits neither their number in every version nor their size.
static size_t take_head(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  output *out = context;
  size_t length = size * count;
  out->head_lines++;
  if (out->head_lines > cairnlinux_http_head_lines || length > cairnlinux_http_head_capacity - out->head_length) {
    out->is_head_full = 1;
    return 0;
  }
  out->head_length += length;
  return length;
}

typedef struct {
  int (*is_cancelled)(void *);
  void *context;
} cancellation;

static int progress(void *context, int64_t a, int64_t b, int64_t c, int64_t d) {
  (void)a, (void)b, (void)c, (void)d;
  cancellation *cancel = context;
  return cancel->is_cancelled(cancel->context);
}

static int library_missing(cairnlinux_http_answer *answer) {
  memset(answer, 0, sizeof *answer);
  pthread_once(&once, load);
  if (is_loaded) return 0;
  snprintf(answer->reason, sizeof answer->reason, "libcurl is not installed: install the package libcurl4");
  return 1;
}

static void set_up(void *request, const char *url, const char *agent, long milliseconds) {
  curl.setopt(request, url_option, url);
  curl.setopt(request, agent_option, agent);
  curl.setopt(request, timeout_option, milliseconds);
  curl.setopt(request, no_signal_option, 1L);
  curl.setopt(request, protocols_option, (long)http_and_https);
  // One protocol to bound. Redirections, cookies and compression are off unless they are asked for; a body without a
  // head is refused by libraries since 7.66.
  curl.setopt(request, version_option, (long)http_1_1);
  curl.setopt(request, old_answers_option, 0L);
}

// Performs a request, which may be NULL for lack of memory, and ends it; `out` says where its octets go.
static int finish(void *request, output out, cairnlinux_http_answer *answer) {
  // libcurl asks for room for 256 characters.
  char reason[256] = "";
  out.request = request;
  int code = -1;
  if (request != NULL) {
    curl.setopt(request, error_buffer_option, reason);
    curl.setopt(request, write_function_option, take);
    curl.setopt(request, write_data_option, &out);
    curl.setopt(request, header_function_option, take_head);
    curl.setopt(request, header_data_option, &out);
    code = curl.perform(request);
    curl.getinfo(request, request_size, &answer->sent);
    if (code == write_error && out.is_other) code = 0;
  }
  if (code == 0) {
    curl.getinfo(request, response_code, &answer->status);
    // Older libraries leave it as it is.
    curl.getinfo(request, retry_after_info, &answer->retry_after);
    answer->length = out.length;
  } else {
    snprintf(
        answer->reason, sizeof answer->reason, "%s",
        reason[0] != 0 ? reason : code < 0 ? "there is no memory" : curl.strerror(code));
  }
  if (request != NULL) curl.easy_cleanup(request);
  if (code == write_error && out.is_refused) return cairnlinux_http_cancelled;
  if (code == write_error && out.is_full) return cairnlinux_http_too_large;
  if (code == write_error && out.is_head_full) return cairnlinux_http_head_too_large;
  if (code == aborted_error) return cairnlinux_http_cancelled;
  return code == 0 ? cairnlinux_http_answered : cairnlinux_http_failed;
}

int cairnlinux_http_post_json(
    const char *url, const char *agent, const uint8_t *body, size_t length, long milliseconds, uint8_t *bytes,
    size_t capacity, cairnlinux_http_answer *answer) {
  if (library_missing(answer)) return cairnlinux_http_no_library;
  void *request = curl.easy_init();
  void *headers = curl.append(NULL, "Content-Type: application/json");
  if (request != NULL && headers != NULL) {
    set_up(request, url, agent, milliseconds);
    curl.setopt(request, headers_option, headers);
    curl.setopt(request, post_fields_option, (const char *)body);
    curl.setopt(request, post_size_option, (long)length);
  } else if (request != NULL) {
    curl.easy_cleanup(request);
    request = NULL;
  }
  int result = finish(request, (output){.bytes = bytes, .capacity = capacity}, answer);
  if (headers != NULL) curl.free_all(headers);
  return result;
}

int cairnlinux_http_get(
    const char *url, const char *agent, long milliseconds, int (*is_cancelled)(void *), void *context, uint8_t *bytes,
    size_t capacity, cairnlinux_http_answer *answer) {
  if (library_missing(answer)) return cairnlinux_http_no_library;
  cancellation cancel = {is_cancelled, context};
  void *request = curl.easy_init();
  if (request != NULL) {
    set_up(request, url, agent, milliseconds);
    curl.setopt(request, progress_function_option, progress);
    curl.setopt(request, progress_data_option, &cancel);
    curl.setopt(request, no_progress_option, 0L);
  }
  return finish(request, (output){.bytes = bytes, .capacity = capacity}, answer);
}

int cairnlinux_http_download(
    const char *url, const char *agent, long milliseconds, int64_t first, long slowest, long stall,
    int (*is_cancelled)(void *), int (*take_octets)(void *, long, const uint8_t *, size_t), void *context,
    cairnlinux_http_answer *answer) {
  if (library_missing(answer)) return cairnlinux_http_no_library;
  cancellation cancel = {is_cancelled, context};
  char range[32];
  snprintf(range, sizeof range, "%lld-", (long long)first);
  void *request = curl.easy_init();
  if (request != NULL) {
    set_up(request, url, agent, milliseconds);
    curl.setopt(request, slowest_option, slowest);
    curl.setopt(request, stall_option, stall);
    if (first > 0) curl.setopt(request, range_option, range);
    curl.setopt(request, progress_function_option, progress);
    curl.setopt(request, progress_data_option, &cancel);
    curl.setopt(request, no_progress_option, 0L);
  }
  return finish(request, (output){.take = take_octets, .context = context}, answer);
}
