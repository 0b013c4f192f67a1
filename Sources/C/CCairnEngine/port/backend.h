/* Both sides of backend.h: what front.c calls, and the same functions of the client, whose names begin with `cairn_client_`. */
#ifndef CAIRN_ENGINE_BACKEND_H
#define CAIRN_ENGINE_BACKEND_H

#include "client_names.h"

#include "../../CCairn/backend.h"

#undef CAIRN_BACKEND_H
#undef cairn_backend
#undef cairn_backend_abilities
#undef cairn_backend_open
#undef cairn_backend_close
#undef cairn_backend_set_options
#undef cairn_backend_start
#undef cairn_backend_stop
#undef cairn_backend_request
#undef cairn_backend_cancel
#undef cairn_backend_descriptor
#undef cairn_backend_process
#undef cairn_backend_last
#undef cairn_backend_authorization
#undef cairn_backend_region_add
#undef cairn_backend_region_remove
#undef cairn_backend_region_state
#undef cairn_backend_plan

#include "../../CCairn/backend.h"

#include "../include/CCairnEngine.h"

/* Whether the daemon answers at the moment. */
int cairn_client_is_connected(const cairn_client *client);

#endif
