/// System calls that Swift cannot reach portably: epoll, eventfd, timerfd, termios2, serial ioctls,
/// netlink, GPIO lines, threads with all signals blocked.
///
/// Every function returns a value >= 0 or a negated errno, and retries EINTR by itself, so that no
/// caller reads `errno`. The header includes nothing of libc: Swift's Glibc and Musl modules and
/// this one never disagree. _GNU_SOURCE stays undefined here and in the C files: it changes fd_set.
#pragma once
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

// MARK: Errors

enum {
  cairnlinux_EPERM = 1, cairnlinux_ENOENT = 2, cairnlinux_EINTR = 4, cairnlinux_EIO = 5, cairnlinux_ENXIO = 6, cairnlinux_EAGAIN = 11,
  cairnlinux_EACCES = 13, cairnlinux_EBUSY = 16, cairnlinux_ENODEV = 19, cairnlinux_ENOTDIR = 20, cairnlinux_EISDIR = 21,
  cairnlinux_EINVAL = 22, cairnlinux_ENFILE = 23, cairnlinux_EMFILE = 24, cairnlinux_ENOTTY = 25, cairnlinux_EFBIG = 27, cairnlinux_ENOSPC = 28, cairnlinux_EROFS = 30,
  cairnlinux_EPIPE = 32,
};
extern const int cairnlinux_ENOBUFS, cairnlinux_EOPNOTSUPP, cairnlinux_ETIMEDOUT, cairnlinux_ECONNREFUSED, cairnlinux_ECONNRESET,
    cairnlinux_EHOSTUNREACH, cairnlinux_ECANCELED, cairnlinux_EAFNOSUPPORT, cairnlinux_EPROTONOSUPPORT, cairnlinux_EBADF, cairnlinux_EBADMSG, cairnlinux_ENOTCONN, cairnlinux_ENETDOWN, cairnlinux_ENOSYS, cairnlinux_ENOTUNIQ, cairnlinux_EADDRINUSE, cairnlinux_ELOOP, cairnlinux_EILSEQ,
    cairnlinux_EMSGSIZE, cairnlinux_EDQUOT;

/// The symbolic name of an errno, "EACCES"; NULL when unknown.
const char *cairnlinux_error_name(int code);
/// The C library's text, written into `out`.
void cairnlinux_error_text(int code, char *out, size_t capacity);

// MARK: epoll, eventfd, timerfd, clocks

enum { cairnlinux_epoll_add = 1, cairnlinux_epoll_delete = 2, cairnlinux_epoll_modify = 3 };
enum {
  cairnlinux_epoll_in = 0x001, cairnlinux_epoll_priority = 0x002, cairnlinux_epoll_out = 0x004,
  cairnlinux_epoll_error = 0x008, cairnlinux_epoll_hang_up = 0x010, cairnlinux_epoll_peer_closed = 0x2000,
  cairnlinux_epoll_one_shot = 1 << 30,
};
/// 1 << 31 does not fit an enumerator.
#define cairnlinux_epoll_edge 0x80000000u

typedef struct {
  uint64_t token;
  uint32_t events;
} cairnlinux_event;

int cairnlinux_epoll_create(void);
int cairnlinux_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t token);
/// At most 64 events; `milliseconds` -1 waits for ever. 0 when a signal interrupted the wait.
int cairnlinux_epoll_wait(int epoll, cairnlinux_event *out, int capacity, int milliseconds);
int cairnlinux_event_create(void);
int cairnlinux_event_signal(int fd);
/// A timer on CLOCK_BOOTTIME.
int cairnlinux_timer_create(void);
/// Arms for an absolute time and clears earlier expiries; 0 disarms.
int cairnlinux_timer_arm(int fd, int64_t nanoseconds);
int64_t cairnlinux_clock_boot(void);
int64_t cairnlinux_clock_monotonic(void);
int64_t cairnlinux_clock_realtime(void);
/// Microseconds by which CLOCK_REALTIME may be off at most; negative while nothing keeps it right.
int64_t cairnlinux_clock_error(void);

// MARK: Threads

typedef void (*cairnlinux_thread_body)(void *context);
/// Starts a joinable thread with all signals blocked; `out` receives its handle.
int cairnlinux_thread_start(const char *name, cairnlinux_thread_body body, void *context, uintptr_t *out);
void cairnlinux_thread_join(uintptr_t thread);
void cairnlinux_thread_detach(uintptr_t thread);
/// One pointer per thread: the event loop that runs there.
void cairnlinux_thread_set_loop(const void *loop);
const void *cairnlinux_thread_loop(void);

