internal import CairnNMEA
internal import CairnTypes

/// A sentence's kind and time of day in its epoch.
struct SentencePlacement: Sendable {
  let kind: EpochCycle.Kind
  let time: TimeOfDay?

  /// - Returns: `nil` for sentences that are no part of an epoch.
  init?(_ report: NMEAReport) {
    switch report {
    case .rmc(let sentence): (kind, time) = (.rmc, sentence.time)
    case .gga(let sentence): (kind, time) = (.gga, sentence.time)
    case .gns(let sentence): (kind, time) = (.gns, sentence.time)
    case .gll(let sentence): (kind, time) = (.gll, sentence.time)
    case .zda(let sentence): (kind, time) = (.zda, sentence.time)
    case .gst(let sentence): (kind, time) = (.gst, sentence.time)
    case .gbs(let sentence): (kind, time) = (.gbs, sentence.time)
    case .vtg: (kind, time) = (.vtg, nil)
    case .gsa: (kind, time) = (.gsa, nil)
    case .gsv: (kind, time) = (.gsv, nil)
    case .other: return nil
    }
  }
}

extension EpochCycle.Kind {
  static var rmc: Self { Self(number: 0, isSingle: true) }
  static var gga: Self { Self(number: 1, isSingle: true) }
  static var gns: Self { Self(number: 2, isSingle: true) }
  static var gll: Self { Self(number: 3, isSingle: true) }
  static var zda: Self { Self(number: 4, isSingle: true) }
  static var gst: Self { Self(number: 5, isSingle: true) }
  static var vtg: Self { Self(number: 6, isSingle: true) }
  static var gsa: Self { Self(number: 7, isSingle: false) }
  static var gsv: Self { Self(number: 8, isSingle: false) }
  static var gbs: Self { Self(number: 9, isSingle: true) }

  static func vendor(_ sentence: VendorSolution.Sentence) -> Self {
    Self(number: 10 &+ sentence.rawValue, isSingle: true)
  }
}
