internal import FieldhouseKit
internal import Foundation

/// Changes of one's own profile; what is left out stays.
struct ProfileInput: RouteInput {
  let name: Change<String>
  let firstName: Change<String>
  let lastName: Change<String>
  let username: Change<String>
  let dateOfBirth: Change<String>
  let gender: Change<String>
  let country: Change<String>
  let bio: Change<String>
  let language: Change<String>
  let visibility: [String: Visibility.Circle]
  private let timeZone: String?

  private enum CodingKeys: String, CodingKey {
    case name, firstName, lastName, username, dateOfBirth, gender, country, bio, language, visibility, timeZone
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.change(.name)
    firstName = try container.change(.firstName)
    lastName = try container.change(.lastName)
    username = try container.change(.username)
    dateOfBirth = try container.change(.dateOfBirth)
    gender = try container.change(.gender)
    country = try container.change(.country)
    bio = try container.change(.bio)
    language = try container.change(.language)
    visibility = try container.decodeIfPresent([String: Visibility.Circle].self, forKey: .visibility) ?? [:]
    timeZone = try container.decodeIfPresent(String.self, forKey: .timeZone)
  }

  /// The sentence people read when a date of birth is none or not before today.
  static let dateOfBirthMessage = "Please enter valid Date of Birth."

  static var schema: Schema {
    .object([
      ("name", .nullable(Inputs.fullName)), ("firstName", .nullable(Inputs.fullName)),
      ("lastName", .nullable(Inputs.fullName)), ("username", .nullable(Username.schema)),
      ("dateOfBirth", .nullable(.string(format: .date).withMessage(dateOfBirthMessage))),
      ("gender", .nullable(.enumeration((Gender.allCases.map(\.rawValue) + [""]).map { .string($0) }))),
      ("country", .nullable(country)), ("bio", .nullable(biography)),
      ("language", .nullable(.string(maxLength: 35, pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"))),
      ("visibility", circles),
      (
        "timeZone",
        .nullable(
          .string(
            minLength: 1, maxLength: 64,
            description:
              "The IANA name of the person's zone, which says what day is today there; it is not kept. UTC otherwise."))
      ),
    ])
  }

  /// The zone whose today a date of birth is before.
  /// - Throws: ``Problem`` 422 `zone-unknown` for a name that this machine does not know, or that is none of a place.
  var zone: TimeZone {
    get throws {
      guard let timeZone else { return .gmt }
      guard timeZone == "UTC" || timeZone.contains("/"), let zone = TimeZone(identifier: timeZone) else {
        throw Problem.invalid(
          "/timeZone", "zone-unknown", "There is no time zone '\(timeZone)'; name one such as Europe/Berlin.")
      }
      return zone
    }
  }

  /// What somebody says of oneself.
  static let biography = Schema.string(maxLength: 500).text(.lines)

  /// A country's code.
  static var country: Schema {
    Schema.enumeration(Countries.all.map { .string($0.code) }).withMessage("Please select a country from the list.")
  }

  private static var circles: Schema {
    let circle = Schema.enumeration(Visibility.Circle.allCases.map { .string($0.rawValue) })
    return .object(Visibility.Field.allCases.map { ($0.rawValue, circle) })
  }
}