void *cairnlinux_semaphore_create(void);
void cairnlinux_semaphore_destroy(void *semaphore);
void cairnlinux_semaphore_signal(void *semaphore);
void cairnlinux_semaphore_wait(void *semaphore);

// MARK: Files

enum {
  cairnlinux_open_read = 1, cairnlinux_open_write = 2, cairnlinux_open_nonblocking = 4,
  /// Makes a file that is not there, for its owner alone, and follows no link.
  cairnlinux_open_directory = 8, cairnlinux_open_create = 16,
};
enum {
  cairnlinux_kind_regular = 1, cairnlinux_kind_directory, cairnlinux_kind_character, cairnlinux_kind_fifo,
  cairnlinux_kind_socket, cairnlinux_kind_other,
};
typedef struct {
  int kind;
  uint32_t mode, uid, gid;
  uint64_t size, device, inode, rdevice;
  /// Nanoseconds since 1970 of the last change of the content.
  int64_t modified;
} cairnlinux_status;

/// O_NOCTTY and O_CLOEXEC always.
int cairnlinux_open(const char *path, int flags);
int cairnlinux_close(int fd);
long cairnlinux_read(int fd, void *out, size_t capacity);
long cairnlinux_write(int fd, const void *bytes, size_t count);
long cairnlinux_read_at(int fd, void *out, size_t count, size_t offset);
long cairnlinux_write_at(int fd, const void *bytes, size_t count, long offset);
/// Writes what a pipe or terminal that has room is sure to take, up to 4096 bytes; -EAGAIN where there is none.
/// Blocks only if another process fills it at the same moment.
long cairnlinux_write_at_once(int fd, const void *bytes, size_t count);
int cairnlinux_stat(const char *path, cairnlinux_status *out);
int cairnlinux_fstat(int fd, cairnlinux_status *out);
/// Like stat, but of the link itself; 1 when the path exists.
int cairnlinux_link_exists(const char *path);
/// The target, not terminated; its length.
long cairnlinux_readlink(const char *path, char *out, size_t capacity);
/// The canonical path without links, terminated; its length.
long cairnlinux_realpath(const char *path, char *out, size_t capacity);
int cairnlinux_symlink(const char *target, const char *path);
int cairnlinux_unlink(const char *path);
/// Writes a file beside `path`, waits until it is on the disk, and puts it in its place for good; -EWOULDBLOCK while
/// another process does so.
int cairnlinux_replace(const char *path, const void *bytes, size_t count);
int cairnlinux_rename(const char *from, const char *to);
/// Creates an empty, locked file to be written and put in the place of another; a file left there
/// by an ended process is overwritten. -EWOULDBLOCK while another process writes it.
int cairnlinux_create_locked(const char *path);
/// Opens a file as `cairnlinux_create_locked` does, with what an ended process has left in it.
int cairnlinux_open_locked(const char *path);
int cairnlinux_truncate(int fd, long length);
/// Writes device, number, length and nanoseconds of the last change of a regular file.
int cairnlinux_file_identity(const char *path, uint64_t out[4]);
/// Gives a file a second name, in the place of another file with it, for good.
int cairnlinux_link_over(const char *from, const char *to);
/// Gives a file another name, in the place of another file with it, for good.
int cairnlinux_rename_for_good(const char *from, const char *to);
/// Waits until a file of `cairnlinux_create_locked` is on the disk, and puts it in the place of `path` for good.
int cairnlinux_put_in_place(int fd, const char *beside, const char *path);
/// Addresses for `length` bytes, which is above 0; they are zero, and take memory page by page when they are written.
/// An errno, negated, in `code`, and NULL on failure.
void *cairnlinux_reserve(size_t length, int *code);
void cairnlinux_unmap(void *bytes, size_t length);
/// Gives the memory of whole pages back; the bytes are zero again.
void cairnlinux_forget(void *bytes, size_t length);
/// Bytes of a page.
size_t cairnlinux_page_size(void);
/// Makes a folder that only its owner may enter; one that is there is no failure.
int cairnlinux_make_folder(const char *path);
/// An exclusive advisory lock that does not wait: -EWOULDBLOCK when somebody holds it.
int cairnlinux_lock(int fd);
/// Gives back what `cairnlinux_lock` took, also from copies of the descriptor that a fork has made.
int cairnlinux_unlock(int fd);
int cairnlinux_process_id(void);
/// The user and the group that this process acts as.
uint32_t cairnlinux_user(void);
uint32_t cairnlinux_group(void);
/// Whether this user may list, read and make files in a folder: 0, or a negated errno.
int cairnlinux_folder_access(const char *path);
/// The effective user.
uint32_t cairnlinux_user_id(void);
/// A variable of the environment; null where there is none, and for a program with another's rights.
const char *cairnlinux_environment(const char *name);
/// Runs a program in a session of its own and waits for its end. `words` are its path and its arguments,
/// each terminated, `count` bytes in all. Its exit status, or 128 and the signal that ended it.
int cairnlinux_run(const char *words, size_t count);
/// Waits until `fd` is readable, writable (`events` as for epoll) or `milliseconds` have passed.
int cairnlinux_poll(int fd, uint32_t events, int milliseconds);

