internal import FieldhouseKit

/// Who may see which field of a profile.
struct Visibility: Sendable, Hashable {
  /// A circle of people; each holds the ones after it.
  enum Circle: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    case everyone, followers, friends, nobody

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    static func < (left: Circle, right: Circle) -> Bool { left.rank < right.rank }
  }

  /// A field whose circle its owner chooses.
  enum Field: String, Sendable, Hashable, Codable, CaseIterable {
    case name, picture, country, bio, gender, dateOfBirth, email, phone
    /// The user name. Whoever has chosen no circle for it shows it to whom they show their name.
    case username
    /// Being found by number or address among somebody's contacts: by everyone or by nobody.
    case contacts
    /// Being found by name and user name: by everyone or by nobody.
    case search
  }

  private(set) var circles: [Field: Circle]

  /// Name, picture, country and biography are public, those who know the name or have the number find the person; the
  /// rest is the person's own.
  static let initial = Visibility(circles: [
    .name: .everyone, .picture: .everyone, .country: .everyone, .bio: .everyone, .contacts: .everyone,
    .search: .everyone,
  ])

  /// Nothing is shown.
  static let closed = Visibility(circles: [:])

  subscript(field: Field) -> Circle {
    get { circles[field] ?? (field == .username ? circles[.name] : nil) ?? .nobody }
    set { circles[field] = newValue }
  }

  /// Whether somebody in `circle` sees the field.
  func shows(_ field: Field, to circle: Circle) -> Bool {
    let needed = self[field]
    return needed != .nobody && circle >= needed
  }
}

extension Visibility {
  /// Reads the stored text, `field=circle` with commas between.
  init(stored: String) {
    circles = [:]
    for part in stored.split(separator: ",") {
      let pair = part.split(separator: "=").map(String.init)
      guard pair.count == 2, let field = Field(rawValue: pair[0]), let circle = Circle(rawValue: pair[1]) else {
        continue
      }
      circles[field] = circle
    }
  }

  /// The text that is stored.
  var stored: String {
    Field.allCases.compactMap { field in circles[field].map { "\(field.rawValue)=\($0.rawValue)" } }
      .joined(separator: ",")
  }
}
