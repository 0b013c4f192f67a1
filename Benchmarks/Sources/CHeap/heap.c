#include "CHeap.h"

#include <malloc.h>

unsigned long heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
