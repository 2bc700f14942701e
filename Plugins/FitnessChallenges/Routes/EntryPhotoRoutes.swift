import FieldhouseKit
import Foundation

// Pictures that show entries.
extension FitnessChallenges {
  /// The largest picture, in bytes; the page makes those of a camera smaller.
  static let largestPhoto = 2_000_000

  func photoRoutes(_ routes: inout Routes) {
    routes.add(photoRoute)
    routes.delete(
      "/challenges/{challenge}/days/{day}/exercises/{exercise}/entries/{entry}/photo",
      "Remove the picture that shows an entry of mine", access: .permission("take-part", in: "challenge"),
      problems: [.participantUnknown, .entryUnknown]
    ) { (input: EntryName, call, transaction) in
      let unnamed = try await setPhoto(nil, input, by: try call.account.id, at: call.now, in: transaction)
      for file in unnamed { try await host.media.remove(file) }
      return NoContent()
    }
  }

  private var photoRoute: Route {
    pictureRoute(
      "/challenges/{challenge}/days/{day}/exercises/{exercise}/entries/{entry}/photo",
      "Show an entry of mine by a picture, instead of the one before",
      access: .permission("take-part", in: "challenge"), input: EntryName.schema,
      problems: [.participantUnknown, .entryUnknown]
    ) { file, request, call, transaction in
      func named(_ name: String) -> String { request.parameters[name] ?? "" }
      let entry = EntryName(
        challenge: named("challenge"), day: named("day"), exercise: named("exercise"), entry: named("entry"))
      return try await setPhoto(file, entry, by: try call.account.id, at: call.now, in: transaction)
    }
  }

  /// - Returns: the picture before, where no entry names it any longer.
  private func setPhoto(
    _ file: String?, _ name: EntryName, by account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> [String] {
    let challenge = try await ChallengeStore.challenge(name.challenge, in: transaction)
    let part = try await ParticipantStore.participant(account, in: challenge.id, transaction)
    let entry = try await kept(name.exercise, name.day, name.entry, of: part, in: transaction)
    let version = entry.version
    var evidence = entry.evidence ?? EntryEvidence(exercise: version.exercise, day: version.day, entry: version.entry)
    let before = evidence.photo
    evidence.photo = file
    try await EvidenceStore.put(evidence, of: part.id, in: transaction)
    let outcome = part.outcome(try await ChallengeStore.ending(of: challenge, in: transaction), at: now)
    _ = try await reckoned(part, challenge, before: outcome, at: now, in: transaction)
    return try await PictureNames.unnamed(before.map { [$0] } ?? [], in: transaction)
  }
}

struct EntryName: RouteInput {
  var challenge: String
  /// Such as `2025-08-15`.
  var day: String
  var exercise: String
  var entry: String

  static var schema: Schema {
    .object(
      [
        ("challenge", .id), ("day", .string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")),
        ("exercise", .string(minLength: 1, maxLength: 8)), ("entry", .id),
      ], required: ["challenge", "day", "exercise", "entry"])
  }
}
