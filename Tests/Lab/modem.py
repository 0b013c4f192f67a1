"""A Quectel EC25 on two serial ports of a USB gadget: AT commands, and sentences while its receiver is on.

    modem.py AT_TTY NMEA_TTY

Registered with LTE in the network 228-01. Writes each command and what came of it to standard output.
"""
import os
import select
import sys
import time
import tty

AREA, CELL = "32C8", "1E24F03"
REGISTERED = f'2,1,"{AREA}","{CELL}",7'

# What the commands answer that ModemManager sends to a modem of this kind.
ANSWERS = {
    "": [], "I": ["Quectel", "EC25", "Revision: EC25EFAR06A01M4G"],
    "+CGMI": ["Quectel"], "+CGMM": ["EC25"], "+CGMR": ["EC25EFAR06A01M4G"],
    "+GMI": ["Quectel"], "+GMM": ["EC25"], "+GMR": ["EC25EFAR06A01M4G"],
    "+CGSN": ["867698041234567"], "+GSN": ["867698041234567"], "+CIMI": ["228011234567890"],
    "+CCID": ["+CCID: 8941000000000000000"], "+QCCID": ["+QCCID: 8941000000000000000F"],
    "+GCAP": ["+GCAP: +CGSM"], "+CPIN?": ["+CPIN: READY"], "+CFUN?": ["+CFUN: 1"],
    "+CLCK=?": ['+CLCK: ("SC","PN","PU","PP","PC","PF")'], '+CLCK="SC",2': ["+CLCK: 0"],
    "+CSQ": ["+CSQ: 23,99"],
    "+CREG?": ["+CREG: " + REGISTERED], "+CGREG?": ["+CGREG: " + REGISTERED], "+CEREG?": ["+CEREG: " + REGISTERED],
    "+COPS?": ['+COPS: 0,2,"22801",7'], "+COPS=3,2;+COPS?": ['+COPS: 0,2,"22801",7'],
    "+COPS=3,0;+COPS?": ['+COPS: 0,0,"Swisscom",7'],
    "+CPMS=?": ['+CPMS: ("ME","SM"),("ME","SM"),("ME","SM")'], "+CMGF=?": ["+CMGF: (0,1)"],
    "+CSCS=?": ['+CSCS: ("GSM","IRA","UCS2")'], "+CSCS?": ['+CSCS: "IRA"'], "+CNUM": [],
    "+CGDCONT=?": ['+CGDCONT: (1-16),"IP",,,(0-2),(0-4)', '+CGDCONT: (1-16),"IPV4V6",,,(0-2),(0-4)'],
    "+CGDCONT?": ['+CGDCONT: 1,"IPV4V6","internet","0.0.0.0",0,0'], "+CGACT?": ["+CGACT: 1,0"],
    "+CIND=?": ['+CIND: ("battchg",(0-5)),("signal",(0-5)),("service",(0,1))'], "+CIND?": ["+CIND: 5,4,1"],
    "+CMER=?": ["+CMER: (0-3),(0),(0),(0-2),(0,1)"], "+CTZU=?": ["+CTZU: (0,1,3)"],
    "+CCLK?": ['+CCLK: "26/11/21,03:40:00+04"'],
    "+QCFG=?": [], '+QCFG="nwscanmode"': ['+QCFG: "nwscanmode",0'],
    "+WS46=?": ["+WS46: (12,22,25,28,30,31)"], "+WS46?": ["+WS46: 25"],
    '+QENG="servingcell"': [
        f'+QENG: "servingcell","NOCONN","LTE","FDD",228,01,{CELL},266,1850,3,5,5,{AREA},-95,-10,-65,14,31'],
    "+QGPS=?": ["+QGPS: (1-4),(1-255),(1-1000),(0-1000),(1-65535)"],
}
# What such a modem does not know; other commands that set something succeed.
UNKNOWN = ("+CRSM", "+CUSD", "^", "%", "$", "+QDSIM", "+QINISTAT")


class Modem:
    def __init__(self):
        self.is_locating = False

    def answer(self, command):
        """The lines of the answer; None for an error."""
        if command.startswith("+QGPS="):
            if not command.endswith("?"):
                self.is_locating = True
                return []
        elif command == "+QGPSEND":
            self.is_locating = False
            return []
        elif command == "+QGPS?":
            return [f"+QGPS: {self.is_locating:d}"]
        if command in ANSWERS:
            return ANSWERS[command]
        return None if command.endswith("?") or command.startswith(UNKNOWN) else []


def sentence(body):
    checksum = 0
    for character in body.encode():
        checksum ^= character
    return f"${body}*{checksum:02X}\r\n"


def epoch():
    at = time.strftime("%H%M%S.00", time.gmtime())
    day = time.strftime("%d%m%y", time.gmtime())
    return sentence(f"GPRMC,{at},A,4657.0000,N,00726.0000,E,0.0,0.0,{day},,,A") + sentence(
        f"GPGGA,{at},4657.0000,N,00726.0000,E,1,08,0.9,540.0,M,48.0,M,,")


def open_port(path):
    port = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(port)
    return port


def send(port, text):
    try:
        os.write(port, text.encode())
    except BlockingIOError:
        pass  # Nobody reads.


def main():
    commands, sentences = (open_port(path) for path in sys.argv[1:3])
    modem, received, due = Modem(), b"", 0.0
    while True:
        ready, _, _ = select.select([commands], [], [], 0.2)
        if modem.is_locating and time.monotonic() >= due:
            due = time.monotonic() + 1
            send(sentences, epoch())
        if not ready:
            continue
        try:
            received += os.read(commands, 512)
        except (BlockingIOError, OSError):
            time.sleep(0.1)
            continue
        while b"\r" in received:
            line, received = received.split(b"\r", 1)
            text = line.replace(b"\n", b"").decode(errors="replace").strip()
            if text[:2].upper() != "AT":
                continue
            command = text[2:] if '"' in text else text[2:].upper()
            lines = modem.answer(command)
            print(command, lines, flush=True)
            end = "ERROR" if lines is None else "OK"
            send(commands, "".join(f"\r\n{line}\r\n" for line in [*(lines or []), end]))


main()
