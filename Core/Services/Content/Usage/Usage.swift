public import FieldhouseKit
internal import Foundation

/// How the app is used, counted of those who have agreed to it, where the operator wants it counted at all. What operators
/// see are sums by day; numbers of fewer than five are not shown.
public struct Usage: Sendable {
  let content: Content
  let isOn: Bool
  let pages: Set<String>
  let limit: Content.Limit

  static let off = Problem.conflict("usage-off", "Nothing is counted on this host.")

  /// - Parameters:
  ///   - content: whose namespace it is counted in.
  ///   - isOn: whether anything is counted.
  ///   - pages: the patterns of all pages, such as `/soccer-predictions/people/{person}`.
  ///   - limit: counts what a client tells.
  public init(content: Content, isOn: Bool, pages: Set<String>, limit: @escaping Content.Limit) {
    (self.content, self.isOn, self.pages, self.limit) = (content, isOn, pages, limit)
  }

  /// Declares the routes, to be mounted at `/v1/content`.
  public func routes(_ routes: inout Routes) {
    routes.get("/usage/consent", "Whether I have agreed that my use of the app is counted", access: .guest) {
      [self] (_: NoInput, call) in
      let account = try call.account.id
      let agreedAt = try await content.storage.read { try await UsageStore.consent(of: account, in: $0) }
      return UsageConsent(isOffered: isOn, agreedAt: agreedAt)
    }
    routes.put(
      "/usage/consent", "Agree that my use of the app is counted, or take that back", access: .guest,
      problems: [Self.off]
    ) { [self] (input: UsageConsentInput, call) in
      guard isOn || !input.isGiven else { throw Self.off }
      let (account, now) = (try call.account.id, call.now)
      let agreedAt = try await content.storage.write { transaction in
        if input.isGiven {
          try await UsageStore.agree(account, at: now, in: transaction)
        } else {
          try await UsageStore.forget(account, in: transaction)
        }
        return try await UsageStore.consent(of: account, in: transaction)
      }
      return UsageConsent(isOffered: isOn, agreedAt: agreedAt)
    }
    routes.action(
      "/usage/views", "Count a page that I look at, if I have agreed to that", access: .guest,
      problems: [.tooManyAdvertisements]
    ) { [self] (input: UsageViewInput, call) in
      let account = try call.account
      try await limit(call)
      guard isOn else { return NoContent() }
      var steps: Set<UsageRules.Step> = [.opened]
      if account.kind == .user { steps.insert(.signedUp) }
      if let step = input.step { steps.insert(step.counted) }
      let view = UsageView(
        page: UsageRules.page(input.page, known: pages), steps: steps, isLook: input.step == nil,
        area: input.step == .entered ? input.area : nil, pages: pages)
      let now = call.now
      try await content.storage.write { try await UsageStore.count(view, of: account.id, at: now, in: $0) }
      return NoContent()
    }
    routes.get("/usage", "How the app is used, as far as people have agreed to be counted", access: .operators) {
      [self] (input: UsageInput, call) in
      try await report(days: input.days ?? 30, at: call.now)
    }
  }

