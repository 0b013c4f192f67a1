/*
 * Fuzzes libcairn-client from both sides: the input says what a program calls, with which sizes and values, and what a
 * daemon at the other end of the socket sends, in callbacks too. See scripts/check/fuzz.sh.
 */
#include <cairn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static char path[64];
static int listener = -1;

/* ---- The input ---- */

static const uint8_t *input;
static size_t left;

static uint8_t octet(void) {
  if (left == 0) return 0;
  left--;
  return *input++;
}

/* Fills a value from the input, as far as that goes. */
static void fill(void *value, size_t size) {
  uint8_t *bytes = value;
  for (size_t i = 0; i < size; i++) bytes[i] = octet();
}

/* A struct's size: its own, or a smaller one. */
static uint32_t size_of(size_t own) {
  uint8_t choice = octet();
  return choice < 192 ? (uint32_t)own : choice % (uint32_t)own;
}

/* ---- The daemon ---- */

enum { CONNECTIONS = 4 };
static int connections[CONNECTIONS];

static void accept_one(void) {
  int socket = accept(listener, NULL, NULL);
  if (socket < 0) return;
  for (int i = 0; i < CONNECTIONS; i++) {
    if (connections[i] >= 0) continue;
    connections[i] = socket;
    return;
  }
  close(socket);
}

static void drain(int socket) {
  uint8_t bytes[20000];
  while (recv(socket, bytes, sizeof bytes, MSG_DONTWAIT) > 0) {}
}

