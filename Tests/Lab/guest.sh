#!/bin/bash
# Runs in the guest, as root: the job, then the power goes off.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin SYSTEMD_PAGER=cat
. /run/lab/package/Tests/Lab/library.sh
job=$1
trap 'busybox poweroff -f' EXIT
mkdir -p /run/udev /run/dbus
# Each job is a list of commands of which none may fail.
if (set -e; . "$lab/jobs/$job.sh"); then say "passed"; else say "FAILED"; fi
