/* libmosquitto, loaded when a program wants it: building takes nothing of it. Its functions have `mosq_` in place of
 * `mosquitto_` before their names, and do the same; they may be called once `mosq_load` has returned true.
 *
 * Source: mosquitto.h of Eclipse Mosquitto 2.0, whose interface every libmosquitto.so.1 has. */
#ifndef CMOSQUITTO_H
#define CMOSQUITTO_H

#include <stdbool.h>

#define MOSQ_ERR_SUCCESS 0
#define MOSQ_ERR_CONN_LOST 7
#define MOSQ_ERR_TLS 8
#define MOSQ_ERR_ERRNO 14
#define MOSQ_ERR_EAI 15
#define MOSQ_ERR_KEEPALIVE 19
#define MOSQ_ERR_TLS_HANDSHAKE 23

#define MOSQ_LOG_WARNING 4
#define MOSQ_LOG_ERR 8

struct mosquitto;

struct mosquitto_message {
  int mid;
  char *topic;
  void *payload;
  int payloadlen;
  int qos;
  bool retain;
};

/* Loads libmosquitto, once; false if the machine does not have it. Not to be called by two threads at once. */
bool mosq_load(void);

struct mosquitto *mosq_new(const char *id, bool clean_session, void *user_data);
void mosq_destroy(struct mosquitto *client);
int mosq_will_set(struct mosquitto *client, const char *topic, int length, const void *payload, int qos, bool retain);
int mosq_username_pw_set(struct mosquitto *client, const char *user, const char *password);
int mosq_tls_set(struct mosquitto *client, const char *ca_file, const char *ca_path, const char *certificate, const char *key,
                 int (*password)(char *buffer, int size, int flag, void *user_data));
int mosq_tls_psk_set(struct mosquitto *client, const char *key, const char *identity, const char *ciphers);
int mosq_connect(struct mosquitto *client, const char *host, int port, int keep_alive);
int mosq_disconnect(struct mosquitto *client);
int mosq_publish(struct mosquitto *client, int *id, const char *topic, int length, const void *payload, int qos, bool retain);
int mosq_subscribe(struct mosquitto *client, int *id, const char *topic, int qos);
int mosq_socket(struct mosquitto *client);
bool mosq_want_write(struct mosquitto *client);
int mosq_loop_read(struct mosquitto *client, int packets);
int mosq_loop_write(struct mosquitto *client, int packets);
int mosq_loop_misc(struct mosquitto *client);
int mosq_max_inflight_messages_set(struct mosquitto *client, unsigned int count);
const char *mosq_strerror(int result);
void mosq_connect_callback_set(struct mosquitto *client, void (*call)(struct mosquitto *, void *, int));
void mosq_publish_callback_set(struct mosquitto *client, void (*call)(struct mosquitto *, void *, int));
void mosq_message_callback_set(struct mosquitto *client,
                               void (*call)(struct mosquitto *, void *, const struct mosquitto_message *));
void mosq_log_callback_set(struct mosquitto *client, void (*call)(struct mosquitto *, void *, int, const char *));

#endif
