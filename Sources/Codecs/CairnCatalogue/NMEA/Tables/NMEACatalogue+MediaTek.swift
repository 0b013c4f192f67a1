extension NMEACatalogue {
  /// MediaTek `PMTK`, in the notation of `NMEARegistry.add(row:)`.
  static var mediaTek: StaticString {
    """
    PMTK001 cmd:I flag:I
    PMTK010 msg:I
    PMTK011 text
    PMTK161 type:I
    PMTK220 interval:I
    PMTK225 type:I runTime:I sleepTime:I secondRunTime:I secondSleepTime:I
    PMTK251 baudRate:I
    PMTK285 type:I pulseWidth:I
    PMTK286 enabled:I
    PMTK300 interval:I reserved1:I reserved2:I reserved3:I reserved4:I
    PMTK301 mode:I
    PMTK313 enabled:I
    PMTK314 gll:I rmc:I vtg:I gga:I gsa:I gsv:I grs:I gst:I reserved1:I reserved2:I reserved3:I \
    reserved4:I reserved5:I malm:I meph:I mdgp:I mdbg:I zda:I mchn:I
    PMTK353 gps:I glonass:I galileo:I galileoFull:I beidou:I
    PMTK386 speedThreshold:D
    PMTK514 gll:I rmc:I vtg:I gga:I gsa:I gsv:I grs:I gst:I reserved1:I reserved2:I reserved3:I \
    reserved4:I reserved5:I malm:I meph:I mdgp:I mdbg:I zda:I mchn:I
    PMTK705 release buildId productModel sdkVersion
    PMTK869 cmdType:I enabled:I
    PMTK886 navMode:I
    """
  }
}
