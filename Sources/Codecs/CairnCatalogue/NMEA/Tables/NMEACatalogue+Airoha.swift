extension NMEACatalogue {
  /// Airoha and Quectel `PAIR` commands and answers, in the notation of `NMEARegistry.add(row:)`.
  static var airoha: StaticString {
    """
    PAIR001 commandid:I result:I
    PAIR002
    PAIR003
    PAIR004
    PAIR005
    PAIR006
    PAIR007
    PAIR010 type:I subsystem:I wno:I tow:I
    PAIR050 time:I
    PAIR051 time:I
    PAIR058 minsnr:I
    PAIR059 minsnr:I
    PAIR062 type:I rate:I
    PAIR063 type:I rate:I
    PAIR066 gpsEnabled:I glonassEnabled:I galileoEnabled:I bdsEnabled:I qzssEnabled:I \
    navicEnabled:I
    PAIR067 gpsEnabled:I glonassEnabled:I galileoEnabled:I bdsEnabled:I qzssEnabled:I \
    navicEnabled:I
    PAIR070 speedThreshold:I
    PAIR071 speedThreshold:D
    PAIR072 degree:I
    PAIR073 degree:I
    PAIR074 enabled:I
    PAIR075 enabled:I
    PAIR080 navMode:I
    PAIR081 navMode:I
    PAIR086 status:I
    PAIR087 status:I
    PAIR100 nmeaMode:I reserved:I
    PAIR101 nmeaMode:I reserved:I
    PAIR104 dualBandEnabled:I
    PAIR105 dualBandEnabled:I
    PAIR382 enabled:I
    PAIR391 cmdType:I
    PAIR400 mode:I
    PAIR401 mode:I
    PAIR410 enabled:I
    PAIR411 enabled:I
    PAIR420 enabled:I
    PAIR421 enabled:I
    PAIR432 mode:I
    PAIR433 mode:I
    PAIR434 enabled:I
    PAIR435 enabled:I
    PAIR436 enabled:I
    PAIR437 enabled:I
    PAIR490 enabled:I
    PAIR491 enabled:I
    PAIR511
    PAIR512
    PAIR513
    PAIR6010 type:I rate:I
    PAIR6011 type:I rate:I
    PAIR650 second:I
    PAIR752 ppsType:I
    PAIR864 portType:I portIndex:I baudrate:I
    PAIR865 baudrate:I
    PAIR866 portType:I portIndex:I flowControl:I
    PAIR867 flowControl:I
    PAIRSPF status:I
    PAIRSPF5 status:I
    """
  }
}
