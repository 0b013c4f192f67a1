"""Values and messages that no receiver should send, in frames that are whole."""
import struct

from .frames import casic, nmea, rtcm, ubx

# What a field of so many bytes holds when somebody means harm: ends of ranges, sentinels, floats that are none.
EDGES = {
    1: [b"\x00", b"\x01", b"\x7f", b"\x80", b"\xff", b"\xa5"],
    2: [struct.pack("<H", v) for v in (0, 1, 0x7FFF, 0x8000, 0xFFFF, 1023, 1024, 2047, 2262, 1979, 9999)],
    4: [struct.pack("<I", v) for v in (
        0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 604_799_999, 604_800_000, 900_000_000, 1_800_000_000,
        0x7F800000, 0xFF800000, 0x7FC00000, 0x00000001, 0x7F7FFFFF)],
    8: [struct.pack("<Q", v) for v in (0, 1, 2**63 - 1, 2**63, 2**64 - 1)]
    + [struct.pack("<d", v) for v in (float("inf"), float("-inf"), float("nan"), 1.7e308, -1.7e308, 5e-324)],
}

# Class, number, length of the fixed part, length of a repeated group: of the public interface descriptions.
SHAPES = [
    (0x01, 0x01, 20, 0), (0x01, 0x02, 28, 0), (0x01, 0x03, 16, 0), (0x01, 0x04, 18, 0), (0x01, 0x05, 32, 0),
    (0x01, 0x06, 52, 0), (0x01, 0x07, 92, 0), (0x01, 0x07, 84, 0), (0x01, 0x09, 20, 0), (0x01, 0x10, 0, 0),
    (0x01, 0x11, 20, 0), (0x01, 0x12, 36, 0), (0x01, 0x13, 28, 0), (0x01, 0x14, 36, 0), (0x01, 0x20, 16, 0),
    (0x01, 0x21, 20, 0), (0x01, 0x22, 20, 0), (0x01, 0x23, 20, 0), (0x01, 0x24, 20, 0), (0x01, 0x25, 20, 0),
    (0x01, 0x26, 24, 0), (0x01, 0x30, 8, 12), (0x01, 0x31, 16, 12), (0x01, 0x32, 12, 12), (0x01, 0x34, 8, 6),
    (0x01, 0x35, 8, 12), (0x01, 0x36, 64, 0), (0x01, 0x39, 8, 2), (0x01, 0x3B, 40, 0), (0x01, 0x3C, 40, 0),
    (0x01, 0x3C, 64, 0), (0x01, 0x42, 12, 4), (0x01, 0x43, 8, 16), (0x01, 0x61, 4, 0), (0x01, 0x62, 52, 0),
    (0x02, 0x10, 24, 16), (0x02, 0x11, 8, 24), (0x02, 0x13, 8, 4), (0x02, 0x14, 44, 24), (0x02, 0x15, 16, 32),
    (0x02, 0x20, 8, 36), (0x02, 0x30, 8, 0), (0x02, 0x31, 104, 0), (0x02, 0x32, 8, 0), (0x02, 0x33, 12, 0),
    (0x02, 0x34, 12, 0), (0x02, 0x41, 8, 0), (0x02, 0x59, 16, 0), (0x02, 0x61, 12, 0), (0x02, 0x72, 24, 1),
    (0x04, 0x00, 0, 1), (0x04, 0x01, 0, 1), (0x04, 0x02, 0, 1), (0x04, 0x03, 0, 1), (0x04, 0x04, 0, 1),
    (0x05, 0x00, 2, 0), (0x05, 0x01, 2, 0), (0x06, 0x00, 20, 0), (0x06, 0x01, 3, 0), (0x06, 0x01, 8, 0),
    (0x06, 0x02, 0, 10), (0x06, 0x04, 4, 0), (0x06, 0x06, 52, 0), (0x06, 0x08, 6, 0), (0x06, 0x09, 13, 0),
    (0x06, 0x11, 2, 0), (0x06, 0x13, 4, 0), (0x06, 0x16, 8, 0), (0x06, 0x17, 20, 0), (0x06, 0x1B, 12, 0),
    (0x06, 0x1C, 0, 44), (0x06, 0x1E, 20, 0), (0x06, 0x23, 40, 0), (0x06, 0x24, 36, 0), (0x06, 0x31, 32, 0),
    (0x06, 0x34, 1, 0), (0x06, 0x39, 8, 0), (0x06, 0x3B, 48, 0), (0x06, 0x3E, 4, 8), (0x06, 0x47, 12, 0),
    (0x06, 0x53, 16, 0), (0x06, 0x69, 8, 12), (0x06, 0x70, 4, 0), (0x06, 0x86, 8, 0), (0x06, 0x8A, 4, 5),
    (0x06, 0x8B, 4, 8), (0x06, 0x8C, 4, 4), (0x06, 0x93, 4, 64), (0x09, 0x14, 4, 0), (0x09, 0x14, 8, 0),
    (0x0A, 0x02, 0, 20), (0x0A, 0x04, 40, 30), (0x0A, 0x06, 120, 0), (0x0A, 0x07, 24, 0), (0x0A, 0x08, 24, 0),
    (0x0A, 0x09, 60, 0), (0x0A, 0x0B, 28, 0), (0x0A, 0x21, 16, 0), (0x0A, 0x27, 4, 16), (0x0A, 0x28, 8, 0),
    (0x0A, 0x2E, 4, 20), (0x0A, 0x31, 4, 272), (0x0A, 0x32, 8, 8), (0x0A, 0x36, 8, 40), (0x0A, 0x37, 22, 6),
    (0x0A, 0x38, 4, 24), (0x0A, 0x39, 24, 0), (0x0B, 0x01, 48, 0), (0x0B, 0x02, 72, 0), (0x0B, 0x30, 40, 0),
    (0x0B, 0x31, 104, 0), (0x0D, 0x01, 16, 0), (0x0D, 0x03, 28, 0), (0x0D, 0x04, 28, 0), (0x0D, 0x06, 20, 0),
    (0x0D, 0x11, 8, 8), (0x0D, 0x12, 56, 0), (0x10, 0x02, 8, 4), (0x10, 0x03, 4, 8), (0x10, 0x10, 16, 4),
    (0x10, 0x14, 16, 0), (0x10, 0x15, 36, 0), (0x13, 0x00, 68, 0), (0x13, 0x06, 48, 0), (0x13, 0x20, 76, 0),
    (0x13, 0x21, 100, 0), (0x13, 0x40, 24, 0), (0x13, 0x60, 8, 0), (0x13, 0x80, 12, 1), (0x21, 0x03, 28, 4),
    (0x21, 0x07, 28, 0), (0x21, 0x08, 24, 0), (0x21, 0x0B, 80, 0), (0x21, 0x0D, 48, 0), (0x21, 0x0E, 48, 0),
    (0x21, 0x0F, 32, 0), (0x21, 0x11, 16, 0), (0x27, 0x01, 4, 4), (0x27, 0x03, 9, 0), (0x27, 0x09, 4, 0),
    (0x28, 0x00, 72, 0), (0x28, 0x01, 32, 0), (0x28, 0x02, 36, 0), (0x09, 0x00, 0, 1), (0x66, 0x04, 0, 1)]