/// How many more files the process may open, counted up to `most`.
int cairnlinux_free_descriptors(int most);

/// A directory's entries. `next` returns the length of the name in `out` (terminated), 0 at the end.
int cairnlinux_directory_open(const char *path, void **out);
long cairnlinux_directory_next(void *directory, char *out, size_t capacity);
void cairnlinux_directory_close(void *directory);

/// Events of directories, non-blocking; each is read as a header of 16 bytes and a padded name.
int cairnlinux_inotify_create(void);
/// Watches which names a directory has and, with `contents`, what its files contain: a number for the watch.
int cairnlinux_inotify_add(int fd, const char *path, int contents);
int cairnlinux_inotify_remove(int fd, int watch);

// MARK: Terminals

typedef struct {
  uint32_t iflag, oflag, cflag, lflag;
  uint32_t ispeed, ospeed;
  uint8_t line;
  uint8_t cc[32];
} cairnlinux_tty;

enum { cairnlinux_parity_none = 0, cairnlinux_parity_even = 1, cairnlinux_parity_odd = 2 };

int cairnlinux_tty_get(int fd, cairnlinux_tty *out);
/// At once, without waiting for output to drain.
int cairnlinux_tty_set(int fd, const cairnlinux_tty *tty);
/// No echo, no translation, no signals, no flow control; 8N1; VMIN 1, VTIME 0; CLOCAL, CREAD.
void cairnlinux_tty_make_raw(cairnlinux_tty *tty);
void cairnlinux_tty_set_framing(cairnlinux_tty *tty, int data_bits, int parity, int stop_bits);
/// Any rate, both directions (BOTHER).
void cairnlinux_tty_set_speed(cairnlinux_tty *tty, uint32_t baud);
/// 1 when echo or canonical mode is on.
int cairnlinux_tty_is_cooked(const cairnlinux_tty *tty);
int cairnlinux_tty_flush_input(int fd);
/// Bytes that were written and have not left the driver.
int cairnlinux_tty_unsent(int fd);
int cairnlinux_tty_exclusive(int fd, int on);
/// ASYNC_LOW_LATENCY; -ENOTTY where the driver has no such thing.
int cairnlinux_tty_low_latency(int fd);

typedef struct {
  uint32_t frame, overrun, parity, breaks, buffer_overrun, received, sent;
} cairnlinux_line_counts;
int cairnlinux_tty_counts(int fd, cairnlinux_line_counts *out);

/// A copy of a descriptor, which programs that are started do not get.
int cairnlinux_duplicate(int fd);
/// Opens a pseudo-terminal's master (non-blocking), unlocked; `number` N of /dev/pts/N.
int cairnlinux_pty_open(unsigned *number);

// MARK: Pulses

enum { cairnlinux_pps_assert = 1, cairnlinux_pps_clear = 2 };

typedef struct {
  uint32_t assert_sequence, clear_sequence;
  int64_t assert_seconds, clear_seconds;
  int32_t assert_nanoseconds, clear_nanoseconds;
} cairnlinux_pulses;

/// The edges that the source can capture, and more; negated errno when it is no source of pulses.
int cairnlinux_pps_capabilities(int fd);
/// Captures these edges from now on; -EACCES or -EPERM where only root may change it.
int cairnlinux_pps_capture(int fd, int edges);
/// Blocks until the next pulse; -ETIMEDOUT when none came.
int cairnlinux_pps_fetch(int fd, int milliseconds, cairnlinux_pulses *out);

// MARK: Sensors

/// A descriptor of its own, closed on exec and not blocking, from which the events of an IIO device are read; `fd` is
/// its node, which may be closed then. -EBUSY while another program has it.
int cairnlinux_iio_events(int fd);

// MARK: Lines of GPIO chips

