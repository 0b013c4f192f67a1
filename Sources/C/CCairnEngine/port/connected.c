/* Compiled as a part of the client, under its names. */
#include "../../CCairnClient/client.h"

int cairn_client_is_connected(const cairn_backend *backend);

int cairn_client_is_connected(const cairn_backend *backend) { 
  /* One that is busy with others is there. */
  return backend->link.socket >= 0 || backend->busy_time != 0;
}
