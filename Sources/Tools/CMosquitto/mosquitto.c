#include "CMosquitto.h"

#include "CCairnLinux.h"
#include <stddef.h>

static struct {
  struct mosquitto *(*new)(const char *id, bool clean_session, void *user_data);
  void (*destroy)(struct mosquitto *client);
  int (*will_set)(struct mosquitto *client, const char *topic, int length, const void *payload, int qos, bool retain);
  int (*username_pw_set)(struct mosquitto *client, const char *user, const char *password);
  int (*tls_set)(struct mosquitto *client, const char *ca_file, const char *ca_path, const char *certificate, const char *key,
                 int (*password)(char *buffer, int size, int flag, void *user_data));
  int (*tls_psk_set)(struct mosquitto *client, const char *key, const char *identity, const char *ciphers);
  int (*connect)(struct mosquitto *client, const char *host, int port, int keep_alive);
  int (*disconnect)(struct mosquitto *client);
  int (*publish)(struct mosquitto *client, int *id, const char *topic, int length, const void *payload, int qos, bool retain);
  int (*subscribe)(struct mosquitto *client, int *id, const char *topic, int qos);
  int (*socket)(struct mosquitto *client);
  bool (*want_write)(struct mosquitto *client);
  int (*loop_read)(struct mosquitto *client, int packets);
  int (*loop_write)(struct mosquitto *client, int packets);
  int (*loop_misc)(struct mosquitto *client);
  int (*max_inflight_messages_set)(struct mosquitto *client, unsigned int count);
  const char *(*strerror)(int result);
  void (*connect_callback_set)(struct mosquitto *client, void (*call)(struct mosquitto *, void *, int));
  void (*publish_callback_set)(struct mosquitto *client, void (*call)(struct mosquitto *, void *, int));
  void (*message_callback_set)(struct mosquitto *client,
                               void (*call)(struct mosquitto *, void *, const struct mosquitto_message *));
  void (*log_callback_set)(struct mosquitto *client, void (*call)(struct mosquitto *, void *, int, const char *));
} library;

static int (*init)(void);
static bool is_loaded;

bool mosq_load(void) {
#define FOUND(name) {"mosquitto_" #name, &library.name}
  static const char *const names[] = {"libmosquitto.so.1", NULL};
  static const cairnlinux_symbol symbols[] = {
    {"mosquitto_lib_init", &init},
    FOUND(new),
    FOUND(destroy),
    FOUND(will_set),
    FOUND(username_pw_set),
    FOUND(tls_set),
    FOUND(tls_psk_set),
    FOUND(connect),
    FOUND(disconnect),
    FOUND(publish),
    FOUND(subscribe),
    FOUND(socket),
    FOUND(want_write),
    FOUND(loop_read),
    FOUND(loop_write),
    FOUND(loop_misc),
    FOUND(max_inflight_messages_set),
    FOUND(strerror),
    FOUND(connect_callback_set),
    FOUND(publish_callback_set),
    FOUND(message_callback_set),
    FOUND(log_callback_set),
    {NULL, NULL},
  };
#undef FOUND
  if (!is_loaded) is_loaded = cairnlinux_load_library(names, symbols) && init() == MOSQ_ERR_SUCCESS;
  return is_loaded;
}

struct mosquitto *mosq_new(const char *id, bool clean_session, void *user_data) {
  return library.new(id, clean_session, user_data);
}
void mosq_destroy(struct mosquitto *client) {
  library.destroy(client);
}
int mosq_will_set(struct mosquitto *client, const char *topic, int length, const void *payload, int qos, bool retain) {
  return library.will_set(client, topic, length, payload, qos, retain);
}
int mosq_username_pw_set(struct mosquitto *client, const char *user, const char *password) {
  return library.username_pw_set(client, user, password);
}
int mosq_tls_set(struct mosquitto *client, const char *ca_file, const char *ca_path, const char *certificate, const char *key,
                 int (*password)(char *buffer, int size, int flag, void *user_data)) {
  return library.tls_set(client, ca_file, ca_path, certificate, key, password);
}
int mosq_tls_psk_set(struct mosquitto *client, const char *key, const char *identity, const char *ciphers) {
  return library.tls_psk_set(client, key, identity, ciphers);
}
int mosq_connect(struct mosquitto *client, const char *host, int port, int keep_alive) {
  return library.connect(client, host, port, keep_alive);
}
int mosq_disconnect(struct mosquitto *client) {
  return library.disconnect(client);
}
int mosq_publish(struct mosquitto *client, int *id, const char *topic, int length, const void *payload, int qos, bool retain) {
  return library.publish(client, id, topic, length, payload, qos, retain);
}
int mosq_subscribe(struct mosquitto *client, int *id, const char *topic, int qos) {
  return library.subscribe(client, id, topic, qos);
}
int mosq_socket(struct mosquitto *client) {
  return library.socket(client);
}
bool mosq_want_write(struct mosquitto *client) {
  return library.want_write(client);
}
int mosq_loop_read(struct mosquitto *client, int packets) {
  return library.loop_read(client, packets);
}
int mosq_loop_write(struct mosquitto *client, int packets) {
  return library.loop_write(client, packets);
}
int mosq_loop_misc(struct mosquitto *client) {
  return library.loop_misc(client);
}
int mosq_max_inflight_messages_set(struct mosquitto *client, unsigned int count) {
  return library.max_inflight_messages_set(client, count);
}
const char *mosq_strerror(int result) {
  return library.strerror(result);
}
void mosq_connect_callback_set(struct mosquitto *client, void (*call)(struct mosquitto *, void *, int)) {
  library.connect_callback_set(client, call);
}
void mosq_publish_callback_set(struct mosquitto *client, void (*call)(struct mosquitto *, void *, int)) {
  library.publish_callback_set(client, call);
}
void mosq_message_callback_set(struct mosquitto *client,
                               void (*call)(struct mosquitto *, void *, const struct mosquitto_message *)) {
  library.message_callback_set(client, call);
}
void mosq_log_callback_set(struct mosquitto *client, void (*call)(struct mosquitto *, void *, int, const char *)) {
  library.log_callback_set(client, call);
}
