extension NMEACatalogue {
  /// STMicroelectronics Teseo `PSTM`, in the notation of `NMEARegistry.add(row:)`.
  static var st: StaticString {
    """
    PSTMCOLD
    PSTMCPU cpuusage:D pllonoff:I cpuspeed
    PSTMDR1 mpitch:D mroll:D myaw:D gsz:D gbx:D gby:D gbz:D abx:D aby:D abz:D odometerscale:D \
    res1baro:D res2baro:D
    PSTMDR2 imucal ascal motionstatus:I errcode:I sysready:I crosstrackerror:D alongtrackerror:D \
    sysaligned:I vrows:D vrost:I
    PSTMDRBSD timestamp:D cputime:I gyroxbiassd:D gyroybiassd:D gyrozbiassd:D accxbiassd:D \
    accybiassd:D acczbiassd:D
    PSTMDRCAL driscalib:I odoiscalib:I gyrosensitivityiscalib:I gyrobiasiscalib:I imuflag \
    gyrointegrityflag:I accintegrity:I calstate
    PSTMDRCONFID latstddev:D lonstddev:D headingstddev:D reserved1 gyrobiasstddev:D \
    odoscalestddev:D reserved2 accoffsetstddev:D heightstddev:D majorsemiaxis:D minorsemiaxis:D \
    ellipseangle:D speedstddev:D
    PSTMDRDEBUG laterror:D lonerror:D headingerror:D speederror:D heighterror:D vverror:D
    PSTMDREPE ehpe:D reserved1
    PSTMDRGPS lat:D lon:D vn:D ve:D pdop:D hdop:D vdop:D rmsposresidual:D rmsvelresidual:D vup:D \
    height:D
    PSTMDRMMFB timestamp:D latval:I lonval:I heightval:I headingval:I lat:D lon:D height:D \
    heading:D laterr:D lonerr:D heighterr:D headingerr:D
    PSTMDRMMFBKF cputime:D elapsedtime:D utcdeltaseconds:D utcdeltams:D posaccepted:D reserved1 \
    reserved2 measurementnoiselat:D posmeasurementnoiselon:D reserved3 reserved4 \
    headingaccepted:D reserved5 headingmeasurementnoise:D reserved6
    PSTMDRPVA timestamp:D cputime:I latitude:D longitude:D height:D vnorth:D veast:D vup:D \
    pitch:D roll:D heading:D
    PSTMDRPVASD timestamp:D cputime:I latitudesd:D longitudesd:D heightsd:D vnorthsd:D veastsd:D \
    vupsd:D pitchsd:D rollsd:D headingsd:D pnesd:D pnusd:D peusd:D vnesd:D vnusd:D veusd:D
    PSTMDRSENMSG,24 msgtype:I timestamp:I temperature:D validity:I
    PSTMDRSENMSG,3 msgtype:I timestamp:I odometer:D reverse:I
    PSTMDRSENMSG,30 msgtype:I timestamp:I xacc:D yacc:D zacc:D
    PSTMDRSENMSG,31 msgtype:I timestamp:I xgyro:D ygyro:D zgyro:D
    PSTMDRSINT gyrosamplecount:I accsamplecount:I pressamplecount:I odometercount:I \
    gyrointtime:D accinttime:D pressureinttime:D gyroxavg:D gyroyavg:D gyrozavg:D accxavg:D \
    accyavg:D acczavg:D presavg:D
    PSTMDRSTYPE sensortype:I
    PSTMDRSVF timestamp:D cputime:I xacceleration:D yacceleration:D zacceleration:D \
    xangularrate:D yangularrate:D zangularrate:D
    PSTMDRUPD *[ data ]
    PSTMEPHEM satID:I ephdatalen:I ephdata
    PSTMHOT
    PSTMIMUSELFTESTCMD imucat:I
    PSTMINITGPS lat:Y NS lon:X EW alt:D day:I month:I year:I hour:I minute:I second:I
    PSTMINITGPSERROR
    PSTMINITGPSOK
    PSTMINITTIME day:I month:I year:I hour:I minute:I second:I
    PSTMINITTIMEERROR
    PSTMINITTIMEOK
    PSTMPPSDATA onoff:I ppsvalid:I syncvalid:I outmode:I reftime:I refconst:I pulseduration:D \
    pulsedelay:D gpsdelay:D reserved1 bdsdelay:D galileodelay:D invertedpolarity:I fixcond:I \
    satth:D elevmask:D constmask:I refsec:D fixstatus:D usedsats:D gpsutcdeltas:D \
    gpsutcdeltans:D reserved2 galileoutcdeltans:D quantizationerror:D ppsclockfreq:D \
    tcxoclockfreq:D bdsutcdeltatimes:D
    PSTMRESTOREPAR
    PSTMSAVEPAR
    PSTMSBAS status:I sattrk:I satid:I elev:D azim:D satcn0:D
    PSTMSETPAR parm1:I parm2:I parm3:I parm4:I parm5
    PSTMSETPAROK msgId status1 status2 status3
    PSTMSRR
    PSTMTEMP temperature:D rawtemperature:D calibration:I
    PSTMTG wno:I tow:D reserved1 cputime:D timevalid:I nco:D configstatus constmask:I \
    timebestsattype:I timemastersattype:I timemasterwn:I timemastertow:D timemastervalidity:D \
    tgauxflags:I clockbias:D mfreqconfigmask:D leapsec:I ppsedge:D mtbms:D mtbtimestamp:D
    PSTMTS dspdat:I satid:I psr:D freq:D cp:D dspflags:I satcn0:D ttim:D codenoise:D \
    phasenoise:D cycleslipcnt:D reserved1 elev:D
    PSTMVER version
    PSTMWARM
    """
  }
}
