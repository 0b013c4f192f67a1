#include "CCairnLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define RETRY(call)                                \
  ({                                               \
    long result_;                                  \
    do {                                           \
      result_ = (long)(call);                      \
    } while (result_ < 0 && errno == EINTR);       \
    result_ < 0 ? -(long)errno : result_;          \
  })

// The values below are the same on every Linux architecture Cairn supports except MIPS, SPARC,
// Alpha and PA-RISC, whose builds must fail here rather than misread an error.
_Static_assert(
    cairnlinux_EPERM == EPERM && cairnlinux_ENOENT == ENOENT && cairnlinux_EIO == EIO && cairnlinux_ENXIO == ENXIO &&
        cairnlinux_EAGAIN == EAGAIN && cairnlinux_EACCES == EACCES && cairnlinux_EBUSY == EBUSY &&
        cairnlinux_ENODEV == ENODEV && cairnlinux_ENOTDIR == ENOTDIR && cairnlinux_EISDIR == EISDIR &&
        cairnlinux_EINVAL == EINVAL && cairnlinux_EMFILE == EMFILE && cairnlinux_ENFILE == ENFILE && cairnlinux_ENOTTY == ENOTTY &&
        cairnlinux_EROFS == EROFS && cairnlinux_ENOSPC == ENOSPC && cairnlinux_EPIPE == EPIPE,
    "errno values");
_Static_assert(
    cairnlinux_epoll_in == EPOLLIN && cairnlinux_epoll_priority == EPOLLPRI && cairnlinux_epoll_out == EPOLLOUT &&
        cairnlinux_epoll_error == EPOLLERR && cairnlinux_epoll_hang_up == EPOLLHUP &&
        cairnlinux_epoll_peer_closed == EPOLLRDHUP && cairnlinux_epoll_one_shot == EPOLLONESHOT &&
        cairnlinux_epoll_edge == (uint32_t)EPOLLET && cairnlinux_epoll_add == EPOLL_CTL_ADD &&
        cairnlinux_epoll_delete == EPOLL_CTL_DEL && cairnlinux_epoll_modify == EPOLL_CTL_MOD,
    "epoll values");

const int cairnlinux_EMSGSIZE = EMSGSIZE, cairnlinux_EDQUOT = EDQUOT;
const int cairnlinux_ENOBUFS = ENOBUFS, cairnlinux_EOPNOTSUPP = EOPNOTSUPP, cairnlinux_ETIMEDOUT = ETIMEDOUT,
          cairnlinux_ECONNREFUSED = ECONNREFUSED, cairnlinux_ECONNRESET = ECONNRESET, cairnlinux_EHOSTUNREACH = EHOSTUNREACH,
          cairnlinux_ECANCELED = ECANCELED, cairnlinux_EAFNOSUPPORT = EAFNOSUPPORT,
          cairnlinux_EPROTONOSUPPORT = EPROTONOSUPPORT, cairnlinux_EBADF = EBADF, cairnlinux_EBADMSG = EBADMSG, cairnlinux_ENOTCONN = ENOTCONN, cairnlinux_ENETDOWN = ENETDOWN,
          cairnlinux_ENOSYS = ENOSYS, cairnlinux_ENOTUNIQ = ENOTUNIQ, cairnlinux_EADDRINUSE = EADDRINUSE, cairnlinux_ELOOP = ELOOP,
          cairnlinux_EILSEQ = EILSEQ;

// MARK: Errors

