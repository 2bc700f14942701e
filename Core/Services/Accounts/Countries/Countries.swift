internal import FieldhouseKit

/// A country or territory of ISO 3166-1.
struct Country: RouteOutput, Codable {
  /// ISO 3166-1 alpha-2.
  let code: String
  /// ISO 3166-1 alpha-3.
  let code3: String
  /// The digits after `+`; empty where there is none.
  let callingCode: String
  /// The English name.
  let name: String
  /// The Arabic name.
  let nameArabic: String
}

/// All countries.
enum Countries {
  /// Ordered by code.
  static let all: [Country] = countryTable.split(separator: "\n").map { line in
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    return Country(code: parts[0], code3: parts[1], callingCode: parts[2], name: parts[3], nameArabic: parts[4])
  }
}