# CASIC: navigation, time, acknowledgement, configuration, monitoring, assistance.
CASIC_SHAPES = [(0x01, 0x00, 80), (0x01, 0x01, 80), (0x01, 0x02, 80), (0x01, 0x03, 88), (0x01, 0x10, 20), (0x01, 0x11, 24),
                (0x01, 0x12, 28), (0x01, 0x20, 104), (0x01, 0x21, 104), (0x01, 0x22, 152), (0x02, 0x00, 24), (0x02, 0x01, 12),
                (0x05, 0x00, 4), (0x05, 0x01, 4), (0x06, 0x00, 8), (0x06, 0x04, 4), (0x08, 0x07, 72), (0x0A, 0x04, 64),
                (0x0A, 0x09, 56), (0x0B, 0x01, 56)]

# RTCM 3 messages that carry stations, ephemerides, observations, text, MSM, SSR and vendors' own.
RTCM_NUMBERS = [*range(1001, 1040), *range(1041, 1047), *range(1057, 1069), *range(1071, 1078), *range(1081, 1088),
                *range(1091, 1098), *range(1101, 1108), *range(1111, 1118), *range(1121, 1128), 1230, *range(4001, 4096)]

TIMES = ["", "000000", "235959.999", "235960.00", "240000", "999999.99", "-1", "1e300", "12", "12345", "126060.0",
         "000000.0000000000000000000001", "²²²²²²", "nan"]
