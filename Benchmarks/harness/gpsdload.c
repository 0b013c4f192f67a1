// Plays a receiver to two daemons that speak gpsd's protocol, and is all of their clients. Commands come by standard input,
// a line each, and each is answered by a line; D is 0 or 1, times are milliseconds.
//   connect D PORT READERS MUTE     watches; a mute client wants everything and reads nothing
//   disconnect D
//   measure EPOCHS HZ ONLY          epochs to each daemon in turn, or only to D; from just before the write of the last
//                                   sentence to its TPV. For both: p50 and p99 of all clients, p50 and p99 of the last one,
//                                   the worst, and how many were missed
//   silence D LIMIT                 writes nothing; until the first client reads that there is no position, or -1
//   unplug D LIMIT                  closes the terminal; the same
//   churn PORT COUNT                connections that are greeted, watch and go, one after the other; in all
// The first line printed is the paths of both terminals.
#define _GNU_SOURCE
#include "epochs.h"
#include "shared.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

enum { CLIENTS = 512, SAMPLES = 1 << 20, LINE = 1 << 15, WAIT_MS = 400 };

struct client {
  int fd, daemon, used;
  uint64_t seen;  // When it read the TPV that is waited for.
  char line[LINE];
};
struct daemon {
  int master, slave, readers;
  size_t count, lasts, lost;
  double all[SAMPLES], last[SAMPLES];
};

static struct client clients[2 * CLIENTS];
static struct daemon daemons[2];
static int mutes[2][CLIENTS], mute_count[2], epoll, denied = -1;
static uint32_t epoch;
static char wanted[40];
static int missing;

static void die(const char *what) {
  perror(what);
  exit(1);
}

static int dial(int port) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
  if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) < 0) die("gpsdload: connect");
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

static void ask(int fd, const char *text) {
  if (send(fd, text, strlen(text), MSG_NOSIGNAL) < 0 && errno != EPIPE && errno != ECONNRESET) die("gpsdload: send");
}

static void take(struct client *c, const char *line, uint64_t now) {
  if (c->daemon == denied && c == &clients[c->daemon * CLIENTS] && !c->seen &&
      (strstr(line, "\"activated\":0}") || (strstr(line, "\"TPV\"") && strstr(line, "\"mode\":1"))))
    c->seen = now;
  if (!wanted[0] || c->seen || strncmp(line, "{\"class\":\"TPV\"", 14) || !strstr(line, wanted)) return;
  if (!strstr(line, "\"lat\"") || !strstr(line, "\"altHAE\"") || !strstr(line, "\"speed\"")) return;
  c->seen = now;
  missing--;
}

static void receive(struct client *c) {
  ssize_t n = recv(c->fd, c->line + c->used, (size_t)(LINE - c->used - 1), 0);
  uint64_t now = now_ns();
  if (n <= 0) {
    epoll_ctl(epoll, EPOLL_CTL_DEL, c->fd, 0);
    return;
  }
  c->used += (int)n;
  c->line[c->used] = 0;
  char *start = c->line, *end;
  while ((end = strchr(start, '\n'))) {
    *end = 0;
    take(c, start, now);
    start = end + 1;
  }
  c->used -= (int)(start - c->line);
  memmove(c->line, start, (size_t)c->used);
  if (c->used == LINE - 1) c->used = 0;
}

// Reads what arrives until the time, or until nothing is missing.
static void attend(uint64_t until, int until_all) {
  struct epoll_event events[64];
  for (uint64_t now = now_ns(); now < until && !(until_all && missing <= 0); now = now_ns()) {
    struct timespec wait = {(time_t)((until - now) / 1000000000u), (long)((until - now) % 1000000000u)};
    int n = epoll_pwait2(epoll, events, 64, &wait, 0);
    for (int i = 0; i < n; i++) receive(events[i].data.ptr);
  }
}

