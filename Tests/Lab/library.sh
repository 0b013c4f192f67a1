# What the jobs share. In the guest.
lab=/run/lab/package/Tests/Lab
gadget=/sys/kernel/config/usb_gadget/receiver

now() { cut -d' ' -f1 /proc/uptime; }
since() { awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.1f", b - a }'; }
say() { echo "lab: $*" >/dev/console; }

fail() {
  say "FAILED: $*"
  exit 1
}

# Waits until a command succeeds, at most so many seconds.
wait_for() { # seconds, what, command...
  local from
  from=$(now)
  until "${@:3}" >/dev/null 2>&1; do
    if [ "$(since "$from" | cut -d. -f1)" -ge "$1" ]; then fail "$2: not within $1 s"; fi
    sleep 0.1
  done
}

# As a package would install it; libraries beside the program, where its run path looks first. Bound, not
# copied: most of it is never read.
install_cairn() {
  mkdir -p /usr/libexec/cairn
  mount --bind /run/lab/program /usr/libexec/cairn
  ln -sf /usr/libexec/cairn/cairn /usr/libexec/cairn/cairnd /usr/bin/
}

install_rules() {
  mkdir -p /etc/udev/rules.d
  cp /run/lab/package/udev/70-cairn.rules /etc/udev/rules.d/
}

# A program that watches a service of gpsd's protocol for as long as it runs; what it is told goes to a file.
ask() { # port or path, file
  /usr/bin/python3 "$lab/gpsd-client.py" "$1" >"$2" &
  asking=$!
}
stop_asking() {
  kill "$asking"
  wait "$asking" 2>/dev/null || true
}

# Rules that assign what a receiver starts, as those that come with gpsd do.
install_rival_rules() {
  mkdir -p /etc/udev/rules.d
  echo 'SUBSYSTEM=="tty", ATTRS{idVendor}=="1546", TAG+="systemd", ENV{SYSTEMD_WANTS}="rival@%k.service"' \
    >/etc/udev/rules.d/60-rival.rules
}

# Somebody without rights; with the group of receivers, and without.
member=(setpriv --reuid 65534 --regid 65534 --groups "$(getent group dialout | cut -d: -f3)")
stranger=(setpriv --reuid 65534 --regid 65534 --clear-groups)

# A USB device of the kernel's own: a u-blox 9 receiver with a serial port, not yet plugged in.
make_receiver() {
  modprobe dummy_hcd
  modprobe libcomposite
  modprobe usb_f_acm
  modprobe cdc_acm
  [ -d /sys/kernel/config/usb_gadget ] || mount -t configfs none /sys/kernel/config
  mkdir -p "$gadget/strings/0x409" "$gadget/configs/c.1" "$gadget/functions/acm.usb0"
  echo 0x1546 >"$gadget/idVendor"
  echo 0x01a9 >"$gadget/idProduct"
  echo "u-blox AG - www.u-blox.com" >"$gadget/strings/0x409/manufacturer"
  echo "u-blox GNSS receiver" >"$gadget/strings/0x409/product"
  ln -s "$gadget/functions/acm.usb0" "$gadget/configs/c.1/"
}

# Plugs it in somewhere on a degree of latitude.
plug() { # degrees
  /usr/bin/python3 "$lab/receiver.py" /dev/ttyGS0 "$1" &
  receiver=$!
  ls /sys/class/udc >"$gadget/UDC"
}

unplug() {
  echo "" >"$gadget/UDC"
  kill "$receiver"
  wait "$receiver" 2>/dev/null || true
}