const char *cairnlinux_error_name(int code) {
#define NAME(e) \
  case e:       \
    return #e
  switch (code) {
    NAME(EPERM); NAME(ENOENT); NAME(ESRCH); NAME(EINTR); NAME(EIO); NAME(ENXIO); NAME(E2BIG);
    NAME(EBADF); NAME(EAGAIN); NAME(ENOMEM); NAME(EACCES); NAME(EFAULT); NAME(EBUSY);
    NAME(EEXIST); NAME(EXDEV); NAME(ENODEV); NAME(ENOTDIR); NAME(EISDIR); NAME(EINVAL);
    NAME(ENFILE); NAME(EMFILE); NAME(ENOTTY); NAME(ETXTBSY); NAME(EFBIG); NAME(ENOSPC);
    NAME(ESPIPE); NAME(EROFS); NAME(EMLINK); NAME(EPIPE); NAME(ERANGE); NAME(EDEADLK);
    NAME(ENAMETOOLONG); NAME(ENOSYS); NAME(ENOTEMPTY); NAME(ELOOP); NAME(EPROTO); NAME(EBADMSG);
    NAME(EOVERFLOW); NAME(EILSEQ); NAME(ENOTSOCK); NAME(EMSGSIZE); NAME(EPROTONOSUPPORT);
    NAME(EOPNOTSUPP); NAME(EAFNOSUPPORT); NAME(EADDRINUSE); NAME(EADDRNOTAVAIL); NAME(ENETDOWN);
    NAME(ENETUNREACH); NAME(ENETRESET); NAME(ECONNABORTED); NAME(ECONNRESET); NAME(ENOBUFS);
    NAME(EISCONN); NAME(ENOTCONN); NAME(ETIMEDOUT); NAME(ECONNREFUSED); NAME(EHOSTDOWN);
    NAME(EHOSTUNREACH); NAME(EALREADY); NAME(EINPROGRESS); NAME(ESTALE); NAME(EDQUOT);
    NAME(ENOMEDIUM); NAME(ECANCELED); NAME(ESHUTDOWN); NAME(ENODATA); NAME(EUSERS);
  }
#undef NAME
  return NULL;
}

void cairnlinux_error_text(int code, char *out, size_t capacity) {
  if (capacity == 0) return;
  out[0] = 0;
  if (strerror_r(code, out, capacity) != 0) out[0] = 0;
  out[capacity - 1] = 0;
}

// MARK: epoll, eventfd, timerfd, clocks

int cairnlinux_epoll_create(void) { return (int)RETRY(epoll_create1(EPOLL_CLOEXEC)); }

int cairnlinux_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data.u64 = token};
  return (int)RETRY(epoll_ctl(epoll, operation, fd, &event));
}

int cairnlinux_epoll_wait(int epoll, cairnlinux_event *out, int capacity, int milliseconds) {
  struct epoll_event events[64];
  if (capacity > 64) capacity = 64;
  int count = epoll_wait(epoll, events, capacity, milliseconds);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int i = 0; i < count; i++) {
    out[i].token = events[i].data.u64;
    out[i].events = events[i].events;
  }
  return count;
}

int cairnlinux_event_create(void) { return (int)RETRY(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)); }

int cairnlinux_event_signal(int fd) {
  uint64_t one = 1;
  return (int)RETRY(write(fd, &one, sizeof one));
}

int cairnlinux_timer_create(void) {
  return (int)RETRY(timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC));
}

int cairnlinux_timer_arm(int fd, int64_t nanoseconds) {
  struct itimerspec spec;
  memset(&spec, 0, sizeof spec);
  spec.it_value.tv_sec = (time_t)(nanoseconds / 1000000000);
  spec.it_value.tv_nsec = (long)(nanoseconds % 1000000000);
  return (int)RETRY(timerfd_settime(fd, TFD_TIMER_ABSTIME, &spec, NULL));
}

