internal import CairnTypes

// How the lines that tell cells are read. Lines of unknown shape are no cell.

extension ModemDialect.Reader {
  /// Reads a line of an answer; `nil` if it tells no cell that has an identity.
  func cell(_ line: String, at time: MonotonicTime) -> CellSighting? {
    switch self {
    case .quectel: ATFields(line, after: "+QENG:").flatMap { CellSighting(quectel: $0, at: time) }
    case .simcom: ATFields(line, after: "+CPSI:").flatMap { CellSighting(simcom: $0, at: time) }
    case .telit: ATFields(line, after: "#RFSTS:").flatMap { CellSighting(telit: $0, at: time) }
    case .uBlox:
      ATFields(line, after: "+UCELLINFO:").flatMap { CellSighting(uBlox: $0, at: time) }
    }
  }
}

extension CellSighting {
  /// `+QENG: "servingcell","NOCONN","LTE","FDD",228,01,1E24F03,266,1850,3,5,5,32C8,-95,...`, or the
  /// same without the first words where 5G helps LTE, and
  /// `+QENG: "neighbourcell","GSM",228,01,32C8,1E24,12,45,-80,...`.
  fileprivate init?(quectel fields: ATFields, at time: MonotonicTime) {
    let isNeighbour = fields[0].utf8.starts(with: "neighbourcell".utf8)
    let start = isNeighbour ? 1 : fields[0] == "servingcell" ? 2 : 0
    let identity: CellIdentity?
    var signal: Double?
    var timing: TimingAdvance?
    switch (fields[start], isNeighbour) {
    case ("LTE", false), ("CAT-M", false), ("eMTC", false), ("CAT-NB", false), ("NBIoT", false):
      identity = CellIdentity(
        fields[start] == "LTE" ? .lte : .narrowband, fields, network: start + 2,
        area: fields.hexadecimal(start + 10), cell: fields.hexadecimal(start + 4))
      signal = fields.signal(start + 11)
    case ("NR5G-SA", false):
      identity = CellIdentity(
        .nr, fields, network: start + 2, area: fields.hexadecimal(start + 6),
        cell: fields.hexadecimal(start + 4))
      signal = fields.signal(start + 10)
    case ("WCDMA", false):
      identity = CellIdentity(
        .wcdma, fields, network: start + 1, area: fields.hexadecimal(start + 3),
        cell: fields.hexadecimal(start + 4))
      signal = fields.signal(start + 8)
    case ("GSM", _):
      identity = CellIdentity(
        .gsm, fields, network: start + 1, area: fields.hexadecimal(start + 3),
        cell: fields.hexadecimal(start + 4))
      signal = fields.signal(start + (isNeighbour ? 7 : 8))
      if !isNeighbour { timing = fields.decimal(start + 17).flatMap(TimingAdvance.gsm) }
    default: return nil
    }
    guard let identity else { return nil }
    self.init(
      identity: identity, isServing: !isNeighbour, signal: signal, timingAdvance: timing,
      time: time)
  }

  /// `+CPSI: LTE,Online,460-00,0x333C,39589,14,EUTRAN-BAND3,1850,5,5,-94,-850,-545,15`: area and
  /// cell stand at the same place for every technology, the cell in decimal.
  fileprivate init?(simcom fields: ATFields, at time: MonotonicTime) {
    let technology: CellTechnology
    var signal: Double?
    switch fields[0] {
    case "LTE":
      technology = .lte
      signal = fields.signal(11)
    case "LTE CAT-M1", "LTE NB-IOT", "NB-IOT":
      technology = .narrowband
      signal = fields.signal(11)
    case "GSM":
      technology = .gsm
      signal = fields.signal(6)
    case "WCDMA": technology = .wcdma
    case "NR5G_SA": technology = .nr
    default: return nil
    }
    let network = fields[2].split(separator: "-")
    guard fields[1] == "Online", network.count == 2,
      let identity = CellIdentity(
        technology, country: String(network[0]), network: String(network[1]),
        area: fields.hexadecimal(3), cell: fields.decimal(4))
    else { return nil }
    self.init(identity: identity, isServing: true, signal: signal, time: time)
  }

  /// `#RFSTS: "222 01",1850,-94,-62,-10,75BA,FF,-,128,19,0,0FF1A02,"222011234567890",...`: the
  /// cell stands before the number of the subscriber; for GSM the area comes fourth.
  fileprivate init?(telit fields: ATFields, at time: MonotonicTime) {
    let network = fields[0].split(separator: " ")
    guard network.count == 2, fields.count > 8,
      let subscriber = (8..<fields.count).first(where: {
        fields.isQuoted($0) && fields[$0].utf8.count >= 6
          && fields[$0].utf8.allSatisfy { 0x30...0x39 ~= $0 }
      })
    else { return nil }
    let isLTE =
      fields[3].utf8.first == UInt8(ascii: "-")
      && fields[4].utf8.first == UInt8(ascii: "-")
    // The answer for UMTS has another order; the standard commands serve there.
    guard isLTE || UInt32(fields[3], radix: 16) != nil && fields[3].utf8.count == 4,
      let identity = CellIdentity(
        isLTE ? .lte : .gsm, country: String(network[0]), network: String(network[1]),
        area: fields.hexadecimal(isLTE ? 5 : 3), cell: fields.hexadecimal(subscriber - 1))
    else { return nil }
    self.init(identity: identity, isServing: true, signal: fields.signal(2), time: time)
  }

  /// `+UCELLINFO: 1,2,310,410,7f05,57b14e2,...` for UMTS, with a type of 0 or 1 for GSM. The order
  /// for LTE differs between modems; the standard commands serve there.
  fileprivate init?(uBlox fields: ATFields, at time: MonotonicTime) {
    let technology: CellTechnology
    switch fields[1] {
    case "0", "1": technology = .gsm
    case "2": technology = .wcdma
    default: return nil
    }
    guard
      let identity = CellIdentity(
        technology, fields, network: 2, area: fields.hexadecimal(4), cell: fields.hexadecimal(5))
    else { return nil }
    self.init(identity: identity, isServing: true, time: time)
  }
}

extension CellIdentity {
  /// Creates an identity from country and network in two fields.
  fileprivate init?(
    _ technology: CellTechnology, _ fields: ATFields, network: Int, area: UInt32?, cell: UInt64?
  ) {
    self.init(
      technology, country: fields[network], network: fields[network + 1], area: area, cell: cell)
  }

  /// Creates an identity from text and numbers as modems tell them; `nil` for those that stand for
  /// an unknown cell: zero, and all ones.
  init?(
    _ technology: CellTechnology, country: String, network: String, area: UInt32?, cell: UInt64?
  ) {
    guard let country = UInt16(country), country > 0, let network = UInt16(network), let cell,
      cell > 0, cell != 0xFFFF || technology != .gsm, cell != 0xFFF_FFFF, cell != 0xFFFF_FFFF
    else { return nil }
    let isKnown = area != nil && area != 0 && area != 0xFFFF && area != 0xFFFE
    self.init(
      technology, countryCode: country, networkCode: network, area: isKnown ? area : nil,
      cell: cell)
  }
}

extension ATFields {
  /// dBm; some modems tell tenths of it. `nil` if there is none.
  fileprivate func signal(_ index: Int) -> Double? {
    guard let number: Int = decimal(index), number < 0 else { return nil }
    let signal = number < -200 ? Double(number) / 10 : Double(number)
    return signal >= -200 ? signal : nil
  }
}
