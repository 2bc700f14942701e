internal import FieldhouseKit
internal import Foundation

/// What somebody else pays for: a few words, a picture and a link, shown for a time.
struct Advertisement: RouteOutput, Codable, Hashable {
  let id: String
  /// What operators call it.
  let name: String
  let title: String
  let text: String
  /// Where it leads to.
  let link: String
  /// The address of its picture; left out where it has none.
  let picture: String?
  /// It is shown from this instant on,
  let startsAt: Date
  /// and no more from this one on.
  let endsAt: Date
  /// The countries (ISO 3166-1 alpha-2) of those who see it; those who have given none do not. Empty for everybody.
  let countries: [String]
  /// Beside which pages: the area of a plugin, alone or with the path of a page below it, such as
  /// `soccer-predictions/leagues/en.1`, whose own pages count with it. Empty for all.
  let places: [String]
  let version: Int
  /// How often it was looked at: by each client once a day.
  let views: Int
  /// How often it was followed: by each client once a day.
  let clicks: Int
}

extension Advertisement {
  init(_ row: Row) throws {
    id = try row["id"]
    name = try row["name"]
    title = try row["title"]
    text = try row["text"]
    link = try row["link"]
    picture = Self.address(of: try row["picture"], id: id)
    startsAt = try row["starts_at"]
    endsAt = try row["ends_at"]
    countries = Self.list(try row["countries"])
    places = Self.list(try row["places"])
    version = try row["version"]
    views = try row["views"]
    clicks = try row["clicks"]
  }

  /// Where its picture is fetched.
  static func address(of picture: String?, id: String) -> String? {
    picture.map { "/v1/content/advertisements/\(id)/picture/\($0)" }
  }

  /// Lists are kept as lines; no item holds one.
  static func list(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  /// An advertisement as people see it.
  var shown: ShownAdvertisement { ShownAdvertisement(id: id, title: title, text: text, link: link, picture: picture) }
}

/// An advertisement as people see it.
struct ShownAdvertisement: RouteOutput, Codable, Hashable {
  let id: String
  let title: String
  let text: String
  /// An http or https address elsewhere.
  let link: String
  /// Left out where there is none.
  let picture: String?
}

/// What is shown beside a page.
struct AdvertisementSlot: RouteOutput, Codable {
  /// Left out where nothing is.
  let advertisement: ShownAdvertisement?
}