/* Sends a message of a known type and its usual length, whose first octets come from the input and the others are zero. */
static void send_message(int socket) {
  static const struct {
    uint16_t type, size;
  } messages[] = {{64, 280}, {65, 200}, {65, 1120}, {66, 752}, {67, 16}, {68, 64}, {69, 64}, {70, 8}, {71, 360},
                  {71, 704}, {80, 528}, {81, 1008}, {82, 32}, {83, 56}, {98, 80}, {98, 400}, {999, 8}};
  uint8_t bytes[2048] = {0};
  uint8_t kind = octet() % (sizeof messages / sizeof *messages), service = octet() % 16, count = octet();
  uint16_t type = messages[kind].type, size = messages[kind].size;
  if (count == 255) size = (uint16_t)(octet() * 8);
  bytes[0] = (uint8_t)type, bytes[1] = (uint8_t)(type >> 8);
  bytes[2] = (uint8_t)size, bytes[3] = (uint8_t)(size >> 8);
  bytes[4] = service;
  if (type == 65) bytes[12] = octet() % 8, bytes[14] = 184;
  if (type == 71) bytes[20] = octet() % 3, bytes[22] = 80, bytes[23] = 1;
  if (type == 98) bytes[76] = octet() % 24, bytes[78] = 16;
  for (size_t at = 8; count > 0 && count < 255 && at < size; count--) {
    /* At a place that the input chooses, so that texts and numbers behind it can be anything. */
    at += octet();
    if (at < size) bytes[at] = octet();
  }
  send(socket, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void send_anything(int socket) {
  uint8_t bytes[256];
  size_t count = octet();
  fill(bytes, count);
  send(socket, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* ---- The program ---- */

static cairn_manager *manager;
static int is_closed, depth;

static void add_region(void) {
  static const char *const names[] = {"home", "work", "", "\xff", "a name with \xc3\xa4", NULL};
  static cairn_point points[3000];
  cairn_region region = {.size = size_of(sizeof region), .shape = octet() % 5, .points = points, .extent = octet()};
  uint8_t count = octet();
  region.identifier = names[octet() % 6];
  region.count = count < 8 ? count : count < 250 ? (size_t)count * 11 : 70000;
  if (region.count > 3000) region.points = NULL;
  fill(points, sizeof points[0] * (count % 3));
  region.state = octet() % 4;
  region.flags = octet() % 5;
  region.major = (int32_t)octet() - 1;
  if (octet() > 200) fill(&region.confidence, sizeof region.confidence);
  cairn_manager_region_add(manager, &region);
}

static void set_options(void) {
  cairn_options options = {.size = size_of(sizeof options)};
  uint8_t at = octet();
  if (at + sizeof(double) <= sizeof options && at >= sizeof options.size) fill((char *)&options + at, sizeof(double));
  cairn_manager_set_options(manager, &options);
}

static void ask_for_one(void) {
  cairn_request request = {.size = size_of(sizeof request), .exact = octet() % 2};
  if (octet() > 128) fill(&request.desired_accuracy, sizeof request.desired_accuracy);
  request.timeout = octet() / 100.0;
  cairn_manager_request(manager, octet() ? &request : NULL);
}

static void look(void) {
  cairn_location location = {.size = size_of(sizeof location)};
  cairn_authorization authorization = {.size = size_of(sizeof authorization)};
  char text[256];
  cairn_manager_last(manager, &location);
  cairn_manager_authorization(manager, &authorization);
  int32_t length = cairn_manager_plan(manager, text, octet());
  (void)length;
}

static void step(void) {
  int connection = connections[octet() % CONNECTIONS];
  switch (octet() % 16) {
  case 0: cairn_manager_start(manager, octet() % 7); break;
  case 1: cairn_manager_stop(manager, octet() % 7); break;
  case 2: ask_for_one(); break;
  case 3: cairn_manager_cancel(manager, octet() % 16); break;
  case 4: add_region(); break;
  case 5: cairn_manager_region_remove(manager, octet() % 2 ? "home" : "work"); break;
  case 6: cairn_manager_region_state(manager, octet() % 2 ? "home" : "work"); break;
  case 7: set_options(); break;
  case 8: look(); break;
  case 9: accept_one(); break;
  case 10: drain(connection); break;
  case 11: send_anything(connection); break;
  case 12:
    for (int i = 0; i < CONNECTIONS; i++) {
      if (connections[i] == connection && connection >= 0) {
        close(connection);
        connections[i] = -1;
      }
    }
    break;
  case 13: cairn_manager_process(manager); break;
  default: send_message(connection);
  }
}

/* Callbacks do what the input says, one thing each; they may close the manager. */
static void called(void *context) {
  if (context != (void *)&manager || is_closed) abort();
  if (depth > 0) return;
  depth++;
  uint8_t choice = octet();
  if (choice == 255) {
    is_closed = 1;
    cairn_manager_close(manager);
  } else if (choice > 160) {
    step();
  }
  depth--;
}

static void locations(void *context, const cairn_location *const *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (list[i]->size != sizeof **list || strnlen(list[i]->provider, CAIRN_PROVIDER_SIZE) == CAIRN_PROVIDER_SIZE) abort();
  }
  called(context);
}
static void failed(void *context, const cairn_error *error) {
  if (strnlen(error->text, CAIRN_TEXT_SIZE) % CAIRN_TEXT_SIZE == 0) abort();
  called(context);
}
static void paused(void *context, int is_paused) { (void)is_paused, called(context); }
static void answered(void *context, int32_t request, const cairn_location *location, const cairn_error *error) {
  if (request <= 0 || (!location && !error)) abort();
  called(context);
}
static void visited(void *context, const cairn_visit *visit) { (void)visit, called(context); }
static void heading(void *context, const cairn_heading *heading) { (void)heading, called(context); }
static void satellites(void *context, const cairn_sky *sky) {
  for (uint32_t i = 0; i < sky->count; i++) {
    if (sky->satellites[i]->size != sizeof(cairn_satellite)) abort();
  }
  called(context);
}
static void region(void *context, const cairn_region_event *event) {
  if (!event->identifier[0] || (event->what == CAIRN_FAILED) != (event->error != NULL)) abort();
  called(context);
}
static void authorized(void *context, const cairn_authorization *authorization) { (void)authorization, called(context); }
static void planned(void *context) { called(context); }

/* ---- The fuzzer ---- */

int LLVMFuzzerInitialize(int *count, char ***words);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void remove_socket(void) { unlink(path); }

int LLVMFuzzerInitialize(int *count, char ***words) {
  (void)count, (void)words;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(path, sizeof path, "/tmp/cairn-fuzz.%d", (int)getpid());
  strcpy(address.sun_path, path);
  listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 64) < 0) abort();
  atexit(remove_socket);
  for (int i = 0; i < CONNECTIONS; i++) connections[i] = -1;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char source[80];
  input = data;
  left = size;
  cairn_callbacks callbacks = {.size = sizeof callbacks, .locations = locations, .failed = failed, .paused = paused,
                               .answered = answered, .visited = visited, .heading = heading,
                               .satellites = satellites, .region = region, .authorized = authorized,
                               .planned = planned};
  snprintf(source, sizeof source, "daemon:%s", path);
  is_closed = depth = 0;
  manager = cairn_manager_open(source, NULL, &callbacks, &manager, NULL);
  if (!manager) abort();
  accept_one();
  for (int i = 0; i < 200 && left > 0 && !is_closed; i++) {
    step();
    if (!is_closed) cairn_manager_process(manager);
  }
  if (!is_closed) cairn_manager_close(manager);
  for (int i = 0; i < CONNECTIONS; i++) {
    if (connections[i] >= 0) close(connections[i]);
    connections[i] = -1;
  }
  int more;
  while ((more = accept(listener, NULL, NULL)) >= 0) close(more);
  return 0;
}