  private func report(days: Int, at now: Date) async throws -> UsageReport {
    try await content.storage.write {
      try await UsageStore.closeVisits(before: now.addingTimeInterval(-UsageRules.pause), in: $0)
      try await UsageStore.forget(before: now, in: $0)
    }
    let day = UsageRules.day(of: now.addingTimeInterval(-86_400 * Double(days - 1)))
    return try await content.storage.read { [isOn] transaction in
      let steps = Dictionary(
        uniqueKeysWithValues: try await UsageStore.sums("usage_steps", "step", from: day, in: transaction))
      let visits = Dictionary(
        uniqueKeysWithValues: try await UsageStore.sums("usage_visits", "bucket", from: day, in: transaction))
      let entries = steps.filter { $0.key.hasPrefix(UsageStore.entry) }.sorted { $0.key < $1.key }
      return UsageReport(
        isOn: isOn, from: day, keptDays: UsageRules.keptDays,
        steps: UsageRules.Step.allCases.map {
          UsageCount(name: $0.name, number: UsageRules.shown(steps[$0.name] ?? 0))
        },
        areas: entries.map {
          UsageCount(name: String($0.key.dropFirst(UsageStore.entry.count)), number: UsageRules.shown($0.value))
        },
        days: try await UsageStore.days(from: day, in: transaction).map {
          UsageCount(name: $0.0, number: UsageRules.shown($0.1))
        },
        pages: try await UsageStore.sums("usage_pages", "page", from: day, in: transaction).map {
          UsageCount(name: $0.0, number: UsageRules.shown($0.1))
        },
        visits: (0...UsageRules.minutes.count).map {
          UsageCount(name: UsageRules.bucketName($0), number: UsageRules.shown(visits["\($0)"] ?? 0))
        },
        returns: try await UsageStore.returns(from: day, in: transaction).map {
          UsageReturn(week: $0.week, later: $0.later, number: UsageRules.shown($0.number))
        })
    }
  }
}

/// Whether somebody has agreed to be counted.
struct UsageConsent: RouteOutput, Decodable {
  /// Whether anything is counted on this host.
  var isOffered: Bool
  /// Left out where the person has not.
  var agreedAt: Date?
}

struct UsageConsentInput: RouteInput {
  var isGiven: Bool

  static var schema: Schema { .object([("isGiven", .boolean())], required: ["isGiven"]) }
}

/// A page that somebody looks at.
struct UsageViewInput: RouteInput {
  /// How far somebody has come who did something on the page.
  enum Step: String, Codable, Sendable, CaseIterable {
    case favourite, joined, entered

    var counted: UsageRules.Step {
      switch self {
      case .favourite: .favourite
      case .joined: .joined
      case .entered: .entered
      }
    }
  }

  var page: String
  var step: Step?
  var area: String?

  static var schema: Schema {
    .object(
      [
        ("page", .string(minLength: 1, maxLength: 120, description: "The pattern of its address, never the address.")),
        (
          "step",
          .enumeration(
            Step.allCases.map { .string($0.rawValue) },
            description: "How far somebody has come who did something there: then no look is counted.")
        ),
        ("area", .string(minLength: 1, maxLength: 60, description: "The plugin in which something was entered.")),
      ], required: ["page"])
  }
}

/// What is counted of a page that somebody looks at, or does something on.
struct UsageView: Sendable {
  /// A pattern.
  let page: String
  let steps: Set<UsageRules.Step>
  /// Whether somebody looks at it, as against doing something there.
  let isLook: Bool
  /// The plugin in which something was entered.
  let area: String?
  /// The patterns of all pages.
  let pages: Set<String>
}

struct UsageInput: RouteInput {
  var days: Int?

  static var schema: Schema {
    .object([("days", .integer(1...366, description: "So many days up to today; 30 without it."))], required: [])
  }
}

/// How often something was; the number is left out where it is below five.
struct UsageCount: RouteOutput, Decodable {
  var name: String
  var number: Int?
}

/// How many of those who came first in a week came so many weeks later.
struct UsageReturn: RouteOutput, Decodable {
  /// Its Monday, in UTC.
  var week: String
  var later: Int
  /// Left out where it is below five.
  var number: Int?
}

/// How the app is used.
struct UsageReport: RouteOutput, Decodable {
  /// Whether anything is counted at the moment.
  var isOn: Bool
  /// The first day that is counted here.
  var from: String
  /// For so many days what was counted is kept.
  var keptDays: Int
  /// How many people came how far: `opened`, `signed-up`, `favourite`, `joined`, `entered`.
  var steps: [UsageCount]
  /// How many people have entered something in a plugin for the first time, by its area.
  var areas: [UsageCount]
  /// How many pages were looked at on each day, in UTC.
  var days: [UsageCount]
  /// How often pages were looked at, by the patterns of their addresses, the 200 that were looked at most.
  var pages: [UsageCount]
  /// How long visits last, in minutes.
  var visits: [UsageCount]
  /// Who comes again, the latest week first.
  var returns: [UsageReturn]
}