DATES = ["", "060180", "311299", "010100", "290223", "310222", "000000", "999999", "320122", "-10101", "11", "1e9"]
NUMBERS = ["", "0", "-0", "1", "-1", "9" * 19, "9" * 40, "-" + "9" * 30, "1e308", "1e-400", "nan", "inf", "0x10", "00000000000001.5",
           ".", "-", "+", "1.2.3", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "4294967296",
           "65536", "256", "1." + "3" * 60, "A", " ", "\x00", "\x1b[2J", "ÿ"]
LATITUDES = ["", "0000.0000", "9000.0000", "9000.0001", "9999.9999", "-3733.9", "37", "3799.99", "1e5", "373399999999999999.1"]
LETTERS = ["", "N", "S", "E", "W", "A", "V", "M", "D", "1", "T", "n", "NN", "\x07"]
FORMATTERS = """GGA RMC GSA GSV GLL VTG ZDA GNS GST GBS GRS HDT HDM HDG THS TXT DTM VLW VBW ROT MTW GPQ BOD BWC RMB XTE APB
RTE WPL ALM ROO TTM DPT DBT MWV XDR AAM OSD RSA VHW ACK ALR FSI HSC LCD MLA RSD SFI TRF WCV WNC XTC ZTG""".split()
TALKERS = ["GP", "GN", "GL", "GA", "GB", "BD", "GQ", "GI", "QZ", "IN", "II", "HE", "xx", "\x01\x02"]
PROPRIETARY = """PUBX,00 PUBX,03 PUBX,04 PMTK001 PMTK010 PMTK011 PMTK705 PMTKLOG PMTKSPF PAIR001 PAIR010 PAIR021 PAIR050 PAIR062
PAIRSPF PQTMVER PQTMVERNO PQTMEPE PQTMVEL PQTMCFGMSGRATE PQTMTXT PQTMSVINSTATUS PCAS60 PCAS01 PSTMVER PSTMSBAS PSTMPVRAW PGRME PGRMZ
PGRMT PGRMF PRWIZCH PASHR,POS PASHR,ATT PFEC,GPatt PSAT,HPR PSRF150 PSRF151 PTNL,GGK PTNL,AVR PTNLRPT PKWDWPL PLEIR PJLTS PUNV""".split()


