// Plays a receiver on a pseudo-terminal to a reader that it starts, and measures it from outside.
//   ptyload burst|trickle HZ EPOCHS READER [ARGUMENT...]     the reader gets: PTY SHARED EPOCHS
// Prints one line of tab-separated name=value pairs to standard output. Latencies are from just
// before the write of an epoch's last bytes to the reader's stamp for that epoch.
#define _GNU_SOURCE
#include "epochs.h"
#include "shared.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { CHUNK = 12, CHUNK_NS = 1041667 };  // 12 bytes at 115,200 baud, 8N1

static void sleep_until(uint64_t t) {
  struct timespec s = {(time_t)(t / 1000000000u), (long)(t % 1000000000u)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &s, 0)) {}
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

// Sums a number over all threads of `pid`.
static double threads(int pid, const char *file, const char *key) {
  char path[320], line[256];
  double sum = 0;
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *folder = opendir(path);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%s/%s", pid, entry->d_name, file);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
      if (!strncmp(line, key, strlen(key))) sum += atof(line + strlen(key));
    if (f) fclose(f);
  }
  if (folder) closedir(folder);
  return sum;
}

static long memory(int pid, const char *key) {
  char path[64], line[256];
  long value = -1;
  snprintf(path, sizeof path, "/proc/%d/status", pid);
  FILE *f = fopen(path, "r");
  while (f && fgets(line, sizeof line, f))
    if (!strncmp(line, key, strlen(key))) value = atol(line + strlen(key));
  if (f) fclose(f);
  return value;
}

int main(int count, char **arguments) {
  if (count < 5) return fprintf(stderr, "usage: ptyload burst|trickle HZ EPOCHS READER...\n"), 2;
  int trickles = !strcmp(arguments[1], "trickle");
  double rate = atof(arguments[2]);
  long epochs = atol(arguments[3]), warm = epochs / 5 > 30 ? 30 : epochs / 5;

  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  grantpt(master), unlockpt(master);
  const char *pty = ptsname(master);
  int slave = open(pty, O_RDWR | O_NOCTTY | O_CLOEXEC);
  struct termios raw;
  tcgetattr(slave, &raw);
  cfmakeraw(&raw);
  tcsetattr(slave, TCSANOW, &raw);

  char shared[64];
  snprintf(shared, sizeof shared, "/dev/shm/cairn-ptyload.%d", getpid());
  int file = open(shared, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  size_t size = 8 * (size_t)(HEADER + epochs);
  if (ftruncate(file, (off_t)size)) return perror(shared), 1;
  volatile uint64_t *words = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

  int pid = fork();
  if (!pid) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setenv("CAIRN_HARNESS_SHARED", shared, 1);
    if (getenv("CAIRN_HARNESS_PRELOAD")) setenv("LD_PRELOAD", getenv("CAIRN_HARNESS_PRELOAD"), 1);
    char number[16], *all[32];
    int k = 0;
    snprintf(number, sizeof number, "%ld", epochs);
    for (int i = 4; i < count && k < 28; i++) all[k++] = arguments[i];
    all[k++] = (char *)pty, all[k++] = shared, all[k++] = number, all[k] = 0;
    execv(all[0], all);
    _exit(127);
  }
  usleep(700000);  // time for the reader to start

  double *latency = malloc(sizeof(double) * (size_t)epochs);
  uint64_t *sent = malloc(sizeof(uint64_t) * (size_t)epochs);
  double switches = 0, cpu = 0;
  uint64_t wakeups = 0, armings = 0, reads = 0, heap = 0, start = now_ns(), measured = start;
  unsigned char bytes[2048];
  for (long i = 0; i < epochs; i++) {
    sleep_until(start + (uint64_t)((double)i * 1e9 / rate));
    if (i == warm) {
      switches = threads(pid, "status", "voluntary_ctxt_switches:");
      cpu = threads(pid, "schedstat", "");
      wakeups = words[WORD_WAKEUPS], armings = words[WORD_TIMER_ARMINGS], reads = words[WORD_READS];
      heap = words[WORD_ALLOCATIONS];
      measured = now_ns();
    }
    int n = make_epoch(bytes, (uint32_t)i), done = 0;
    if (trickles) {
      uint64_t began = now_ns();
      for (int step = 1; done < n - CHUNK; step++, done += CHUNK) {
        if (write(master, bytes + done, CHUNK) != CHUNK) return fprintf(stderr, "ptyload: the reader does not read\n"), 1;
        sleep_until(began + (uint64_t)step * CHUNK_NS);
      }
    }
    sent[i] = now_ns();
    if (write(master, bytes + done, (size_t)(n - done)) != n - done) return fprintf(stderr, "ptyload: the reader does not read\n"), 1;
  }
  sleep_until(start + (uint64_t)((double)epochs * 1e9 / rate));
  usleep(100000);
  double seconds = (double)(now_ns() - measured - 100000000u) / 1e9, n = (double)(epochs - warm);
  switches = threads(pid, "status", "voluntary_ctxt_switches:") - switches;
  cpu = threads(pid, "schedstat", "") - cpu;
  wakeups = words[WORD_WAKEUPS] - wakeups;
  armings = words[WORD_TIMER_ARMINGS] - armings;
  reads = words[WORD_READS] - reads;
  heap = words[WORD_ALLOCATIONS] - heap;
  usleep(400000);
  double idle = threads(pid, "status", "voluntary_ctxt_switches:");
  usleep(2000000);
  idle = threads(pid, "status", "voluntary_ctxt_switches:") - idle;

  long got = 0;
  for (long i = warm; i < epochs; i++)
    if (words[HEADER + i]) latency[got++] = (double)(words[HEADER + i] - sent[i]) / 1000;
  qsort(latency, (size_t)got, sizeof(double), ascending);
  printf("got=%ld\tof=%.0f\tp50=%.1f\tp99=%.1f\tmax=%.1f\tswitches=%.2f\twakeups=%.2f\treads=%.2f"
         "\tarmings=%.2f\tallocations=%.2f\tidle=%.0f\tcpu_us=%.1f\tcpu_percent=%.3f\trss=%ld\tanonymous=%ld"
         "\tthreads=%ld\n",
         got, n, got ? latency[got / 2] : 0, got ? latency[(long)((double)got * 0.99)] : 0,
         got ? latency[got - 1] : 0, switches / n, (double)wakeups / n, (double)reads / n,
         (double)armings / n, (double)heap / n, idle, cpu / 1000 / n, cpu / seconds / 1e7, memory(pid, "VmRSS:"),
         memory(pid, "RssAnon:"), memory(pid, "Threads:"));
  // A reader ends when its receiver is gone; a tracer around it then prints its results.
  close(slave), close(master);
  for (int i = 0; i < 50 && waitpid(pid, 0, WNOHANG) == 0; i++) usleep(100000);
  kill(pid, SIGKILL);
  unlink(shared);
  return got == epochs - warm ? 0 : 1;
}
