import CairnProfiles

extension Target {
  /// Profiles without number that include each other. Each row of the input, of which a zero ends each, says
  /// for a profile which ones it includes, as differences; behind the last row comes the first again.
  static let includes = Target(
    "Includes", maximumLength: 256,
    seeds: {
      [
        ("one", [3]), ("chain", [4, 0, 4, 0, 1]), ("wide", [4, 5, 6, 7, 0, 4, 5, 0]),
        ("itself", [3, 0]), ("back", [5, 0, 2]),
      ]
    }
  ) { input in
    let rows = input.split(separator: 0)
    guard !rows.isEmpty else { return }
    var reads = 0
    let library = ProfileLibrary { name in
      guard name.first == "m", let number = Int(name.dropFirst()) else { return nil }
      reads += 1
      // As far as the depth reaches, with steps of twelve at most.
      require(reads <= 1000, "reads profiles without end")
      return profile(number, rows[number % rows.count])
    }
    do throws(ProfileErrors) {
      let board = profile(0, rows[0])
      _ = try ProfileReader.read(board, file: "/tmp/m0.yaml", library)
    } catch {
      require(!error.all.isEmpty, "refuses a profile without a reason")
      for mistake in error.all {
        require((1...6).contains(mistake.line), "line \(mistake.line) of 5")
      }
    }
  }

  /// A board that includes those 3 before it to 12 behind it.
  private static func profile(_ number: Int, _ row: ArraySlice<UInt8>) -> String {
    let names = row.map { "m\(max(0, number + Int($0 & 15) - 3))" }
    return "name: m\(number)\ntitle: T\nvendor: V\nkind: board\nincludes: "
      + "[\(names.joined(separator: ", "))]\n"
  }
}