/// 1 when the chip has this name, `gpiochip0`, or this label.
int cairnlinux_gpio_is_chip(int fd, const char *name);
/// The offset of the chip's line of that name; -ENOENT for none, -ENOTUNIQ for several.
long cairnlinux_gpio_find_line(int fd, const char *name);
/// Takes a line as an output that has its value from the start: a descriptor, which holds the line until
/// it is closed. The value is logical: 1 is active, also on a line that is active low.
int cairnlinux_gpio_request_output(int fd, uint32_t offset, int active_low, int value, const char *consumer);
int cairnlinux_gpio_set(int fd, int value);

// MARK: Sockets

typedef struct {
  uint32_t length;
  uint8_t bytes[128];
} cairnlinux_address;

/// Blocks while it asks name servers. The number of addresses written, or a negated errno.
int cairnlinux_resolve(const char *host, uint16_t port, cairnlinux_address *out, int capacity);
/// A non-blocking connect: the descriptor, connected or still connecting.
int cairnlinux_connect(const cairnlinux_address *address);
/// The address of a Unix socket: a path, or a name of Linux's abstract namespace without its NUL.
int cairnlinux_unix_address(const void *name, size_t count, int is_abstract, cairnlinux_address *out);
/// A non-blocking socket for datagrams from and to one Unix socket, with a name that it can answer to.
int cairnlinux_unix_datagrams(const cairnlinux_address *peer);
/// A non-blocking socket for datagrams to one address, which may be that of all hosts of a network.
int cairnlinux_datagrams(const cairnlinux_address *peer);
/// SO_ERROR as a negated errno, 0 when connected.
int cairnlinux_socket_error(int fd);
/// Never raises SIGPIPE.
long cairnlinux_send(int fd, const void *bytes, size_t count);
/// The address of a numeric host, such as 127.0.0.1 or ::1; -EINVAL for a name.
int cairnlinux_numeric_address(const char *host, uint16_t port, cairnlinux_address *out);
/// A non-blocking listening socket; `port` is set to the one in use, 0 for a Unix socket. A Unix socket that nobody
/// listens at any more is replaced, and every user may connect to the new one; only this one and root if it is private.
int cairnlinux_listen(const cairnlinux_address *address, int is_private, uint16_t *port);
/// For a client's connection: it is sent to at once, its buffer is bounded, and its death is noticed.
void cairnlinux_serve(int fd);
/// Ends the output of a connection; its input goes on.
void cairnlinux_finish(int fd);
/// A listening socket on 127.0.0.1; `port` 0 chooses one and is replaced by it.
int cairnlinux_listen_loopback(uint16_t *port);
int cairnlinux_accept(int fd);
/// A non-blocking listening Unix socket that keeps messages apart (SOCK_SEQPACKET); otherwise as above.
int cairnlinux_listen_messages(const cairnlinux_address *address);
/// Connects to such a socket at once: the descriptor, or a negated errno.
int cairnlinux_connect_messages(const cairnlinux_address *address);
/// Receives one message: its length, 0 at the end of the connection, -EMSGSIZE for one that is longer.
long cairnlinux_receive_message(int fd, void *out, size_t capacity);
/// How many bytes the kernel keeps of what is sent; it doubles the number, to count its own.
void cairnlinux_limit_sending(int fd, int size);
/// The process and the user that made the connection, by the kernel (SO_PEERCRED).
int cairnlinux_peer(int fd, int32_t *process, uint32_t *user);
/// Whether the program that made the connection is in a group, by the kernel (SO_PEERGROUPS): 1, 0, or a negated errno.
int cairnlinux_peer_in_group(int fd, uint32_t group);
/// Takes over a descriptor that another program has opened: it does not block, and no program that is started gets it.
int cairnlinux_adopt(int fd);
/// Where a socket listens that another program has opened: 0 for a Unix socket, whose path is written to `host`, 2 for
/// one that keeps messages apart, 1 for a host and its port; -EINVAL for any other descriptor.
int cairnlinux_listening_at(int fd, char *host, size_t capacity, uint16_t *port);

enum { cairnlinux_SIGHUP = 1 };
/// Blocks SIGINT, SIGTERM and SIGHUP for this thread and those it starts, and returns a descriptor that becomes
/// readable when one is sent.
int cairnlinux_signals_open(void);
/// Number of the next signal; 0 if none waits.
int cairnlinux_signals_read(int fd);

/// Kernel uevents, non-blocking; -EPROTONOSUPPORT or -EPERM inside some sandboxes.
int cairnlinux_uevent_open(void);
/// One event that really came from the kernel; 0 for a message of anybody else.
long cairnlinux_uevent_receive(int fd, void *out, size_t capacity);

