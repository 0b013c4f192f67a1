"""What a receiver sends that means no harm: an epoch of sentences for each tenth of a second."""
import datetime

from .frames import nmea

START = datetime.datetime(2026, 3, 1, 12, 0, 0)


def epoch(number, rate=10):
    """The bytes of one epoch of a receiver that goes north at 5 m/s."""
    time = START + datetime.timedelta(seconds=number / rate)
    clock = time.strftime("%H%M%S.") + "%02d" % (time.microsecond // 10_000)
    minutes = 33 + (number / rate * 5 / 1852) % 20
    place = "37%08.5f,N,12658.67000,E" % minutes
    return b"".join((
        nmea(f"GPRMC,{clock},A,{place},9.719,0.0,{time:%d%m%y},,,A"),
        nmea(f"GPGGA,{clock},{place},1,08,1.0,50.0,M,20.0,M,,"),
        nmea("GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.0,1.5"),
        nmea("GPGSV,2,1,08,01,40,083,46,02,17,308,41,03,07,344,39,04,22,228,45"),
        nmea("GPGSV,2,2,08,05,40,083,46,06,17,308,41,07,07,344,39,08,22,228,45")))