static int64_t read_clock(clockid_t clock) {
  struct timespec now = {0, 0};
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t cairnlinux_clock_boot(void) { return read_clock(CLOCK_BOOTTIME); }
int64_t cairnlinux_clock_monotonic(void) { return read_clock(CLOCK_MONOTONIC); }

int64_t cairnlinux_clock_realtime(void) { return read_clock(CLOCK_REALTIME); }

int64_t cairnlinux_clock_error(void) {
  struct timex state = {.modes = 0};
  if (adjtimex(&state) < 0 || state.status & STA_UNSYNC) return -1;
  return state.maxerror;
}

// MARK: Threads

struct start {
  cairnlinux_thread_body body;
  void *context;
  char name[16];
};

static void *thread_main(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  prctl(PR_SET_NAME, start.name, 0, 0, 0);
  start.body(start.context);
  return NULL;
}

int cairnlinux_thread_start(const char *name, cairnlinux_thread_body body, void *context, uintptr_t *out) {
  struct start *start = calloc(1, sizeof *start);
  if (!start) return -ENOMEM;
  start->body = body;
  start->context = context;
  strncpy(start->name, name, sizeof start->name - 1);
  // The new thread inherits the mask: handlers of the application never run on it.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int code = pthread_create(&thread, NULL, thread_main, start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (code != 0) {
    free(start);
    return -code;
  }
  *out = (uintptr_t)thread;
  return 0;
}

void cairnlinux_thread_join(uintptr_t thread) { pthread_join((pthread_t)thread, NULL); }
void cairnlinux_thread_detach(uintptr_t thread) { pthread_detach((pthread_t)thread); }

static _Thread_local const void *current_loop;
void cairnlinux_thread_set_loop(const void *loop) { current_loop = loop; }
const void *cairnlinux_thread_loop(void) { return current_loop; }

void *cairnlinux_semaphore_create(void) {
  sem_t *semaphore = malloc(sizeof *semaphore);
  if (semaphore && sem_init(semaphore, 0, 0) != 0) {
    free(semaphore);
    return NULL;
  }
  return semaphore;
}

void cairnlinux_semaphore_destroy(void *semaphore) {
  sem_destroy(semaphore);
  free(semaphore);
}

void cairnlinux_semaphore_signal(void *semaphore) { sem_post(semaphore); }
void cairnlinux_semaphore_wait(void *semaphore) { (void)RETRY(sem_wait(semaphore)); }

// MARK: Files

int cairnlinux_open(const char *path, int flags) {
  int mode = O_NOCTTY | O_CLOEXEC;
  if (flags & cairnlinux_open_nonblocking) mode |= O_NONBLOCK;
  if (flags & cairnlinux_open_directory) mode |= O_DIRECTORY;
  if (flags & cairnlinux_open_create) mode |= O_CREAT | O_NOFOLLOW;
  if ((flags & cairnlinux_open_read) && (flags & cairnlinux_open_write))
    mode |= O_RDWR;
  else
    mode |= flags & cairnlinux_open_write ? O_WRONLY : O_RDONLY;
  return (int)RETRY(open(path, mode, 0600));
}

// Linux releases the descriptor even when close is interrupted: never retried.
int cairnlinux_close(int fd) { return close(fd) < 0 ? -errno : 0; }
long cairnlinux_read(int fd, void *out, size_t capacity) { return RETRY(read(fd, out, capacity)); }
long cairnlinux_write(int fd, const void *bytes, size_t count) {
  return RETRY(write(fd, bytes, count));
}
long cairnlinux_read_at(int fd, void *out, size_t count, size_t offset) {
  return RETRY(pread(fd, out, count, (off_t)offset));
}
long cairnlinux_write_at(int fd, const void *bytes, size_t count, long offset) {
  return RETRY(pwrite(fd, bytes, count, offset));
}

long cairnlinux_write_at_once(int fd, const void *bytes, size_t count) {
  struct pollfd room = {.fd = fd, .events = POLLOUT};
  if (poll(&room, 1, 0) != 1 || !(room.revents & POLLOUT)) return -EAGAIN;
  // A pipe that polls as writable has room for a page.
  return cairnlinux_write(fd, bytes, count < 4096 ? count : 4096);
}

