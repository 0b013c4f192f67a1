extension NMEACatalogue {
  /// Quectel `PQTM` and `PQ`, in the notation of `NMEARegistry.add(row:)`.
  static var quectel: StaticString {
    """
    PQTM,ERROR?2 status errcode:I
    PQTM,OK?1 status
    PQTMAIDINI postype:I pos1:D pos2:D pos3:D posacc:D timetype:I leapsec:I year:I month:I day:I \
    hour:I minute:I second:I millisecond:I tacc_s:I reserved
    PQTMAIDPOS postype:I pos1:D pos2:D pos3:D posacc:D
    PQTMAIDTIME timetype:I leapsec:I year:I month:I day:I hour:I minute:I second:I millisecond:I \
    tacc_s:I reserved
    PQTMANTENNASTATUS msgver:I antennastatus:I antennapowerind:I
    PQTMBKP second:I
    PQTMCFGAIC status state:I
    PQTMCFGANTDELTA status east:D north:D height:D
    PQTMCFGANTENNA status power:I reserved:I
    PQTMCFGANTINF status antennadesc antennasetupid:I antennasn
    PQTMCFGBLD status distance:D
    PQTMCFGCNRTHD status cnr:D
    PQTMCFGCNST status gps:I glonass:I galileo:I beidou:I qzss:I navic:I
    PQTMCFGDR status drstate:I
    PQTMCFGDRHOT status mode:I
    PQTMCFGDRRTD status time:I distance:I
    PQTMCFGEINSMSG type:I ins_enabled:I imu_enabled:I gps_enabled:I rate:I
    PQTMCFGELETHD status elevation:D
    PQTMCFGEVENT status index:I mode:I edge:I guard:I
    PQTMCFGFIXRATE status fixinterval:I
    PQTMCFGGEOFENCE status geofenceindex:I geofencemode:I reserved:I shape:I lat0:D lon0:D \
    radiuslat1:D
    PQTMCFGGEOFENCE?13 status geofenceindex:I geofencemode:I reserved:I shape:I lat0:D lon0:D \
    radiuslat1:D lon1:D lat2:D lon2:D lat3:D lon3:D
    PQTMCFGGEOFENCE?3 status geofenceindex:I geofencemode:I
    PQTMCFGGEOSEP status mode:I geosep:D
    PQTMCFGIMUINT status index:I mode:I reserved:I actLevel:I
    PQTMCFGIMUTC status imustatus:I
    PQTMCFGLA status type:I laX:D laY:D laZ:D
    PQTMCFGLAM status mode:I
    PQTMCFGMSGRATE status msgname rate:I msgver:I
    PQTMCFGMSGRATE?3 status msgname rate:I
    PQTMCFGMSGRATE?5 status porttype:I portid:I msgname rate:I
    PQTMCFGMSGRATE?6 status porttype:I portid:I msgname rate:I msgver:I
    PQTMCFGNAVMODE status mode:I
    PQTMCFGNMEADP status utcdp:I posdp:I altdp:I dopdp:I spddp:I cogdp:I
    PQTMCFGNMEATID status mainTalker gsvTalker
    PQTMCFGODO status state:I initdist:D
    PQTMCFGPINALT status pinnum:I mode:I
    PQTMCFGPPP status mode datum:I timeout:I horstd:D verstd:D
    PQTMCFGPPS status ppsindex:I enable:I duration:I ppsmode:I polarity:I reserved:I
    PQTMCFGPPS2 status index:I enable:I duration:I mode:I reserved1:I period:I userdelay:I \
    reserved2:I reserved3:I reserved4:I reserved5:I
    PQTMCFGPPS?3 status ppsindex:I enable:I
    PQTMCFGPROT status porttype:I portid:I inputprot outputprot
    PQTMCFGRCVRMODE status rcvrmode:I
    PQTMCFGRSID status rsid:I
    PQTMCFGRTCM status msmtype:I msmmode:I msmelevthd:D reserved1 reserved2 ephmode:I \
    ephinterval:I
    PQTMCFGRTK status diffmode:I relmode:I
    PQTMCFGRTKRL status reliability:I reserved1:I reserved2:I reserved3:I
    PQTMCFGRTKSRCTYPE status srctype:I
    PQTMCFGSAT status systemid:I signalid masklow maskhigh
    PQTMCFGSAT?4 status systemid:I signalid masklow
    PQTMCFGSBAS status value
    PQTMCFGSIGGRP status siggrpnum:I
    PQTMCFGSIGNAL status gpssig glonasssig galileosig beidousig qzsssig navicsig
    PQTMCFGSIGNAL2 status gpssig glonasssig galileosig beidousig qzsssig navicsig
    PQTMCFGSTANDALONE status mode:I time:I timeout:I lat:D lon:D alt:D
    PQTMCFGSTATICHOLD status shstate:I
    PQTMCFGSVIN status svinmode:I cfgcnt:I acclimit:D ecefx:D ecefy:D ecefz:D
    PQTMCFGUART status portid:I baudrate:I databit:I parity:I stopbit:I flowctrl:I
    PQTMCFGUART?2 status baudrate:I
    PQTMCFGUART?3 status portid:I baudrate:I
    PQTMCFGUART?6 status baudrate:I databit:I parity:I stopbit:I flowctrl:I
    PQTMCFGVEHMOT status mode:I vehtype:I
    PQTMCFGWN status weekno:I
    PQTMCLRMSG porttype:I portid:I
    PQTMCOLD
    PQTMDEBUGOFF status
    PQTMDEBUGON status
    PQTMDOP msgver:I tow:I gdop:D pdop:D tdop:D vdop:D hdop:D ndop:D edop:D
    PQTMDRCAL msgver:I calstate:I navtype:I
    PQTMDRCLR status
    PQTMDRPVA msgver:I timestamp:I time:D solType:I lat:D lon:D alt:D sep:D velN:D velE:D velD:D \
    speed:D roll:D pitch:D heading:D
    PQTMDRSAVE status
    PQTMENV msgver:I tow:I wn:I date time basescore:I conflevel:D satvis:I satslo:I movedflag:I \
    movingflag:I posdiff slotype:I basesatnum:I pubsatnum:I reserved1:I reserved2:I reserved3:I \
    reserved4:I reserved5:I
    PQTMEOE msgver:I utc:D Date:I WN:I TOW:I
    PQTMEPE msgver:I epenorth:D epeeast:D epedown:D epe2d:D epe3d:D
    PQTMGEOFENCESTATUS msgver:I time:T 4[ staten:I ]
    PQTMGETUTC status year:I month:I day:I hour:I minute:I second:I millisecond:I reserved \
    leapsecond:I
    PQTMGNSSSTART status
    PQTMGNSSSTOP status
    PQTMGPS timestamp:I tow:I lat:D lon:D alt:D speed:D heading:D accuracy:D HDOP:D PDOP:D \
    numSv:I fixMode:I
    PQTMHOT
    PQTMIMU timestamp:I accX:D accY:D accZ:D angrateX:D angrateY:D angrateZ:D wheeltick:I \
    last_tick_timestamp:I
    PQTMIMUTYPE msgver:I imustatus:I
    PQTMINS timestamp:I soltype:I lat:D lon:D height:D velN:D velE:D velD:D roll:D pitch:D yaw:D
    PQTMJAMMINGSTATUS msgver:I jammingstatus:I
    PQTMLS msgver:I tow:I lsRef wno:I leapsecond:I flag:I lsfRef reserved wnlsf:I dn:I lsf:I
    PQTMLSTMSG status porttype:I portid:I msgname rate:I msgver/offset:I
    PQTMMCFGRTKSRCTYPE status srctype:I
    PQTMNAV msgver:I timestatus:I timeref:I utc:D date:I tow:I wn:I leapsec:I reserved1 \
    reserved2 soltype:I reserved3:I lat:D lon:D alt:D sep:D reserved4 reserved5 latstd:D \
    lonstd:D altstd:D reserved6 reserved7 diffid:D diffAge:D reserved8 siv:I sip:I reserved9 \
    reserved10 reserved11 reserved12 reserved13 reserved14 hvel:D vvel:D hvelstd:D vvelstd:D \
    reserved15 reserved16 cog:D reserved17 reserved18
    PQTMODO msgver:I time:T state:I dist:D
    PQTMPL msgver:I tow:I pul:D reserved1:I reserved2:I plposn:D plpose:D plposd:D plveln:D \
    plvele:D plveld:D reserved3:I reserved4:I pltime:I
    PQTMPPPNAV msgver:I timestatus:I timeref:I utc date tow:I wn:I leapsec:I datumid reserved1 \
    soltype:I reserved2 lat:D lon:D alt:D sep:D reserved3 reserved4 latstd:D lonstd:D altstd:D \
    reserved5 reserved6 diffid:I diffage:D reserved7 satview:I satused:I reserved8 reserved9 \
    reserved10 reserved11 reserved12 reserved13 hvel:D vvel:D hvelstd:D vvelstd:D reserved14 \
    reserved15 cog:D reserved16 reserved17
    PQTMPVT msgver:I tow:I date time:T reserved:I fixtype:I numsv:I leaps:I lat:D lon:D alt:D \
    sep:D veln:D vele:D veld:D spd:D hdg:D hdop:D pdop:D
    PQTMQVER status msgver:I description version buildDate buildTime
    PQTMRESETODO status
    PQTMRESTOREPAR status
    PQTMRTCMIS msgver:I recvutc porttype:I portid:I msgtype:I subtype:I refstaid:I flag msglen:I \
    msgnum:I satnum:I signum:I signum[ sigid:I sigsatnum:I ]
    PQTMSAVEPAR status
    PQTMSENMSG msgver:I timestamp:I *[ sensor_info:D ]
    PQTMSN status snid:I length:I serialno
    PQTMSN,# snid:I length:I status serialno
    PQTMSRR
    PQTMSTD reserved utc:T wno:I tow:I stdLat stdLon stdAlt stdSep stdVelN stdVelE stdVelD \
    stdSpd stdRoll stdPitch stdHeading
    PQTMSVINSTATUS msgver:I tow:I valid:I reserved0:I reserved1:I obs:I cfgdur:I meanx:D meany:D \
    meanz:D meanacc:D
    PQTMTAR msgver:I time:D quality:D res:D length:D pitch:D roll:D heading:D accpitch:D \
    accroll:D accheading:D usedsv:I
    PQTMTXT msgver:I totalsennum:I sennum:I textid:I text
    PQTMUNIQID status length:I ID
    PQTMVEHATT msgver:I timestamp:I roll:D pitch:D heading:D acc_Roll:D acc_Pitch:D \
    acc_Heading:D
    PQTMVEHMOT msgver:I *[ vehicle_info:D ]
    PQTMVEHMSG msgver:I timestamp:I *[ vehicle_info:D ]
    PQTMVEL msgver:I time:T veln:D vele:D veld:D gndspd:D spd:D hdg:D gndspdacc:D spdacc:D \
    hdgacc:D
    PQTMVER msgver:I vername verstr builddate buildtime
    PQTMVERNO verstr builddate buildtime
    PQTMWARM
    """
  }
}
