"""Messages of one connection that a sink has taken and not yet stored, by the numbers of their packets. Standard library only.

nats-server sends a message again, within a connection, when it was not acknowledged for a while, and may give the number to another
message as soon as it has the acknowledgement. So a number alone does not say what is acknowledged: with a second acknowledgement for a
message that came twice, the broker would forget the other.
"""
import itertools

# Seconds within which what comes again has crossed its acknowledgement; later, the broker has lost that.
CROSSED = 120


class Pending:
    def __init__(self):
        self.waiting = {}
        self.acknowledged = {}  # The hash of what was acknowledged last, and when in seconds, by number.

    def __len__(self):
        return len(self.waiting)

    def take(self, topic, payload, number, length, is_again, now):
        """Takes a message; `number` is 0 for what needs no acknowledgement, `is_again` what the broker says of it."""
        message = (topic, payload, length)
        known, when = self.acknowledged.get(number, (None, 0))
        if is_again and known == hash(message) and now < when + CROSSED:
            return
        before = self.waiting.pop(number, message)
        if before != message:
            # Whatever made the broker forget the number: what was not stored stays.
            self.waiting[object()] = before
        self.waiting[number or object()] = message

    def batch(self, most):
        """The oldest messages, each with what stands for its number."""
        return list(itertools.islice(self.waiting.items(), most))

    def stored(self, batch, now):
        """The numbers to acknowledge after a batch was stored; one that stands for a later message by now is not among them."""
        numbers = []
        for number, message in batch:
            if self.waiting.get(number) is message:
                del self.waiting[number]
                if isinstance(number, int):
                    self.acknowledged[number] = hash(message), now
                    numbers.append(number)
        return numbers
