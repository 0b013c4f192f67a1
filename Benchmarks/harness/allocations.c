// Preloaded into a reader; counts its heap allocations in the file it shares with ptyload.
#define _GNU_SOURCE
#include "shared.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Atomic uint64_t unshared;
static _Atomic(_Atomic uint64_t *) counter;

static void tally(void) {
  _Atomic uint64_t *shared = atomic_load(&counter);
  atomic_fetch_add(shared ? shared : &unshared, 1);
}

__attribute__((constructor)) static void share(void) {
  const char *path = getenv("CAIRN_HARNESS_SHARED");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  uint64_t *words = mmap(0, 8 * HEADER, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (words != MAP_FAILED) atomic_store(&counter, (_Atomic uint64_t *)&words[WORD_ALLOCATIONS]);
  close(file);
}

// For a program that reads the count itself.
size_t harness_allocations(void) {
  _Atomic uint64_t *shared = atomic_load(&counter);
  return atomic_load(shared ? shared : &unshared);
}

void *malloc(size_t size) { return tally(), __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return tally(), __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return tally(), __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { return tally(), __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  *out = memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}