/// A non-blocking socket of generic netlink; -EAFNOSUPPORT or -EPROTONOSUPPORT where there is none.
int cairnlinux_genl_open(void);
/// Joins a multicast group of the kernel.
int cairnlinux_genl_join(int fd, uint32_t group);
/// One datagram from the kernel; 0 for one of another process, -ENOBUFS where datagrams or the end of one were lost.
long cairnlinux_genl_receive(int fd, void *out, size_t capacity);

/// A non-blocking socket to the first Bluetooth adapter that is on, for its events: -EAFNOSUPPORT, -ENODEV where there
/// is none, -ENETDOWN where all are off. Needs no right; sending commands needs CAP_NET_RAW.
int cairnlinux_hci_open(void);
/// A non-blocking socket to the kernel's Bluetooth management, which answers within the call that asks.
int cairnlinux_hci_manage(void);

// MARK: HTTP

// One request through libcurl, which is loaded when the first request is made: a program that makes none needs neither
// the library nor its headers. These return one of the numbers below.

enum {
  /// The server has answered; its status may still be a refusal.
  cairnlinux_http_answered = 0,
  /// libcurl is not installed, or is too old.
  cairnlinux_http_no_library = 1,
  /// No answer has come.
  cairnlinux_http_failed = 2,
  /// The answer is larger than there is room for.
  cairnlinux_http_too_large = 3,
  /// The caller wants the answer no longer.
  cairnlinux_http_cancelled = 4,
  /// The heads before the body and the trailers behind it are larger than `cairnlinux_http_head_capacity`, or have more than
  /// `cairnlinux_http_head_lines`.
  cairnlinux_http_head_too_large = 5,
};

enum { cairnlinux_http_reason_capacity = 256 };

/// Most octets and lines of all heads and trailers of one answer; usual ones have a thousand octets in twenty lines.
enum { cairnlinux_http_head_capacity = 65536, cairnlinux_http_head_lines = 256 };

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
  char reason[cairnlinux_http_reason_capacity];
} cairnlinux_http_answer;

/// Sends a body of JSON with POST and waits for the answer; follows no redirection, and speaks nothing but HTTP and
/// HTTPS. Callable from any thread, also at once.
///
/// `url` and `agent` end in a zero. `milliseconds` bounds the whole request. The answer's body is written to `out`.
int cairnlinux_http_post_json(
    const char *url, const char *agent, const uint8_t *body, size_t length, long milliseconds, uint8_t *out,
    size_t capacity, cairnlinux_http_answer *answer);

/// Asks with GET and waits for the answer, under the same conditions.
///
/// `is_cancelled` is called with `context` on the same thread, about once a second or more often; when it returns other
/// than 0, the request ends.
int cairnlinux_http_get(
    const char *url, const char *agent, long milliseconds, int (*is_cancelled)(void *context), void *context,
    uint8_t *out, size_t capacity, cairnlinux_http_answer *answer);

/// Asks with GET for a file from the octet `first` on, under the same conditions, and hands on its octets as they come.
///
/// `take` is called with `context`, the status and the next octets of an answer with the status 200 or 206; when it returns
/// other than 0, the request ends as `cairnlinux_http_cancelled`. Other answers have no octets here. A server that sends
/// fewer than `slowest` octets a second for `stall` seconds has failed.
int cairnlinux_http_download(
    const char *url, const char *agent, long milliseconds, int64_t first, long slowest, long stall,
    int (*is_cancelled)(void *context), int (*take)(void *context, long status, const uint8_t *bytes, size_t count),
    void *context, cairnlinux_http_answer *answer);

/// A function of a library that is loaded when it is needed: its name, and the pointer to it that is set.
typedef struct {
  const char *name;
  void *function;
} cairnlinux_symbol;

/// Loads the first library that is there, and finds all functions in it; both lists end with NULL. Returns whether it did.
int cairnlinux_load_library(const char *const names[], const cairnlinux_symbol symbols[]);

/// Whether libcrypto of OpenSSL 1.1.1 or later is there, which is loaded with the first question.
int cairnlinux_crypto_is_there(void);

/// Begins a SHA-256; NULL without the library, or without memory.
void *cairnlinux_sha256_begin(void);
/// Adds octets; 0 if that has failed.
int cairnlinux_sha256_add(void *context, const void *bytes, size_t count);
/// Ends it, with the result in `out` unless that is NULL; 0 if that has failed.
int cairnlinux_sha256_end(void *context, uint8_t out[32]);

/// Whether an Ed25519 signature of a message is that of a key; 0 also without the library.
int cairnlinux_ed25519_verifies(
    const uint8_t key[32], const uint8_t signature[64], const uint8_t *message, size_t length);

#if defined(__cplusplus)
}
#endif
