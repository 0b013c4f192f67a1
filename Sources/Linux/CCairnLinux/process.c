#include "CCairnLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef POSIX_SPAWN_SETSID
#define POSIX_SPAWN_SETSID 0x80  // hidden without _GNU_SOURCE
#endif

extern char **environ;

// A session of its own, no signal blocked or ignored, nothing to read.
static int start(pid_t *process, char **words) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t files;
  int result = posix_spawnattr_init(&attributes);
  if (result != 0) return -result;
  result = posix_spawn_file_actions_init(&files);
  if (result == 0) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    result = posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    if (result == 0) result = posix_spawn(process, words[0], &files, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&files);
  }
  posix_spawnattr_destroy(&attributes);
  return -result;
}

int cairnlinux_run(const char *text, size_t count) {
  size_t length = 0;
  for (size_t index = 0; index < count; index++) length += text[index] == 0;
  if (length == 0 || text[count - 1] != 0) return -EINVAL;
  char **words = calloc(length + 1, sizeof *words);
  if (!words) return -ENOMEM;
  const char *word = text;
  for (size_t index = 0; index < length; index++, word += strlen(word) + 1)
    words[index] = (char *)word;
  pid_t process = 0;
  int result = start(&process, words);
  free(words);
  if (result < 0) return result;
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno == EINTR) continue;
    // Somebody ignores the ends of children: this one's is not known.
    return errno == ECHILD ? 0 : -errno;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int cairnlinux_signals_open(void) {
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGINT);
  sigaddset(&wanted, SIGTERM);
  sigaddset(&wanted, SIGHUP);
  int code = pthread_sigmask(SIG_BLOCK, &wanted, NULL);
  if (code != 0) return -code;
  int fd = signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int cairnlinux_signals_read(int fd) {
  struct signalfd_siginfo info;
  long count = read(fd, &info, sizeof info);
  return count == (long)sizeof info ? (int)info.ssi_signo : 0;
}
