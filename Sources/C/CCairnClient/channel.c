#include "client.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Messages that a daemon may send at once, and in a second: all regions may be entered and left at once. */
static const double burst = 10000, rate = 1000;

static int watch(const struct channel *channel, int epoll, int operation, uint32_t events) {
  struct epoll_event event = {.events = events, .data.fd = channel->socket};
  return epoll_ctl(epoll, operation, channel->socket, &event);
}

int channel_open(struct channel *channel, int epoll, const char *path, int64_t now) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, path, strnlen(path, sizeof address.sun_path - 1));
  channel->socket = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (channel->socket < 0) return errno;
  /* It never waits: a full queue of clients is EAGAIN. */
  if (connect(channel->socket, (struct sockaddr *)&address, sizeof address) < 0 ||
      watch(channel, epoll, EPOLL_CTL_ADD, EPOLLIN) < 0) {
    int code = errno;
    channel_close(channel);
    return code;
  }
  channel->connected_time = channel->credit_time = now;
  channel->credit = burst;
  channel->waits_for_room = 0;
  return 0;
}

void channel_close(struct channel *channel) {
  if (channel->socket >= 0) close(channel->socket);
  channel->socket = -1;
}

long channel_receive(struct channel *channel, uint8_t *bytes, size_t room, int64_t now) {
  ssize_t count;
  int tries = 4;
  /* That the daemon has not read everything is told before its last words. */
  do count = recv(channel->socket, bytes, room, MSG_TRUNC);
  while (count < 0 && (errno == EINTR || errno == ECONNRESET) && tries-- > 0);
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return CHANNEL_EMPTY;
  if (count <= 0) return CHANNEL_ENDED;
  if ((size_t)count > room) return CHANNEL_TOO_LONG;
  double earned = (double)(now - channel->credit_time) / 1e9 * rate + channel->credit;
  channel->credit = (earned < burst ? earned : burst) - 1;
  channel->credit_time = now;
  return channel->credit >= 0 ? count : CHANNEL_FLOODS;
}

int channel_send(struct channel *channel, int epoll, const uint8_t *bytes, size_t length) {
  ssize_t count;
  do count = send(channel->socket, bytes, length, MSG_NOSIGNAL);
  while (count < 0 && errno == EINTR);
  if (count >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) return 1;
  if (!channel->waits_for_room) watch(channel, epoll, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
  channel->waits_for_room = 1;
  return 0;
}

void channel_has_sent_all(struct channel *channel, int epoll) {
  if (!channel->waits_for_room) return;
  watch(channel, epoll, EPOLL_CTL_MOD, EPOLLIN);
  channel->waits_for_room = 0;
}
