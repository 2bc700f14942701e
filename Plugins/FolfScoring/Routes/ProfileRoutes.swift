import FieldhouseKit
import Foundation

extension FolfScoring {
  func profileRoutes(_ routes: inout Routes) {
    routes.get("/me/profile", "How I like to play", access: .guest) { (_: NoInput, call) in
      let account = try call.account.id
      return ProfileOutput(try await host.storage.read { try await ProfileStore.profile(of: account, in: $0) })
    }
    routes.put("/me/profile", "Say how I like to play", access: .guest) { (input: ProfileInput, call, transaction) in
      let account = try call.account.id
      let known = try await ProfileStore.profile(of: account, in: transaction).cardName
      // One of before names were letters stays until it is changed.
      let isKept = !known.isEmpty && input.cardName == known
      let profile = Profile(
        cardName: try isKept ? known : input.cardName.cardName, tee: input.tee ?? .red, shortcuts: input.shortcuts)
      try await ProfileStore.set(profile, of: account, in: transaction)
      return ProfileOutput(profile)
    }
    routes.put(
      "/courses/{course}/favourite", "Mark a course as one of my favourites", access: .guest, problems: [.courseUnknown]
    ) { (input: CourseName, call, transaction) in
      let account = try call.account.id
      guard try await courses.find(input.course, for: account, in: transaction) != nil else {
        throw Problem.courseUnknown
      }
      try await ProfileStore.mark(input.course, isFavourite: true, of: account, in: transaction)
      return NoContent()
    }
    routes.delete("/courses/{course}/favourite", "A course is no favourite of mine any more", access: .guest) {
      (input: CourseName, call, transaction) in
      try await ProfileStore.mark(input.course, isFavourite: false, of: try call.account.id, in: transaction)
      return NoContent()
    }
  }
}

/// How somebody likes to play.
struct ProfileInput: RouteInput {
  /// Two or three letters, in upper case once they are kept.
  var cardName: String
  /// The normal one unless given.
  var tee: TeeColour?
  /// What stands on the first page, in this order; what stands there unless chosen unless given.
  var shortcuts: [Shortcut]?

  static var schema: Schema {
    .object(
      [
        ("cardName", .cardName.withMessage("Tee name is required.", for: "required")), ("tee", .nullable(.tee)),
        (
          "shortcuts",
          .nullable(
            .array(of: .enumeration(Shortcut.allCases.map { .string($0.rawValue) }), count: 0...Shortcut.allCases.count)
          )
        ),
      ], required: ["cardName"])
  }
}

struct ProfileOutput: RouteOutput, Decodable {
  /// Empty while there is none.
  var cardName: String
  var tee: String
  /// What stands on the first page, in this order.
  var shortcuts: [String]
  /// Whether the shortcuts were chosen: then none are none.
  var hasChosen: Bool

  init(_ profile: Profile) {
    (cardName, tee) = (profile.cardName, profile.tee.rawValue)
    shortcuts = (profile.shortcuts ?? []).map(\.rawValue)
    hasChosen = profile.shortcuts != nil
  }
}

extension Schema {
  static var tee: Schema { .enumeration(TeeColour.allCases.map { .string($0.rawValue) }) }

  /// The letters on the head of a card; they are counted when it is read, for one may be written as several signs.
  static var cardName: Schema {
    .string(maxLength: 24, description: "Two or three letters, in upper case once they are kept.")
      .withMessage(Problem.longCardName, for: "too-long")
  }
}

extension String {
  /// The letters on the head of a card, in upper case.
  /// - Throws: ``Problem`` 422 for anything but two or three letters, of whatever script.
  var cardName: String {
    get throws {
      guard let text = filled else { throw Problem.cardName("required", "Tee name is required.") }
      let letters = text.precomposedStringWithCanonicalMapping.uppercased()
      guard letters.count >= 2 else {
        throw Problem.cardName("too-short", "Tee name must be at least 2 characters long")
      }
      guard letters.count <= 3 else { throw Problem.cardName("too-long", Problem.longCardName) }
      guard letters.allSatisfy(\.isLetter) else {
        throw Problem.cardName("letters", "Tee name must be letters only")
      }
      return letters
    }
  }
}

extension Problem {
  fileprivate static let longCardName = "Tee name must be at most 3 characters long"

  fileprivate static func cardName(_ code: String, _ detail: String) -> Problem {
    .invalid("/cardName", code, detail)
  }
}
