internal import Cairn

extension ServiceArguments {
  /// The text for `--help`.
  package static func help(simulations: [String]) -> String {
    """
    Shares the device's receivers with every program that speaks gpsd's protocol.

    Usage: cairnd [--device PATH]... [--listen ADDRESS]... [options]
           cairnd --check [FILE]

      --config FILE     Settings, which options take precedence over; SIGHUP reads it again.
                        Default: \(usualFile), if it is there.
      --check [FILE]    Name every mistake of the file, and start nothing.
      --device PATH     A device, tcp://HOST:PORT or file:PATH; may be given again. Another
                        receiver serves while the first is missing. Default: the first receiver
                        that is plugged in.
      --baud RATE       Speed of the only device's line. Default: found by listening.
      --simulate KIND   Imitate a receiver that is carried around a plaza:
                        \(simulations.joined(separator: ", ")).
      --listen ADDRESS  Where clients connect: HOST:PORT, or the path of a Unix socket; may be given
                        again. Default: the sockets that systemd passes, else 127.0.0.1:2947, which
                        only this machine reaches.
      --nmea ADDRESS    Where NMEA 0183 sentences go: HOST:PORT or the path of a Unix socket for
                        clients, udp://HOST:PORT, or pty:PATH, which programs open as a serial port;
                        may be given again.
      --socket PATH     Where programs that use Cairn connect. Default: CAIRN_SOCKET of the
                        environment, else cairn.sock in the folder that systemd has made, else none.
      --geoclue         Serve browsers, Qt and desktops as GeoClue does, on the system bus.
      --dashboard ADDRESS
                        Show everything live in browsers at HOST:PORT or the path of a Unix socket.
                        The whole address of a port is in a file that only this user can read.
      --dashboard-token FILE
                        That file. Default: `dashboard` in the folder that systemd has made, else
                        `cairn-dashboard` in XDG_RUNTIME_DIR, else for root /run/cairn-dashboard.
      --policy FOLDER   The files there (*.conf) say which programs may have positions.
                        Default: \(FilePolicy.standardFolder), if it is there.
      --board FILE      Serve all that the board has, and not only its receiver: Wi-Fi, modem, sensors,
                        Bluetooth. The file is made by `hw-profile compile BOARD --output FILE`.
      --pack FILE       Where access points and cells are, as `cairn radio import` makes it; may be
                        given again.
      --listen-only     Never write to the receiver: neither query nor configure it.
      --state FOLDER    Keep there what is learned of the receiver, for a faster next start.
                        Default: the folder that systemd names in STATE_DIRECTORY, else none.
      --idle-exit TIME  End when nobody has been connected for this long, such as 60s, or never.
                        Default: 10min if systemd starts it for a client, else never.
      --log LEVEL       error, info (the default) or debug, which tells of each client.
      --help, --version

    A receiver is on only while a client wants positions.

    Examples:
      cairnd --device /dev/ttyS1
      cairnd --simulate m9
      cairnd --device /dev/ttyUSB0 --baud 38400 --listen 127.0.0.1:2947 --listen /run/cairn/gpsd.sock
      cairnd --simulate nmea --listen 127.0.0.1:0     (the log says which port it is)
    Then, in another terminal:
      gpspipe -w
      cgps

    Exit codes: 0 ended by SIGTERM or SIGINT, by SIGHUP in a terminal, or because nobody was connected; 1 it could
    not start, or --check found mistakes; 64 wrong usage; 78 the file has mistakes, or names what is not there.
    """
  }
}
