extension NMEACatalogue {
  /// Garmin `PGRM`, in the notation of `NMEARegistry.add(row:)`.
  static var garmin: StaticString {
    """
    PGRMB freq:D bps:I snr:I quality:I dist:D status:I fixsrc mode
    PGRMC fix alt:D dtm smAxis:D iffac:D xecc:D yecc:D zecc:D diff baudRate:I vfilt:I reserved1 \
    reserved2 drtime:I
    PGRMC1 nmeatim:I bphase:I autopos:I dgpsfr:D dgpsbr:I dgpssc:I nmeaver:I dgpsmod pwrsave \
    attran:I autopwr:I extpwr:I
    PGRME HPE:D HPEUnit VPE:D VPEUnit EPE:D EPEUnit
    PGRMF week:I secs:I date:A time:T leapsec:I lat:Y NS lon:X EW mode fix:I spd:D course:I \
    PDOP:D TDOP:D
    PGRMH status vspd:D verr:D spdtgt:D spdwpt:D height:D trk:D course:D
    PGRMI lat:Y NS lon:X EW date:A time:T rcvr_cmd
    PGRMM dtm
    PGRMO msgId tgtmode:I
    PGRMT ver ROMtest rcvrtest stortest rtctest osctest datatest temp:D cfgdata
    PGRMV velE:D velN:D velZ:D
    PGRMW wptId alt:D symnum comment
    PGRMZ alt:D altUnit fix:I
    """
  }
}
