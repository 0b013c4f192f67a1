"""Pipes that nobody reads."""
import fcntl
import os

SIZE = 4096


def full_pipe(is_blocking=True):
    """A pipe that nobody reads, as small as it can be; both ends."""
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, SIZE)
    os.set_blocking(writing, is_blocking)
    return reading, writing


def fill(writing):
    """Until no byte more fits."""
    os.set_blocking(writing, False)
    try:
        while os.write(writing, bytes(SIZE)):
            pass
    except BlockingIOError:
        os.set_blocking(writing, True)
