/// Short names of the provinces and cities of Korea, besides their full names.
///
/// Beginnings such as 서울 and 경기 need no entry: they are found as such.
enum ProvinceName {
  /// The full names that each short one may mean. Provinces that have been renamed have two.
  private static let full: [String: [String]] = [
    "서울시": ["서울특별시"],
    "부산시": ["부산광역시"],
    "대구시": ["대구광역시"],
    "인천시": ["인천광역시"],
    "광주시": ["광주광역시"],
    "대전시": ["대전광역시"],
    "울산시": ["울산광역시"],
    "세종시": ["세종특별자치시"],
    "강원도": ["강원특별자치도"],
    "강원특별자치도": ["강원도"],
    "충북": ["충청북도"],
    "충남": ["충청남도"],
    "전북": ["전북특별자치도", "전라북도"],
    "전라북도": ["전북특별자치도"],
    "전북특별자치도": ["전라북도"],
    "전남": ["전라남도"],
    "경북": ["경상북도"],
    "경남": ["경상남도"],
    "제주도": ["제주특별자치도"],
  ]

  /// Returns a search key itself, and the full names that it may stand for.
  static func meanings(of key: String) -> [String] { [key] + (full[key] ?? []) }
}
