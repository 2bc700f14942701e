internal import FieldhouseKit

/// A country or territory of ISO 3166-1.
struct Country: RouteOutput, Codable {
  /// ISO 3166-1 alpha-2.
  let code: String
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
    return Country(code: parts[0], callingCode: parts[1], name: parts[2], nameArabic: parts[3])
  }
}