static void open_terminal(struct daemon *d) {
  struct termios raw;
  d->master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (d->master < 0 || grantpt(d->master) || unlockpt(d->master)) die("gpsdload: pty");
  d->slave = open(ptsname(d->master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  tcgetattr(d->slave, &raw);
  cfmakeraw(&raw);
  tcsetattr(d->slave, TCSANOW, &raw);
  chmod(ptsname(d->master), 0666);  // gpsd gives up being root before it opens it.
}

static void join(int number, int port, int readers, int mute) {
  struct daemon *d = &daemons[number];
  for (int i = 0; i < readers && i < CLIENTS; i++) {
    struct client *c = &clients[number * CLIENTS + i];
    c->fd = dial(port), c->daemon = number, c->used = 0;
    struct epoll_event event = {EPOLLIN, {.ptr = c}};
    epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd, &event);
    ask(c->fd, "?WATCH={\"enable\":true,\"json\":true};\n");
    d->readers = i + 1;
  }
  for (int i = 0; i < mute && i < CLIENTS; i++) {
    mutes[number][i] = dial(port);
    ask(mutes[number][i], "?WATCH={\"enable\":true,\"json\":true,\"raw\":2};\n");
    mute_count[number] = i + 1;
  }
}

static void leave(int number) {
  for (int i = 0; i < daemons[number].readers; i++) close(clients[number * CLIENTS + i].fd);
  for (int i = 0; i < mute_count[number]; i++) close(mutes[number][i]);
  daemons[number].readers = mute_count[number] = 0;
}

// Gives the epoch to one daemon, and waits until all of its clients have it.
static void give(struct daemon *d, const unsigned char *bytes, int count) {
  int head = count - 1;
  struct client *first = &clients[(d - daemons) * CLIENTS];
  char drain[4096];
  while (read(d->master, drain, sizeof drain) > 0) {}
  while (bytes[head] != '$') head--;
  snprintf(wanted, sizeof wanted, "\"time\":\"2026-09-21T%02u:%02u:%02u.%u00Z\"", epoch / 36000 % 24,
           epoch / 600 % 60, epoch / 10 % 60, epoch % 10);
  for (int i = 0; i < d->readers; i++) first[i].seen = 0;
  missing = d->readers;
  if (write(d->master, bytes, (size_t)head) < 0 && errno != EAGAIN) die("gpsdload: write");
  uint64_t start = now_ns(), last = 0;
  if (write(d->master, bytes + head, (size_t)(count - head)) < 0 && errno != EAGAIN) die("gpsdload: write");
  attend(start + WAIT_MS * 1000000ull, 1);
  for (int i = 0; i < d->readers; i++) {
    if (!first[i].seen) d->lost++;
    else if (d->count < SAMPLES) d->all[d->count++] = (double)(first[i].seen - start) / 1e6;
    if (first[i].seen > last) last = first[i].seen;
  }
  if (last && d->lasts < SAMPLES) d->last[d->lasts++] = (double)(last - start) / 1e6;
  wanted[0] = 0, missing = 0;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double quantile(double *values, size_t count, double share) {
  if (!count) return -1;
  qsort(values, count, sizeof *values, ascending);
  return values[(size_t)(share * (double)(count - 1))];
}

static void measure(int epochs, double hz, int only) {
  unsigned char bytes[4096];
  for (int i = 0; i < 2; i++) daemons[i].count = daemons[i].lasts = daemons[i].lost = 0;
  uint64_t begin = now_ns();
  for (int k = 0; k < epochs; k++, epoch++) {
    int count = make_nmea(bytes, epoch);
    attend(begin + (uint64_t)(k * 1e9 / hz), 0);
    for (int i = 0; i < 2; i++) {
      int number = (k + i) % 2;
      if (only < 0 || only == number) give(&daemons[number], bytes, count);
    }
  }
  attend(now_ns() + 50000000u, 0);
  for (int i = 0; i < 2; i++) {
    struct daemon *d = &daemons[i];
    double p50 = quantile(d->all, d->count, 0.5), p99 = quantile(d->all, d->count, 0.99);
    printf("%.3f %.3f %.3f %.3f %.3f %zu%s", p50, p99, quantile(d->last, d->lasts, 0.5),
           quantile(d->last, d->lasts, 0.99), quantile(d->last, d->lasts, 1), d->lost, i ? "\n" : " ");
  }
}

static void await_denial(int number, double limit) {
  struct client *c = &clients[number * CLIENTS];
  uint64_t start = now_ns(), end = start + (uint64_t)(limit * 1e6);
  c->seen = 0, denied = number;
  while (!c->seen && now_ns() < end) attend(now_ns() + 5000000u, 0);
  printf("%.1f\n", c->seen ? (double)(c->seen - start) / 1e6 : -1);
  denied = -1;
}

static void churn(int port, int count) {
  uint64_t start = now_ns();
  char greeting[512];
  struct linger reset = {1, 0};  // Ports that wait after their end would run out.
  for (int i = 0; i < count; i++) {
    int fd = dial(port);
    if (recv(fd, greeting, sizeof greeting, 0) < 0) die("gpsdload: greeting");
    ask(fd, "?WATCH={\"enable\":true,\"json\":true};\n");
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    close(fd);
  }
  printf("%.1f\n", (double)(now_ns() - start) / 1e6);
}

int main(void) {
  char line[128];
  int a, b, c, d;
  double x;
  setvbuf(stdout, 0, _IOLBF, 0);
  epoll = epoll_create1(EPOLL_CLOEXEC);
  open_terminal(&daemons[0]), open_terminal(&daemons[1]);
  printf("%s ", ptsname(daemons[0].master)), printf("%s\n", ptsname(daemons[1].master));
  while (fgets(line, sizeof line, stdin)) {
    if (sscanf(line, "connect %d %d %d %d", &a, &b, &c, &d) == 4) join(a, b, c, d), puts("ok");
    else if (sscanf(line, "disconnect %d", &a) == 1) leave(a), puts("ok");
    else if (sscanf(line, "measure %d %lf %d", &a, &x, &b) == 3) measure(a, x, b);
    else if (sscanf(line, "silence %d %lf", &a, &x) == 2) await_denial(a, x);
    else if (sscanf(line, "unplug %d %lf", &a, &x) == 2)
      close(daemons[a].slave), close(daemons[a].master), await_denial(a, x);
    else if (sscanf(line, "churn %d %d", &a, &b) == 2) churn(a, b);
    else fprintf(stderr, "gpsdload: what is %s", line), exit(64);
  }
}
