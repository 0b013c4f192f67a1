/* Compiled as a part of the client, under its names. */
#include "../../CCairnClient/client.h"

int cairn_client_is_connected(const cairn_backend *backend);

int cairn_client_is_connected(const cairn_backend *backend) { return backend->link.socket >= 0; }
