"""What servers of all kinds share: a listener, a thread for each connection, an end."""
import threading


class Accepting:
    """Serves each connection by `serve`, in a thread of its own; that may raise OSError at any time."""

    def __init__(self, trial, listener):
        self.listener = listener
        self.connections, self.is_open = 0, True
        trial.closers.append(self.close)
        threading.Thread(target=self._accept, daemon=True).start()

    def serve(self, connection):
        raise NotImplementedError

    def close(self):
        self.is_open = False
        self.listener.close()

    def _accept(self):
        while self.is_open:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with connection:
            try:
                self.serve(connection)
            except OSError:
                pass
