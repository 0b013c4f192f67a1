"""Prints positions until Ctrl-C: python3 -m cairn [METRES]"""
import sys

import cairn


def main() -> int:
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        print("%s\n\nExample: python3 -m cairn 100" % __doc__)
        return 0 if len(sys.argv) == 2 else 64
    try:
        accuracy = float(sys.argv[1]) if len(sys.argv) == 2 else cairn.Level.BEST
        manager = cairn.Manager(accuracy)
    except ValueError as error:
        print("cairn: %s" % error, file=sys.stderr)
        return 64
    with manager:
        manager.start()
        for event in manager.events():
            if isinstance(event, cairn.Location):
                print("%.7f %.7f within %.1f m" % (event.latitude, event.longitude, event.horizontal_accuracy), flush=True)
            elif isinstance(event, cairn.Problem):
                print("cairn: %s" % event.error, file=sys.stderr)
            elif isinstance(event, cairn.LocationError):
                print("cairn: %s" % event, file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(0)
