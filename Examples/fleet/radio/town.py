"""A made-up town: streets, access points beside them, masts, and how far each is heard. Lengths are metres, east and north of
the town's corner; signals dBm."""
import math
import random

# Metres of a degree on a sphere of the earth's mean radius, and the corner of all towns.
DEGREE, SOUTH, WEST = 111195.0, 46.95, 7.44
REACH = 120.0

# What differs between towns. `old` is dense: narrow streets that bend signals of satellites. `suburb` has gardens. `village` is
# neither, and no constant was chosen on it.
TOWNS = {
    "old": {"side": 2400, "block": (60, 110), "spacing": 14, "back": (4, 18), "wall": (4, 14), "exponent": 3.0, "shadow": 5.0,
            "bias": 5.0, "wander": 3.0},
    "suburb": {"side": 3200, "block": (90, 200), "spacing": 22, "back": (8, 35), "wall": (3, 10), "exponent": 2.8, "shadow": 5.0,
               "bias": 3.0, "wander": 2.0},
    "village": {"side": 2000, "block": (120, 320), "spacing": 28, "back": (3, 50), "wall": (2, 18), "exponent": 3.3, "shadow": 7.0,
                "bias": 7.0, "wander": 4.0},
}


def degrees(x, y):
    """Latitude and longitude in 1e-7 degrees."""
    latitude = SOUTH + y / DEGREE
    return round(latitude * 1e7), round((WEST + x / (DEGREE * math.cos(math.radians(latitude)))) * 1e7)


class AccessPoint:
    def __init__(self, address, x, y, wall):
        self.address, self.x, self.y, self.wall = address, x, y, wall
        # From this day on at the other place.
        self.moves_on, self.then = None, None

    def place(self, day):
        return self.then if self.moves_on is not None and day >= self.moves_on else (self.x, self.y)


class Town:
    def __init__(self, kind, seed, days):
        self.kind, self.rng, self.days = TOWNS[kind], random.Random("town %s %s" % (kind, seed)), days
        self.side = self.kind["side"]
        self.columns, self.rows = self.lines(), self.lines()
        self.addresses = set()
        self.access_points = [self.beside(place) for place in self.fronts()]
        for one in self.access_points:
            # 3 of 100 move house; half of these within the neighbourhood.
            if self.rng.random() < 0.03:
                one.moves_on = self.rng.randrange(days)
                one.then = self.near(one) if self.rng.random() < 0.5 else self.anywhere()
        # On buses and in pockets: 1 for 100 of the others.
        self.carried = [AccessPoint(self.address(), 0, 0, 0) for _ in range(len(self.access_points) // 100)]
        self.masts = [(x * 1100 + self.rng.uniform(-300, 300), y * 1100 + self.rng.uniform(-300, 300))
                      for x in range(-1, self.side // 1100 + 3) for y in range(-1, self.side // 1100 + 3)]
        self.shade = {}
        self.squares = [{}, {}]
        for one in self.access_points:
            for index in (0, 1):
                x, y = (one.x, one.y) if index == 0 or one.then is None else one.then
                self.squares[index].setdefault((int(x // REACH), int(y // REACH)), []).append(one)

    def lines(self):
        """Places of the parallel streets of one direction."""
        places, place = [], 20.0
        while place < self.side - 20:
            places.append(place)
            place += self.rng.uniform(*self.kind["block"])
        return places

    def address(self):
        while True:
            # The bits of group and of locally administered addresses stay 0.
            number = self.rng.getrandbits(48) & ~(3 << 40)
            if number and number not in self.addresses:
                self.addresses.add(number)
                return "%02x:%02x:%02x:%02x:%02x:%02x" % tuple(number.to_bytes(6, "big"))

    def fronts(self):
        for along, lines in ((True, self.rows), (False, self.columns)):
            for line in lines:
                place = self.rng.uniform(0, self.kind["spacing"])
                while place < self.side:
                    away = self.rng.uniform(*self.kind["back"]) * self.rng.choice((-1, 1))
                    yield (place, line + away) if along else (line + away, place)
                    place += self.rng.expovariate(1 / self.kind["spacing"])

    def beside(self, place):
        return AccessPoint(self.address(), *place, self.rng.uniform(*self.kind["wall"]))

    def near(self, one):
        angle, distance = self.rng.uniform(0, math.tau), self.rng.uniform(150, 900)
        return self.inside(one.x + distance * math.cos(angle)), self.inside(one.y + distance * math.sin(angle))

    def inside(self, value):
        return min(self.side, max(0.0, value))

    def anywhere(self):
        return self.rng.uniform(0, self.side), self.rng.choice(self.rows) + self.rng.uniform(*self.kind["back"])

    def heard(self, x, y, day, rng):
        """Access points that are heard at a place, each with its signal."""
        column, row = int(x // REACH), int(y // REACH)
        kind = self.kind
        for index in (0, 1):
            for side in (-1, 0, 1):
                for up in (-1, 0, 1):
                    for one in self.squares[index].get((column + side, row + up), ()):
                        has_moved = one.moves_on is not None and day >= one.moves_on
                        if has_moved != (index == 1):
                            continue
                        ax, ay = one.then if has_moved else (one.x, one.y)
                        square = (ax - x) ** 2 + (ay - y) ** 2
                        if square > REACH * REACH:
                            continue
                        signal = -38 - 5 * kind["exponent"] * math.log10(max(1.0, square)) - one.wall
                        # Beyond three deviations nothing is drawn.
                        if signal < -92 - 3 * kind["shadow"]:
                            continue
                        signal += rng.gauss(0, kind["shadow"])
                        if signal >= -92:
                            yield one, signal

    def cell(self, x, y):
        """The identity of the cell that serves a place: that of the nearest mast, seen through what stands in the way."""
        block = int(x // 200), int(y // 200)
        if block not in self.shade:
            rng = random.Random("%r %r" % (self.masts, block))
            self.shade[block] = [math.exp(rng.gauss(0, 0.25)) for _ in self.masts]
        number = min(range(len(self.masts)), key=lambda index: math.dist((x, y), self.masts[index]) * self.shade[block][index])
        return "LTE-228-1-%d-%d" % (800 + number // 8, 86000 + number)
