// Prints the bytes of epochs:  mkepochs nmea|ubx COUNT
#include "epochs.h"
#include <stdlib.h>

int main(int count, char **arguments) {
  if (count != 3) return 2;
  unsigned char bytes[2048];
  for (uint32_t k = 0; k < (uint32_t)atol(arguments[2]); k++) {
    int n = strcmp(arguments[1], "ubx") ? make_nmea(bytes, k) : make_pvt(bytes, k);
    fwrite(bytes, 1, (size_t)n, stdout);
  }
}