static void fill_status(const struct stat *from, cairnlinux_status *out) {
  out->kind = S_ISREG(from->st_mode)    ? cairnlinux_kind_regular
              : S_ISDIR(from->st_mode)  ? cairnlinux_kind_directory
              : S_ISCHR(from->st_mode)  ? cairnlinux_kind_character
              : S_ISFIFO(from->st_mode) ? cairnlinux_kind_fifo
              : S_ISSOCK(from->st_mode) ? cairnlinux_kind_socket
                                        : cairnlinux_kind_other;
  out->mode = from->st_mode & 07777;
  out->uid = from->st_uid;
  out->gid = from->st_gid;
  out->size = (uint64_t)from->st_size;
  out->device = from->st_dev;
  out->inode = from->st_ino;
  out->rdevice = from->st_rdev;
  out->modified = (int64_t)from->st_mtim.tv_sec * 1000000000 + from->st_mtim.tv_nsec;
}

int cairnlinux_stat(const char *path, cairnlinux_status *out) {
  struct stat status;
  int result = (int)RETRY(stat(path, &status));
  if (result == 0) fill_status(&status, out);
  return result;
}

int cairnlinux_fstat(int fd, cairnlinux_status *out) {
  struct stat status;
  int result = (int)RETRY(fstat(fd, &status));
  if (result == 0) fill_status(&status, out);
  return result;
}

int cairnlinux_link_exists(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0;
}

long cairnlinux_readlink(const char *path, char *out, size_t capacity) {
  return RETRY(readlink(path, out, capacity));
}

long cairnlinux_realpath(const char *path, char *out, size_t capacity) {
  char *full = realpath(path, NULL);
  if (!full) return -(long)errno;
  size_t length = strlen(full);
  if (length >= capacity) {
    free(full);
    return -(long)ENAMETOOLONG;
  }
  memcpy(out, full, length + 1);
  free(full);
  return (long)length;
}

int cairnlinux_symlink(const char *target, const char *path) {
  return (int)RETRY(symlink(target, path));
}
int cairnlinux_unlink(const char *path) { return (int)RETRY(unlink(path)); }

// A new name lasts only once its directory is on the disk.
static int sync_directory(const char *path) {
  char directory[4096];
  const char *slash = strrchr(path, '/');
  size_t length = slash == path ? 1 : slash ? (size_t)(slash - path) : 0;
  if (length >= sizeof directory) return -ENAMETOOLONG;
  memcpy(directory, path, length);
  directory[length] = 0;
  int fd = cairnlinux_open(length ? directory : ".", cairnlinux_open_read | cairnlinux_open_directory);
  if (fd < 0) return fd;
  int result = (int)RETRY(fsync(fd));
  cairnlinux_close(fd);
  // File systems that cannot do it for directories keep names in order anyway.
  return result == -EINVAL ? 0 : result;
}

// Whether a path still leads to an open file.
static int is_named(int fd, const char *path) {
  struct stat opened, named;
  return fstat(fd, &opened) == 0 && lstat(path, &named) == 0 && named.st_ino == opened.st_ino &&
         named.st_dev == opened.st_dev;
}

