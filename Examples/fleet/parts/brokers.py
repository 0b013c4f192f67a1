"""Configurations of the brokers: three nodes of nats-server, and one mosquitto to compare with. Standard library only.

Sources: docs.nats.io (JetStream, Clustering, MQTT, Accounts), mosquitto.conf(5).
"""

NODES = 3
# Seconds after which what a sink has not acknowledged is sent to it again.
ACKNOWLEDGE = 30
# Bytes of a message; a device sends at most 50 fixes in one.
LARGEST = 262144

NODE = """# Written by `run up`.
server_name: {name}
listen: "127.0.0.1:{client}"
http: "127.0.0.1:{monitor}"
max_payload: {largest}
log_file: "{folder}/log"
pid_file: "{folder}/pid"

# What is full refuses: devices keep what they have.
jetstream {{ store_dir: "{folder}", max_memory_store: 67108864, max_file_store: {store} }}

cluster {{
  name: fleet
  listen: "127.0.0.1:{cluster}"
  authorization {{ user: node, password: "{node_password}" }}
  routes: [{routes}]
}}

# Each stream is on all nodes.
mqtt {{
  listen: "127.0.0.1:{mqtt}"
  stream_replicas: {nodes}
  ack_wait: "{acknowledge}s"
  max_ack_pending: 4096
}}

system_account: SYSTEM
accounts {{
  SYSTEM {{ users: [{{ user: system, password: "{system_password}" }}] }}
  FLEET {{
    # Of an account, every copy counts.
    jetstream {{ max_file: {all_stores}, max_mem: 67108864, max_streams: 32, max_consumers: -1 }}
    users: [
      # `$MQTT` are the server's own subjects, by which it delivers messages of QoS 1.
      {{ user: device, password: "{device_password}", permissions {{
        publish: {{ allow: ["owntracks.>", "cairn.>", "homeassistant.>", "$MQTT.>", "$JS.>"], deny: "cairn.*.stored" }}
        subscribe: ["cairn.*.stored", "homeassistant.status", "$MQTT.>", "_INBOX.>"] }} }}
      {{ user: sink, password: "{sink_password}", permissions {{
        publish: ["cairn.*.stored", "$MQTT.>", "$JS.>"]
        subscribe: ["owntracks.>", "cairn.>", "$MQTT.>", "_INBOX.>"] }} }}
    ]
  }}
}}
"""


def node(index, settings):
    """The text of the configuration of a node, from 0."""
    ports, folder = settings["nodes"], settings["folder"]
    # The node that is asked knows its own name among the routes.
    routes = ", ".join('"nats://node:%s@127.0.0.1:%d"' % (settings["passwords"]["node"], one["cluster"]) for one in ports)
    return NODE.format(name="n%d" % (index + 1), largest=LARGEST, acknowledge=ACKNOWLEDGE,
                       folder="%s/n%d" % (folder, index + 1), nodes=NODES, routes=routes, store=settings["store"],
                       all_stores=NODES * settings["store"], **ports[index],
                       **{name + "_password": value for name, value in settings["passwords"].items()})


# The queue for a sink that is away is kept, and written to its file each second.
MOSQUITTO = """# Written by `run up --compare`.
listener {port} 127.0.0.1
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/topics
persistence true
persistence_location {folder}/
autosave_interval 1
max_inflight_messages 1000
max_queued_messages 1000000
max_packet_size {largest}
log_dest stdout
log_type error
log_type warning
log_type notice
connection_messages false
"""
MOSQUITTO_TOPICS = """user device
topic write owntracks/#
topic write cairn/+/past
topic write cairn/+/visit
topic write cairn/+/radio
topic write cairn/+/health
topic write cairn/+/status
topic write homeassistant/#
topic read cairn/+/stored
user sink
topic read owntracks/#
topic read cairn/#
topic write cairn/+/stored
"""


def mosquitto(folder, port):
    return MOSQUITTO.format(folder=folder, port=port, largest=LARGEST)