def payload(random, length, group=0, text=b""):
    """Extremal fields one after the other; widths guessed, as nobody told them."""
    if group:
        length += group * random.choice((0, 1, 2, 3, 7, 32, 255, (65_535 - length) // group if random.random() < 0.01 else 4))
    length = max(0, length + random.choice((0,) * 12 + (-1, 1, -length, 4)))
    out = bytearray()
    while len(out) < length:
        width = random.choice((1, 2, 4, 4, 8))
        if len(out) % width:
            width = 1
        out += random.randbytes(width) if random.random() < 0.2 else random.choice(EDGES[width])
        if text and random.random() < 0.05:
            out += text
    return bytes(out[:min(length, 65_535)])


def ubx_frame(random, text=b""):
    if random.random() < 0.15:
        return ubx(random.randrange(256), random.randrange(256), payload(random, random.randrange(200), text=text))
    group, number, length, repeated = random.choice(SHAPES)
    return ubx(group, number, payload(random, length, repeated, text))


def solution(random):
    """NAV-PVT and the messages of time beside it, of an epoch that says that all of it is valid."""
    year = random.choice((1980, 1999, 2019, 2026, 2026, 2038, 2106, 2137, 2261, 2262, 2263, 9999, 65_535, 0, 1970, 1677))
    month, day = random.choice(((1, 1), (12, 31), (2, 29), (2, 30), (0, 0), (255, 255), (6, 30)))
    clock = random.choice(((23, 59, 60), (0, 0, 0), (23, 59, 59), (24, 60, 61), (255, 255, 255)))
    week_time = random.choice((0, 1, 604_799_999, 604_800_000, 2**31, 2**32 - 1))
    signed = lambda: random.choice((0, 1, -1, 2**31 - 1, -2**31, 1_800_000_000, -900_000_001, 375_663_528))
    unsigned = lambda: random.choice((0, 1, 2**31, 2**32 - 1, 1000))
    fraction = random.choice((0, 999_999_999, -999_999_999, 2**31 - 1, -2**31, -500_000_000))
    out = ubx(0x01, 0x07, struct.pack(
        "<IHBBBBBBIiBBBBiiiiIIiiiiiIIHHIihH", week_time, year, month, day, *clock, random.choice((0x37, 0xFF)), unsigned(), fraction,
        random.choice((2, 3, 3, 3, 4, 5)), random.choice((1, 0xFF)), 0xEA, 12, signed(), signed(), signed(), signed(), unsigned(),
        unsigned(), signed(), signed(), signed(), signed(), signed(), unsigned(), unsigned(), 120, random.choice((0, 0xFFFF)), 0,
        signed(), random.choice((0, 2**15 - 1, -2**15)), 0xFFFF))
    out += ubx(0x01, 0x20, struct.pack("<IihbBI", week_time, fraction, random.choice((0, 2400, -1, 2**15 - 1, -2**15)),
                                       random.choice((18, 127, -128)), 7, unsigned()))
    out += ubx(0x01, 0x21, struct.pack("<IIiHBBBBBB", week_time, unsigned(), fraction, year, month, day, *clock, 0x0F))
    out += ubx(0x01, 0x26, struct.pack("<IB3xBbBbiHH3xB", week_time, 0, 2, random.choice((18, 127, -128)), 7, 1,
                                       signed(), 65_535, 255, 3))
    out += ubx(0x01, 0x61, struct.pack("<I", week_time))
    out += nmea(f"GNZDA,235960.00,{day:02},{month:02},{year:04},99,99")
    return out + nmea(f"GNRMC,235960.00,A,3733.9,N,12658.6,E,1,0,{day % 100:02}{month % 100:02}{year % 100:02},,,A")


def casic_frame(random):
    group, number, length = random.choice(CASIC_SHAPES)
    if random.random() < 0.15:
        group, number = random.randrange(256), random.randrange(256)
    return casic(group, number, payload(random, length))


def rtcm_frame(random):
    number = random.choice(RTCM_NUMBERS) if random.random() < 0.9 else random.randrange(4096)
    kind = random.random()
    length = random.choice((2, 8, 19, 21, 40, 64, 169, 500, 1023))
    body = (random.randbytes(length) if kind < 0.5 else b"\xff" * length if kind < 0.7
            else bytes(length) if kind < 0.8 else payload(random, length))[:1021].ljust(2, b"\0")
    first = number << 4 | body[0] & 15
    return rtcm(struct.pack(">H", first) + body[1:])


def sentence(random):
    if random.random() < 0.3:
        name = random.choice(PROPRIETARY)
    else:
        name = random.choice(TALKERS) + random.choice(FORMATTERS)
    fields = []
    for _ in range(random.choice((0, 1, 3, 9, 12, 14, 15, 17, 20, 40, 200))):
        fields.append(random.choice(random.choice((TIMES, DATES, NUMBERS, NUMBERS, LATITUDES, LETTERS, LETTERS))))
    return nmea(",".join([name, *fields]).encode("latin-1"), random.choice("$$$$$$$!"))


def position(random):
    """Sentences that make an epoch, if anybody believes them."""
    time, date = random.choice(TIMES), random.choice(DATES)
    place = f"{random.choice(LATITUDES)},{random.choice('NSx')},{random.choice(LATITUDES)},{random.choice('EWx')}"
    pick = lambda: random.choice(NUMBERS)
    return (nmea(f"GNRMC,{time},A,{place},{pick()},{pick()},{date},{pick()},E,A".encode("latin-1"))
            + nmea(f"GNGGA,{time},{place},{random.choice('0123456789')},{pick()},{pick()},{pick()},M,{pick()},M,,".encode("latin-1")))


def mixture(random, size, text=b""):
    """About `size` bytes of everything, now and then cut short, nested or with noise between."""
    makers = (ubx_frame, ubx_frame, solution, casic_frame, rtcm_frame, sentence, sentence, position)
    out = bytearray()
    while len(out) < size:
        maker = random.choice(makers)
        frame = maker(random, text) if maker is ubx_frame else maker(random)
        kind = random.random()
        if kind < 0.02:
            frame = frame[:random.randrange(len(frame))]
        elif kind < 0.04:
            inner = frame[:1000]
            frame = random.choice((ubx(0x04, 0x02, inner), rtcm(b"\xff\xf0" + inner[:1000]), casic(1, 3, inner)))
        elif kind < 0.05:
            frame = random.randbytes(random.randrange(300))
        out += frame
    return bytes(out)
