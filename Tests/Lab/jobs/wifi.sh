# shellcheck shell=bash
# A device without rights finds its position from the scans that iwd makes or wpa_supplicant starts for it; root starts its own.
# packages: hostapd iwd dbus wpasupplicant
#
# Real: cfg80211 and nl80211, hostapd, iwd, wpa_supplicant, D-Bus, cairn. Simulated: the radios (mac80211_hwsim).
install_cairn
modprobe mac80211_hwsim radios=4
say "booted, $(uname -r), after $(now) s"

# Three access points; the addresses of the module's own are locally administered, as those of phones are, so that
# they may not be used. The third has opted out.
for number in 1 2 3; do
  ip link set "wlan$number" down
  ip link set "wlan$number" address "04:00:00:00:00:0$number"
  name=AP$number
  if [ "$number" = 3 ]; then name+=_nomap; fi
  printf 'interface=wlan%s\ndriver=nl80211\nssid=%s\nhw_mode=g\nchannel=%s\n' \
    "$number" "$name" $((number * 5 - 4)) >"/tmp/hostapd$number.conf"
  hostapd -B "/tmp/hostapd$number.conf" >"/tmp/hostapd$number.log" 2>&1 || fail "$(tail -n 1 "/tmp/hostapd$number.log")"
done
cat >/tmp/places.csv <<'END'
bssid,lat,lon,accuracy
04:00:00:00:00:01,47.0001,8.0001,15
04:00:00:00:00:02,47.0003,8.0001,15
04:00:00:00:00:03,46.0000,8.0000,15
END
cairn radio import /tmp/places.csv --into /tmp/region.pack >/tmp/import
say "$(cat /tmp/import)"

mkdir -p /run/dbus
# Nobody but this job starts an iwd: one that D-Bus starts takes the interfaces of the access points too.
rm -f /usr/share/dbus-1/system-services/net.connman.iwd.service
dbus-daemon --system --fork
iwd=$(command -v iwd || echo /usr/libexec/iwd)
"$iwd" -i wlan0 >/tmp/iwd.log 2>&1 &
iwd=$!
wait_for 60 "iwd: $(tail -n 1 /tmp/iwd.log)" iwctl station wlan0 show

watch=(cairn monitor --board wifi-device --profiles /run/lab/package/hw-profiles --accuracy 1km --pack /tmp/region.pack --json)
monitor=("${stranger[@]}" "${watch[@]}")
"${monitor[@]}" >/tmp/fixes.jsonl 2>/tmp/complaints &
process=$!
wait_for 120 "the program" grep -q '"event":"plan"' /tmp/fixes.jsonl
started=$(now)
iwctl station wlan0 scan
wait_for 120 "a position from iwd's scan: $(tail -n 3 /tmp/complaints)" grep -q '"latitude":47.000' /tmp/fixes.jsonl
say "a position $(since "$started") s after iwd began to scan, as uid $(awk '/^Uid/ { print $2 }' "/proc/$process/status")"
if grep -q '"latitude":46' /tmp/fixes.jsonl; then fail "an access point that has opted out was looked up"; fi
kill -TERM "$process"
wait "$process" || fail "cairn ended in status $?"

# The kernel lets an ordinary user start no scan, but wpa_supplicant does for those in its socket's group.
kill "$iwd"
wait "$iwd" 2>/dev/null || true
ip link set wlan0 up
# The kernel tells what iwd has heard for 30 s, which would do for a kilometre.
sleep 35
group=4242
echo "ctrl_interface=DIR=/run/wpa_supplicant GROUP=$group" >/tmp/wpa.conf
wpa_supplicant -dd -i wlan0 -D nl80211 -c /tmp/wpa.conf >/tmp/wpa.log 2>&1 &
supplicant=$!
wait_for 60 "wpa_supplicant: $(tail -n 1 /tmp/wpa.log)" test -S /run/wpa_supplicant/wlan0
started=$(now)
setpriv --reuid 65534 --regid 65534 --groups "$group" "${watch[@]}" >/tmp/asked.jsonl 2>/tmp/complaints &
process=$!
wait_for 120 "a scan that is asked for: $(tail -n 3 /tmp/complaints)" grep -q 'SCAN TYPE=ONLY' /tmp/wpa.log
wait_for 120 "a position from it: $(tail -n 3 /tmp/complaints)" grep -q '"latitude":47.000' /tmp/asked.jsonl
say "a position after $(since "$started") s, from a scan of wpa_supplicant, as uid $(awk '/^Uid/ { print $2 }' "/proc/$process/status")"
kill -TERM "$process"
wait "$process" || fail "cairn ended in status $?"
kill "$supplicant"
wait "$supplicant" 2>/dev/null || true

# Without anybody else, a program that may start scans does.
ip link set wlan0 up
sleep 1
started=$(now)
"${watch[@]}" >/tmp/own.jsonl 2>/tmp/complaints &
process=$!
wait_for 200 "a position from a scan of its own: $(tail -n 3 /tmp/complaints)" grep -q '"latitude":47.000' /tmp/own.jsonl
say "as root a position after $(since "$started") s, from a scan of its own"
kill -TERM "$process"
wait "$process" || fail "cairn ended in status $?"

# A person switches Wi-Fi off and on. The mode is that of systemd's rules.
chmod 664 /dev/rfkill
"${monitor[@]}" >/tmp/switched.jsonl 2>/tmp/complaints &
process=$!
wait_for 120 "the program" grep -q '"event":"plan"' /tmp/switched.jsonl
switch_all() { # 1 off, 0 on: to all radios of Wi-Fi
  printf "\\0\\0\\0\\0\\1\\3\\$1\\0" >/dev/rfkill
}
switch_all 1
wait_for 60 "word that Wi-Fi is off: $(tail -n 3 /tmp/complaints)" grep -q 'rfkill unblock wifi' /tmp/switched.jsonl /tmp/complaints
switch_all 0
say "as an ordinary user it says that Wi-Fi is switched off"
kill -TERM "$process"
wait "$process" || true
