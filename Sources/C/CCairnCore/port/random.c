#include <stddef.h>
#include <sys/random.h>

void arc4random_buf(void *bytes, size_t count);

/* Seeds of Swift's hashes. The C library has this function since glibc 2.36 only, and musl has none. */
void arc4random_buf(void *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    ssize_t more = getrandom((char *)bytes + done, count - done, 0);
    if (more > 0) done += (size_t)more;
  }
}
