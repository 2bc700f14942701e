import FieldhouseKit
import Foundation

// Challenges made from others: copies with new days, and templates.
extension FitnessChallenges {
  func templateRoutes(_ routes: inout Routes) {
    routes.post(
      "/challenges/{challenge}/copy", "Make a challenge like one that I lead or have led, with days of its own",
      access: .permission("create-challenges"), problems: [.challengeUnknown, .organisationNeeded]
    ) { (input: CopyInput, call, transaction) in
      let challenge = try await led(input.challenge, by: try call.account.id, in: transaction)
      let pattern = try await TemplateStore.pattern(of: challenge, in: transaction)
      var draft = try draft(of: pattern, input.days, by: try call.account.id, at: call.now)
      draft.cover = challenge.cover
      return try await made(draft, call, in: transaction)
    }
    routes.post(
      "/me/templates", "Keep a challenge that I lead or have led as a template",
      access: .permission("create-challenges"), problems: [.challengeUnknown, .templatesMany]
    ) { (input: TemplateInput, call, transaction) in
      let account = try call.account.id
      let challenge = try await led(input.challenge, by: account, in: transaction)
      let name = input.name.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !name.isEmpty else { throw Problem.invalid("/name", "too-short", "A name has 1 to 80 characters.") }
      let pattern = try await TemplateStore.pattern(of: challenge, in: transaction)
      return TemplateOutput(
        try await TemplateStore.add(
          name, pattern, cover: challenge.cover, of: account, at: call.now, in: transaction))
    }
    routes.get("/me/templates", "My templates, the newest first", access: .account) { (_: NoInput, call) in
      let account = try call.account.id
      let found = try await host.storage.read { try await TemplateStore.all(of: account, in: $0) }
      return Page(items: found.map { TemplateOutput($0) })
    }
    routes.delete(
      "/me/templates/{template}", "Remove a template; challenges that were made from it stay", access: .account,
      problems: [.templateUnknown]
    ) { (input: TemplateName, call, transaction) in
      let template = try await TemplateStore.template(input.template, of: try call.account.id, in: transaction)
      try await TemplateStore.remove(template.id, in: transaction)
      let unnamed = try await PictureNames.unnamed(template.cover.map { [$0] } ?? [], in: transaction)
      for file in unnamed { try await host.media.remove(file) }
      return NoContent()
    }
    routes.post(
      "/me/templates/{template}/challenges", "Make a challenge from a template, with days of its own",
      access: .permission("create-challenges"), problems: [.templateUnknown, .organisationNeeded]
    ) { (input: FromTemplateInput, call, transaction) in
      let template = try await TemplateStore.template(input.template, of: try call.account.id, in: transaction)
      var draft = try draft(of: template.pattern, input.days, by: try call.account.id, at: call.now)
      draft.cover = template.cover
      return try await made(draft, call, in: transaction)
    }
  }

  /// A challenge of somebody's own making.
  private func led(
    _ id: String, by account: AccountID, in transaction: any ReadTransaction
  ) async throws -> Challenge {
    let challenge = try await ChallengeStore.challenge(id, in: transaction)
    guard challenge.coach == account else { throw Problem.challengeUnknown }
    return challenge
  }

