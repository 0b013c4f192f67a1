#!/usr/bin/env python3
"""Imitates a receiver on a pseudo-terminal: no fix until SIGUSR1 arrives, then one every 200 ms.

    feeder.py [EPOCHS]

With EPOCHS, the fix comes once the program has read so many epochs, each of which waits until the last one is read: what
the program does then does not depend on how fast it runs. Prints the terminal's path. Ends on SIGTERM, or after two
minutes of epochs in any case.
"""
import array, fcntl, os, signal, sys, termios, time, tty

has_fix = False


def sentence(body):
    check = 0
    for byte in body.encode():
        check ^= byte
    return f"${body}*{check:02X}\r\n"


def epoch(tenths):
    seconds = tenths / 10
    time_text = f"{int(seconds // 3600):02}{int(seconds // 60 % 60):02}{seconds % 60:05.2f}"
    if has_fix:
        rmc = f"GNRMC,{time_text},A,3736.47666,N,12653.01698,E,0.037,,210926,,,A,V"
        gga = f"GNGGA,{time_text},3736.47666,N,12653.01698,E,1,12,0.80,23.0,M,18.7,M,,"
    else:
        rmc = f"GNRMC,{time_text},V,,,,,,,210926,,,N,V"
        gga = f"GNGGA,{time_text},,,,,0,00,99.99,,M,,M,,"
    return (sentence(rmc) + sentence(gga)).encode()


def give_fix(*_):
    global has_fix
    has_fix = True


signal.signal(signal.SIGUSR1, give_fix)
def is_unread():
    """Whether the program has not read all that was sent."""
    count = array.array("i", [0])
    fcntl.ioctl(slave, termios.FIONREAD, count)
    return count[0] > 0


before_fix = int(sys.argv[1]) if len(sys.argv) > 1 else None
master, slave = os.openpty()
tty.setraw(slave)
os.set_blocking(master, False)
print(os.ttyname(slave), flush=True)
for number in range(600):
    if before_fix is not None:
        while is_unread():
            time.sleep(0.01)
        has_fix = number >= before_fix
    try:
        os.write(master, epoch(36000 + 2 * number))
    except BlockingIOError:
        pass  # nobody reads yet
    time.sleep(0.2)
sys.exit(1)
