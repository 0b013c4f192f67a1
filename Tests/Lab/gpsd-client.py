"""Watches a service that speaks gpsd's protocol, at a port of this machine or at a Unix socket, and prints what it says."""
import socket
import sys

place = sys.argv[1]
if place.startswith("/"):
    link = socket.socket(socket.AF_UNIX)
    link.connect(place)
else:
    link = socket.create_connection(("127.0.0.1", int(place)))
link.sendall(b'?WATCH={"enable":true,"json":true};\n')
for line in link.makefile():
    print(line, end="", flush=True)
