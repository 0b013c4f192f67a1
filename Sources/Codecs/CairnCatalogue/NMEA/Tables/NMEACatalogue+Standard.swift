extension NMEACatalogue {
  /// NMEA 0183 and vendors' sentences with a talker, in the notation of `NMEARegistry.add(row:)`.
  static var standard: StaticString {
    """
    AAM arrce perp crad:D cUnit wpt
    ABK mmsi aischan itumsg msgSeq:I ackType:I
    ABM numSen:I senNum:I mmsi aischan ituMsg data fillbits:I
    ACA seqNum:I latne:Y latneNS lonne:X lonneEW latsw:Y latswNS lonswq:X lonswEW tranZoneSize \
    chanA chanAbw chanB chanBbw txrxMode:I pwrLevelCtl:I infoSource inuse:I inuseTime:T
    ACK alarmid
    ACN time:T mfrcode alertid alertnum:I alertcmd status
    ACS seqNum:I mmsi utc:T day:I month:I year:I
    AIR mmsi1 mmsi1msg1 mmsi1msg1sub mmsi1msg2 mmsi1msg2sub mmsi2 mmsi2msg1 mmsi2msg1sub channel \
    mid11 mid12 mid21
    AKD acktime:T srcsystem srcsubsysytem srcinstance alarmtype acksystem acksubsystem \
    ackinstance
    ALA evttime:T srcsystem srcsubsysytem srcinstance alarmtype alarmcond alarmackstate \
    alarmtext
    ALC numSen:I senNum:I seqmid:I numAlerts:I numAlerts[ mfrcode alertid alertinst revisionctr \
    ]
    ALF numSen:I senNum:I seqmid:I timelastchange:T alertcat alertpriority alertstate mfrcode \
    alertid alertinst revisionctr escalationctr alerttxt
    ALM numMsg:I msgNum:I svid:I week:I health ecc toa incl raRate sqrtA argPeri lonAsc meanAnom \
    af0 af1
    ALR timealarmchange:T alarmnum alarmcond alarmstate alarmtext
    APA LCgwarn LCcwarn ctrkerr:D dirs ctrkUnit aalmcirc aalmperp bearP2D:D bearP2Du wpt
    APB LCgwarn LCcwarn ctrkerr:D dirs ctrkUnit aalmcirc aalmperp bearO2D:D bearO2Du wpt bearD:D \
    bearDu bearS:D bearSu mode
    ARC time:T mfrcode alertid alertinst:I alertcmd
    BBM numSen:I senNum:I seqmid:I aischan itumsg data fillbits:I
    BEC utc:T wptlat:Y wptNS wptlon:X wptEW bearT:D bearTu bearM:D bearMu dist:D distu wpt
    BOD bearT:D bearTu bearM:D bearMu wptD wptO
    BWC fixutc:T lat:Y NS lon:X EW bearT:D bearTu bearM:D bearMu dist:D distUnit wpt mode
    BWR fixutc:T lat:Y NS lon:X EW bearT:D bearTu bearM:D bearMu dist:D distUnit wpt mode
    BWW bearT:D bearTu bearM:D bearMu wptto wptfrom
    CUR valid datasetnum:I layernum:I depth:D direction:D dirTR speed:D refdepth:D heading:D \
    headingTM speedref
    DBT depthf:D depthfu depthm:D depthmu depthfath:D depthfathu
    DDC preset brightness:I palette status
    DHV time:T speed3d:D velX:D velY:D velZ:D speedGround:D
    DOR msgtype time:T doormontype div1ind div2ind doorcount:I doorstatus watertightdoorsetting \
    msgtext
    DPT depth:D offset:D rangescale:D
    DSC format address category distresstype commtype channel timetelno mmsi distressnature \
    acknowledgement expansionind
    DSE numSen:I senNum:I queryflag mmsi *[ code data ]
    EPV status equipmenttype equipmentid propertyid value
    ETL time:T msgtype engtelposind engsubtelposind operatinglocind enginenum
    EVE time:T tagcode eventtext
    FIR msgtype time:T fdstype div1ind div2ind fdsnum condition alarmackstate text
    FMI time:T lat:D lon:D alt:D roll:D pitch:D yaw:D hrms:D numSV:I diffAge:I navmod:I status
    FSI txfreq rxfreq opmode power:I status
    GEN index time:T *[ data ]
    GFA time:T hprotlvl:D vprotlvl:D semimajstddev:D semiminstddev:D semimajorientation:D \
    altstddev:D accuracy:D integrity
    GGAH time:T lat:Y NS lon:X EW quality:I numSV:I HDOP:D alt:D altUnit sep:D sepUnit diffAge:D \
    diffStation:I
    GLLH lat:Y NS lon:X EW time:T status posMode
    GMP utctime:T mapProjection mapZone gridN:D gridE:D modeInd sip:I HDOP:D alt:D geoidSep:D \
    corrAge:D baseId
    GNSH time:T lat:Y NS lon:X EW posMode numSV:I HDOP:D alt:D sep:D diffAge:D diffStation:I \
    navStatus
    GRSH time:T mode:I 12[ residual:D ] systemId signalId
    GSAH opMode navMode:I 12[ svid:I ] PDOP:D HDOP:D VDOP:D systemId
    GSTH time:T rangeRms:D stdMajor:D stdMinor:D orient:D stdLat:D stdLong:D stdAlt:D
    GSVH numMsg:I msgNum:I numSV:I *[ svid:I elv:I az:I cno:I ] signalID
    HBT repeatint:D status seqid:I
    HCR headingt:D mode corrstate corrvalue:D
    HMR sensor1id sensor2id setdiff:D actualdiff:D warning sensor1hdg:D sensor1status sensor1u \
    sensor1dev:D sensor1EW sensor2hdg:D sensor2status sensor2u sensor2dev:D sensor2EW \
    variation:D variationEW
    HMS sensor1id sensor2id setdiff:D
    HPD wno:I tow:D heading:D pitch:D cog:D lat:D lon:D alt:D velE:D velN:D velU:D veldeltaE:D \
    veldeltaN:D veldeltaU:D baseline:D sivmain:I sivsecond:I
    HPR time:T heading:D pitch:D roll:D quality:I svid:I diffAge:D stationID
    HPR2 time:T heading:D pitch:D roll:D quality:I svid:I diffAge:D stationID
    HRM heel:D rollperiod:D rollamplitudeport:D rollamplitduestbd:D status rollpeakport:D \
    rollpeakstbd:D peakholdresettime:T peakholdresetdat:I peakholdresetmonth:I
    HSC cmdheadingT:D cmdheadingTu cmdheadingM:D cmdheadingMu status
    HSS measpointid value:D status
    HTC override cmdrudderang:D cmdrudderdir steermode turnmode cmdrudderlimit:D \
    cmdoffheadinglimit:D cmdturnradius:D cmdturnrate:D cmdheading:D cmdofftracklimit:D \
    cmdtrack:D headingref status
    HTD override cmdrudderang:D cmdrudderdir steermode turnmode cmdrudderlimit:D \
    cmdoffheadinglimit:D cmdturnradius:D cmdturnrate:D cmdheading:D cmdofftracklimit:D \
    cmdtrack:D headingref rudderstatus offheadingstatus offtrackstatus vesselheading:D
    LLQ utctime:T utcdate:A easting:D eunit northing:D nunit gpsQual:I sip:I posQual:D height:D \
    hunit
    LR1 seqNum:I mmsiresponder mmsirequester shipname callsign imonum
    LR2 seqNum:I mmsiresponder date:L time:T lat:Y NS lon:X EW cog:D cogT sog:D sogu
    LR3 seqNum:I mmsiresponder destination etadate:A etatime:T draught:D cargo:D length:D \
    breadth:D type:D persons:D
    LRF seqNum:I mmsirequestor namerequestor function replystatus
    LRI seqNum:I controlflag mmsirequestor mmsidestination latne:Y NSne lonne:X EWne latsw:Y \
    NSsw lonsw:X EWsw
    MOB emitterid mobstatus timeactivation:T mobpossource dayactivated:I timeposition:T lat:Y NS \
    lon:X EW cog:D sog:D mmsi batterystatus
    MSK freq:D fmode beacbps:I bpsmode MMSfreq:D channel status
    MSS strength:I snr:I freq:D beacbps:I channel
    MTW temp:D tempu
    MWD dirT:D dirTu dirM:D dirMu speedN:D speedNu speedM:D speedMu
    MWV angle:D reference speed:D speedu status
    NAK talkerid formatter identifier reason text
    NRM function freqtable txcovermask msgtypemask status
    NRX numSen:I senNum:I seqid:I msgcode freqtable time:T day:I month:I year:I totalchar:D \
    totalbad:D status body
    NSR hdgintegrity hdgplausibility posintegrity posplausibility stwintegrity stwplausibility \
    sogcogintegrity sogcogplausibility depthintegrity depthplausibility stwmode timeintegrity \
    timeplausibility
    OSD hdg:D hdgstate course:D courseref speed:D speedref set:D drift:D speedu
    POS equipmentid equipmentnum:I posvalidity posx:D posy:D posz:D shipdimvalid width:D \
    length:D status
    PRC leverdmdpos:D leverdmdstatus rpmdemand:D rpmdemandstatus pitchdmd:D pitchmode \
    operatinglocind engineshaftnum:I
    QSM svid message
    RLM beacon time:T code body
    RMA status lat:Y NS lon:X EW reserved1 reserved2 sog:D cog:D var:D dirvar
    RMB status ctrkerr:D dirs wptO wptD lat:Y NS lon:X EW range:D bearing:D velclos:D arrstatus \
    valstatus
    RMCH time:T status lat:Y NS lon:X EW spd:D cog:D date:A mv:D mvEW posMode navStatus
    ROR stbdrudderorder:D stbdrudderstatus portrudderorder:D portrudderstatus operatinglocind
    ROT2 rot:D valid
    RPM source engineshaftnum:I rpm:D pitch:D status
    RRT tfrtype tfrroutename tfrroutever wptid filestatus appstatus
    RSA stbdangle:D stbdstatus portangle:D portstatus
    RSD origin1range:D origin1bearing:D vrm1:D ebl1:D origin2range:D origin2bearing:D vrm2:D \
    ebl2:D cursorrange:D rangebearing:D rangescale:D rangeu displayrot
    RTE numMsg:I msgNum:I status routeid *[ wpt ]
    SFI numSen:I senNum:I 6[ freq:I mode ]
    SM1 MSIstatus msgnum:I LESseqnum:I LESid:I oceanregioncode:I prioritycode:I servicecode:I \
    presentationcode:I year:I month:I day:I hour:I minute:I addresscode:I
    SM2 MSIstatus msgnum:I LESseqnum:I LESid:I oceanregioncode:I prioritycode:I servicecode:I \
    presentationcode:I year:I month:I day:I hour:I minute:I coastalwarnnavarea:I coastalwarnarea \
    coastalwarnsubjectind
    SM3 MSIstatus msgnum:I LESseqnum:I LESid:I oceanregioncode:I prioritycode:I servicecode:I \
    presentationcode:I year:I month:I day:I hour:I minute:I circarealat:Y circareaNS \
    circarealon:X circareaEW circarearadius:I
    SM4 MSIstatus msgnum:I LESseqnum:I LESid:I oceanregioncode:I prioritycode:I servicecode:I \
    presentationcode:I year:I month:I day:I hour:I minute:I redareaswlat:Y recareaswNS \
    redareaswlon:X recareaswEW recareaextentN:I recareaextentE:I
    SMB numSen:I senNum:I seqid:I msgnum:I body
    SPW pwdprotectsentence id pwdlevel:I password
    SSD callsign name posAref:I posBref:I posCref:I posDref:I DTEind sourceid
    STN talkerId
    THS2 headt:D mi
    TLB *[ targetnum:I label ]
    TLL targetnum:I targetlat:Y targetlatNS targetlon:X targetlonEW targetname time:T status \
    reftarget
    TRA time:T heading:D pitch:D roll:D quality:I svid:I diffAge:D stationID
    TRA2 time:T heading:D pitch:D roll:D quality:I svid:I diffAge:D stationID
    TRC thrusternum:I dmdrpm:D rpmmode dmdpitch:D pitchmode dmdazimuth:D operatinglocind status
    TRD thrusternum:I rpmresponse:I rpmmode pitchresponse:I pitchmode azimuthresponse:I
    TRF time:T date:A lat:Y NS lon:X EW elangle:D iter:D Dopint:D dist:D svid:I
    TRL totlognum:I lognum:I seqid:I switchoffdate switchofftime:T switchondate switchontime:T \
    reasoncode:I
    TTD numSen:I senNum:I seqid:I data fillbits:I
    TTM targetnum:I targetdist:D targetbearing:D targetbearingu targetspeed:D targetcourse:D \
    targetcourseu closestapproach:D timetoCPA:D speedu targetname targetstatus reftarget time:T \
    acquisitiontype
    TUT sourceid numSen senNum seqid:I translationcode text
    UID uid1 uid2
    VBW longwaterspd:D transwaterspd:D waterspdstatus longgroundspd:D transgroundspd:D \
    groundspdstatus sterntranswaterspd:D sternwaterspdstatus sterntransgroundspd:D \
    sterngroundspdstatus
    VDM numSen:I senNum:I seqid:I aischan itumsg fillbits:I
    VDO numSen:I senNum:I seqid:I aischan itumsg fillbits:I
    VDR dirT:D dirTu dirM:D dirMu spd:D spdu
    VER numSen:I senNum:I devicetype vendorid uid mfrserial model software hardware seqid:I
    VPW spdN:D spdNu spdK:D spdKu
    VSD type draught:D pob:I destination etatime:T etaday:I etamonth:I regappflags1:I \
    regappflags2:I
    VTGH cogt:D cogtUnit cogm:D cogmUnit sogn:D sognUnit sogk:D sogkUnit posMode
    WAT msgtype time:T alarmtype loc1ind:I loc2ind:I detectionpoint:I alarmcondition \
    overridesetting text
    WCV vel:D velu wpt mode
    WNC distN:D distNu distK:D distKu wptto wptfrom
    WPL lat:Y NS lon:X EW wpt
    XDR *[ tdrtype data:D dataunit tdrid ]
    XTE gwarn LCcwarn ctrkerr:D dirs disUnit mode
    XTR ctkerr:D steerdir units
    ZDL time:T dist:D type
    ZFO observationtime:T elapsedtime:T originwpt
    ZTG observationtime:T timetogo:T destwpt
    """
  }
}
