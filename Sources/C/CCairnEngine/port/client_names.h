/*
 * Names under which the backend of CCairnClient is compiled for a library that has another one as well. Included
 * before all else, by -include.
 */
#define cairn_backend cairn_client
#define cairn_backend_abilities cairn_client_abilities
#define cairn_backend_open cairn_client_open
#define cairn_backend_close cairn_client_close
#define cairn_backend_set_options cairn_client_set_options
#define cairn_backend_start cairn_client_start
#define cairn_backend_stop cairn_client_stop
#define cairn_backend_request cairn_client_request
#define cairn_backend_cancel cairn_client_cancel
#define cairn_backend_descriptor cairn_client_descriptor
#define cairn_backend_process cairn_client_process
#define cairn_backend_last cairn_client_last
#define cairn_backend_authorization cairn_client_authorization
#define cairn_backend_region_add cairn_client_region_add
#define cairn_backend_region_remove cairn_client_region_remove
#define cairn_backend_region_state cairn_client_region_state
#define cairn_backend_plan cairn_client_plan