// Removes what has a name, such as a pipe that nobody reads, or what a killed process has left; but not the file that
// another process is writing, which has its lock. 1 if it was another file meanwhile.
static int make_way(const char *path) {
  int fd = (int)RETRY(open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (fd == -ENOENT) return 0;
  int result = fd < 0 ? 0 : cairnlinux_lock(fd);
  // A file system without locks serves one process as well.
  if (result != -EWOULDBLOCK) result = fd >= 0 && !is_named(fd, path);
  if (result == 0 && unlink(path) < 0 && (errno == EISDIR || errno == EPERM)) result = -EISDIR;
  if (fd >= 0) cairnlinux_close(fd);
  return result;
}

// Makes a file that only this user can read, and locks it.
static int create_alone(const char *path) {
  for (int tries = 0; tries < 10; tries++) {
    int result = make_way(path);
    if (result < 0) return result;
    if (result > 0) continue;
    int fd = (int)RETRY(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (fd == -EEXIST) continue;
    if (fd < 0) return fd;
    if (cairnlinux_lock(fd) != -EWOULDBLOCK && is_named(fd, path)) return fd;
    cairnlinux_close(fd);
  }
  return -EWOULDBLOCK;
}

int cairnlinux_replace(const char *path, const void *bytes, size_t count) {
  char beside[4096];
  int length = snprintf(beside, sizeof beside, "%s.new", path);
  if (length < 0 || (size_t)length >= sizeof beside) return -ENAMETOOLONG;
  int fd = create_alone(beside);
  if (fd < 0) return fd;
  int result = 0;
  for (size_t done = 0; done < count && result == 0;) {
    long written = cairnlinux_write(fd, (const char *)bytes + done, count - done);
    if (written < 0)
      result = (int)written;
    else
      done += (size_t)written;
  }
  // The lock is held until the name is free again.
  if (result == 0) result = (int)RETRY(fsync(fd));
  if (result == 0) result = (int)RETRY(rename(beside, path));
  if (result < 0) unlink(beside);
  cairnlinux_close(fd);
  return result < 0 ? result : sync_directory(path);
}

int cairnlinux_rename(const char *from, const char *to) {
  return (int)RETRY(rename(from, to));
}

int cairnlinux_file_identity(const char *path, uint64_t out[4]) {
  struct stat found;
  int result = (int)RETRY(stat(path, &found));
  if (result < 0) return result;
  if (!S_ISREG(found.st_mode)) return -EBADMSG;
  out[0] = found.st_dev;
  out[1] = found.st_ino;
  out[2] = (uint64_t)found.st_size;
  out[3] = (uint64_t)found.st_mtim.tv_sec * 1000000000 + (uint64_t)found.st_mtim.tv_nsec;
  return 0;
}

int cairnlinux_truncate(int fd, long length) { return (int)RETRY(ftruncate(fd, length)); }

int cairnlinux_rename_for_good(const char *from, const char *to) {
  int result = cairnlinux_rename(from, to);
  return result == 0 ? sync_directory(to) : result;
}

int cairnlinux_link_over(const char *from, const char *to) {
  char beside[4096];
  int length = snprintf(beside, sizeof beside, "%s.link", to);
  if (length < 0 || (size_t)length >= sizeof beside) return -ENAMETOOLONG;
  // Left by a process that was ended in between.
  int result = (int)RETRY(unlink(beside));
  if (result < 0 && result != -ENOENT) return result;
  result = (int)RETRY(link(from, beside));
  if (result < 0) return result;
  result = cairnlinux_rename(beside, to);
  // If both were names of the same file already, rename leaves them.
  unlink(beside);
  return result == 0 ? sync_directory(to) : result;
}

int cairnlinux_create_locked(const char *path) {
  int fd = cairnlinux_open_locked(path);
  if (fd < 0) return fd;
  int result = cairnlinux_truncate(fd, 0);
  if (result == 0) return fd;
  cairnlinux_close(fd);
  return result;
}

int cairnlinux_open_locked(const char *path) {
  for (int tries = 0; tries < 10; tries++) {
    // Without waiting: a pipe could have the name.
    int fd = (int)RETRY(open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666));
    if (fd < 0) return fd;
    int result = cairnlinux_lock(fd);
    struct stat opened, named;
    if (result == 0 && fstat(fd, &opened) < 0) result = -errno;
    if (result == 0 && !S_ISREG(opened.st_mode)) result = -EBADMSG;
    if (result == 0) {
      // Whoever held the lock before may have put the file in place.
      if (lstat(path, &named) == 0 && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev) {
        return fd;
      }
    }
    cairnlinux_close(fd);
    if (result < 0) return result;
  }
  return -EWOULDBLOCK;
}

int cairnlinux_put_in_place(int fd, const char *beside, const char *path) {
  int result = (int)RETRY(fsync(fd));
  if (result == 0) result = (int)RETRY(rename(beside, path));
  return result == 0 ? sync_directory(path) : result;
}

void *cairnlinux_reserve(size_t length, int *code) {
  void *bytes = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  *code = bytes == MAP_FAILED ? -errno : 0;
  if (bytes == MAP_FAILED) return NULL;
  // A huge page would take all the memory at once.
  madvise(bytes, length, MADV_NOHUGEPAGE);
  return bytes;
}

void cairnlinux_unmap(void *bytes, size_t length) { munmap(bytes, length); }
void cairnlinux_forget(void *bytes, size_t length) { madvise(bytes, length, MADV_DONTNEED); }
size_t cairnlinux_page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

int cairnlinux_make_folder(const char *path) {
  int result = (int)RETRY(mkdir(path, 0700));
  return result == -EEXIST ? 0 : result;
}

int cairnlinux_lock(int fd) { return (int)RETRY(flock(fd, LOCK_EX | LOCK_NB)); }
int cairnlinux_unlock(int fd) { return (int)RETRY(flock(fd, LOCK_UN)); }
int cairnlinux_process_id(void) { return (int)getpid(); }

uint32_t cairnlinux_user(void) { return geteuid(); }

uint32_t cairnlinux_group(void) { return getegid(); }

int cairnlinux_folder_access(const char *path) { return access(path, R_OK | W_OK | X_OK) < 0 ? -errno : 0; }

uint32_t cairnlinux_user_id(void) { return (uint32_t)geteuid(); }
extern char *secure_getenv(const char *);  // hidden without _GNU_SOURCE
const char *cairnlinux_environment(const char *name) { return secure_getenv(name); }

int cairnlinux_poll(int fd, uint32_t events, int milliseconds) {
  struct pollfd entry = {.fd = fd, .events = (short)events, .revents = 0};
  return (int)RETRY(poll(&entry, 1, milliseconds));
}

int cairnlinux_free_descriptors(int most) {
  int open[64], count = 0;
  if (most > 64) most = 64;
  while (count < most && (open[count] = (int)RETRY(fcntl(2, F_DUPFD_CLOEXEC, 3))) >= 0) count++;
  // A closed standard error stream says nothing about the others.
  int is_closed = count == 0 && open[0] == -EBADF;
  for (int index = 0; index < count; index++) close(open[index]);
  return is_closed ? most : count;
}

int cairnlinux_directory_open(const char *path, void **out) {
  int fd = cairnlinux_open(path, cairnlinux_open_read | cairnlinux_open_directory);
  if (fd < 0) return fd;
  DIR *directory = fdopendir(fd);
  if (!directory) {
    int code = errno;
    close(fd);
    return -code;
  }
  *out = directory;
  return 0;
}

long cairnlinux_directory_next(void *directory, char *out, size_t capacity) {
  for (;;) {
    errno = 0;
    struct dirent *entry = readdir(directory);
    if (!entry) return -(long)errno;
    size_t length = strlen(entry->d_name);
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (length >= capacity) return -(long)ENAMETOOLONG;
    memcpy(out, entry->d_name, length + 1);
    return (long)length;
  }
}

void cairnlinux_directory_close(void *directory) { closedir(directory); }

_Static_assert(sizeof(struct inotify_event) == 16, "inotify event");

int cairnlinux_inotify_create(void) { return (int)RETRY(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)); }

int cairnlinux_inotify_add(int fd, const char *path, int contents) {
  uint32_t mask = IN_ONLYDIR | IN_CREATE | IN_DELETE | IN_MOVE | IN_DELETE_SELF | IN_MOVE_SELF;
  if (contents) mask |= IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB;
  return (int)RETRY(inotify_add_watch(fd, path, mask));
}

int cairnlinux_inotify_remove(int fd, int watch) { return (int)RETRY(inotify_rm_watch(fd, watch)); }
