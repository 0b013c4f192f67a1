"""What the programs hold while nobody means harm: the measure of what they hold under attack."""
from . import bluez, bus, honest, servers
from .terminal import Terminal
from .trial import Skip, Trial


def measure(cairn):
    """KiB at the peak and open descriptors, by the name of the command, of runs of a few seconds."""
    trial = Trial(cairn)
    capture = trial.folder / "capture.nmea"
    capture.write_bytes(b"".join(honest.epoch(number) for number in range(2000)))
    table = trial.folder / "fixes.csv"
    table.write_text("t,lat,lon,hacc\n" + "".join(f"{t},37.5,{126 + t / 1e5:.5f},5\n" for t in range(5000)))
    lines = trial.folder / "lines.jsonl"
    lines.write_text("{}\n" * 300_000)
    regions = trial.folder / "regions.csv"
    regions.write_text("identifier,lat,lon,radius\nhome,37.5,126.01,200\n")
    line, other = Terminal(trial).behave(), Terminal(trial).behave()
    caster = servers.Server(trial, servers.honest_caster)
    trial.start("monitor", "--json", "--device", line.line)
    trial.start("record", "--device", other.line)
    trial.start("monitor", "--json", "--simulate", "f9p", "--ntrip", caster.address, compare="corrected",
                environment={"CAIRN_NTRIP_PASSWORD": "secret"})
    trial.start("replay", capture, "--speed", "max", "--no-wait")
    bus.client(trial, bus.Bus(trial))
    try:
        bluez.client(trial, bus.Bus(trial, answers=bluez.honest))
    except Skip:
        pass  # the cases say so
    # A busy machine takes its time until all of them work.
    trial.until(lambda: all(program.output.size > 0 for program in trial.programs), 30)
    trial.pause(4)
    for program in trial.programs:
        program.end()
    for arguments in (("decode", capture), ("decode", "--format", "json", capture), ("decode", "--format", "gpsd", capture),
                      ("filter", "--in", table), ("fence", "--regions", regions, "--in", table), ("visits", "--in", table),
                      ("encode", lines), ("devices",)):
        trial.start(*arguments).wait(30)
    servers.located(trial, servers.Server(trial, servers.patient_service)).wait(30)
    peace = {}
    # What prepares an attack is over before it begins, and too short to be looked at often.
    for program in [program for program in trial.programs if program.compare != "preparation"]:
        measured = peace.setdefault(program.compare, {"peak": 0, "descriptors": 0})
        measured["peak"] = max(measured["peak"], program.peak)
        measured["descriptors"] = max(measured["descriptors"], program.most_descriptors)
    trial.finish()
    return peace
