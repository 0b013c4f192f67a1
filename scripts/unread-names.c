/*
 * The names of Unicode's characters, of which Swift's library keeps 550 kB for whoever asks: nothing in Cairn does. This
 * definition takes the place of Swift's, once that was weakened (unread-parts.sh), and says that no character has a name.
 */
#include <stddef.h>
#include <stdint.h>

ptrdiff_t _swift_stdlib_getScalarName(uint32_t scalar, uint8_t *name, ptrdiff_t capacity);

ptrdiff_t _swift_stdlib_getScalarName(uint32_t scalar, uint8_t *name, ptrdiff_t capacity) {
  (void)scalar;
  if (name != NULL && capacity > 0) *name = 0;
  return 0;
}
