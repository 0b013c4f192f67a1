"""A request to a nats-server in its own protocol, for what MQTT cannot ask. Standard library only.

Sources: docs.nats.io, "NATS Client Protocol" and "JetStream wire API Reference".
"""
import json
import secrets
import socket

# The stream that has the messages of MQTT, by the server's own name.
MESSAGES = "$MQTT_msgs"
PATIENCE = 10


class NATSError(Exception):
    pass


def request(port, user, password, subject, body):
    """The answer to one request, an object of JSON. Raises NATSError or OSError."""
    inbox, data = "_INBOX." + secrets.token_hex(8), json.dumps(body).encode() if body else b""
    hello = json.dumps({"verbose": False, "pedantic": False, "user": user, "pass": password, "name": "fleet", "lang": "python", "version": "1"})
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.settimeout(PATIENCE)
        connection.sendall(b"CONNECT %s\r\nSUB %s 1\r\nPUB %s %s %d\r\n%s\r\n" % (
            hello.encode(), inbox.encode(), subject.encode(), inbox.encode(), len(data), data))
        with connection.makefile("rb") as lines:
            for line in lines:
                words = line.split()
                if words[:1] == [b"PING"]:
                    connection.sendall(b"PONG\r\n")
                elif words[:1] == [b"-ERR"]:
                    raise NATSError(line.decode(errors="replace").strip())
                elif words[:1] == [b"MSG"]:
                    return json.loads(lines.read(int(words[-1])))
    raise NATSError("no answer")


def messages(port, user, password):
    """The configuration of the messages of MQTT, and how many bytes they have."""
    found = request(port, user, password, "$JS.API.STREAM.INFO." + MESSAGES, None)
    if "config" not in found:
        raise NATSError(found.get("error", {}).get("description", "no stream"))
    return found["config"], found["state"]["bytes"]


def limit_messages(port, user, password, size):
    """Lets the messages of MQTT have so many bytes; then the newest are refused, and their devices keep them."""
    configuration, _ = messages(port, user, password)
    answer = request(port, user, password, "$JS.API.STREAM.UPDATE." + MESSAGES, {**configuration, "max_bytes": size, "discard": "new"})
    if answer.get("config", {}).get("max_bytes") != size:
        raise NATSError(answer.get("error", {}).get("description", "refused"))