  /// A challenge of a pattern.
  /// - Throws: ``Problem`` 422 with everything that is wrong with its days.
  private func draft(
    of pattern: ChallengePattern, _ days: NewDays, by coach: AccountID, at now: Date
  ) throws -> ChallengeDraft {
    var mistakes: [Problem.Field] = []
    let title = (days.title ?? pattern.title).trimmingCharacters(in: .whitespacesAndNewlines)
    if title.isEmpty {
      mistakes.append(Problem.Field(pointer: "/title", code: "too-short", detail: "A title has 1 to 80 characters."))
    }
    let length = days.length ?? pattern.length
    if length > settings.longestDays {
      let detail = "A challenge lasts at most \(settings.longestDays) days."
      mistakes.append(Problem.Field(pointer: "/days", code: "too-long", detail: detail))
    }
    let zone = TimeZone(identifier: pattern.zone) ?? .gmt
    let start = pattern.isRolling ? nil : days.start.flatMap { CivilDay($0)?.daysSince1970 }
    if !pattern.isRolling {
      if let start {
        mistakes += Self.startMistakes(start, in: zone, at: now)
      } else {
        mistakes.append(Problem.Field(pointer: "/start", code: "required", detail: "Say which the first day is."))
      }
    }
    guard mistakes.isEmpty else { throw Problem.invalid(mistakes) }
    return ChallengeDraft(
      coach: coach, kind: pattern.kind, title: title, about: pattern.about, difficulty: pattern.difficulty, zone: zone,
      start: start, length: length, graceHours: pattern.graceHours, teamSize: pattern.teamSize, teams: pattern.teams,
      mayFound: pattern.mayFound, rules: pattern.rules, isListed: pattern.isListed, capacity: pattern.capacity,
      organisation: pattern.organisation)
  }
}

/// What is new of a challenge that is made from another.
struct NewDays: Sendable {
  let title: String?
  let start: String?
  /// In days.
  let length: Int?

  fileprivate static var fields: [(String, Schema)] {
    [
      ("title", .nullable(.string(maxLength: 80).withMessage("A title has 1 to 80 characters."))),
      ("start", .nullable(.string(format: .date))),
      ("days", .nullable(.integer(1...3_660).withMessage("A challenge lasts a day or more."))),
    ]
  }
}

/// A challenge that is to be copied.
struct CopyInput: RouteInput {
  var challenge: String
  /// That of the challenge unless given.
  var title: String?
  /// The first day; needed unless everybody begins on the day of joining.
  var start: String?
  /// How long it lasts, in days; as long as the challenge unless given.
  var length: Int?

  private enum CodingKeys: String, CodingKey { case challenge, title, start, length = "days" }

  var days: NewDays { NewDays(title: title, start: start, length: length) }

  static var schema: Schema { .object([("challenge", .id)] + NewDays.fields, required: ["challenge"]) }
}

struct TemplateName: RouteInput {
  var template: String
  static var schema: Schema { .object([("template", .id)], required: ["template"]) }
}

/// A template of which a challenge is to be made.
struct FromTemplateInput: RouteInput {
  var template: String
  /// That of the template unless given.
  var title: String?
  /// The first day; needed unless everybody begins on the day of joining.
  var start: String?
  /// How long it lasts, in days; as long as the template says unless given.
  var length: Int?

  private enum CodingKeys: String, CodingKey { case template, title, start, length = "days" }

  var days: NewDays { NewDays(title: title, start: start, length: length) }

  static var schema: Schema { .object([("template", .id)] + NewDays.fields, required: ["template"]) }
}

/// A challenge that is to be kept as a template.
struct TemplateInput: RouteInput {
  var challenge: String
  var name: String

  static var schema: Schema {
    .object(
      [
        ("challenge", .id),
        ("name", .string(minLength: 1, maxLength: 80).withMessage("A name has 1 to 80 characters.")),
      ], required: ["challenge", "name"])
  }
}

struct TemplateOutput: RouteOutput, Decodable {
  var id: String
  var name: String
  var kind: Challenge.Kind
  var title: String
  var difficulty: Int
  /// How long it lasts, in days.
  var days: Int
  /// Whether everybody begins on the day of joining, so that no first day has to be given.
  var isRolling: Bool
  /// The address of the picture.
  var cover: String?
  var madeAt: Date

  init(_ template: ChallengeTemplate) {
    let pattern = template.pattern
    (id, name, kind, title) = (template.id, template.name, pattern.kind, pattern.title)
    (difficulty, days, isRolling) = (pattern.difficulty, pattern.length, pattern.isRolling)
    (cover, madeAt) = (template.cover.map { "/v1/media/\($0)" }, template.madeAt)
  }
}
