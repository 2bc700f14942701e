import FieldhouseKit
import Foundation

extension WalkingClubs {
  func badgeRoutes(_ routes: inout Routes) {
    routes.get("/me/badges", "What I have earned, the latest first", access: .guest) { (_: NoInput, call) in
      let me = try call.account.id
      let awards = try await host.storage.read { try await BadgeStore.awards(of: me, in: $0) }
      return Page(items: awards.map { AwardOutput(badge: BadgeOutput($0.badge), day: CivilDay.text($0.day)) })
    }
    routes.get("/clubs/{club}/badges", "What can be earned in a club", access: .everyone) { (input: ClubInput, _) in
      Page(
        items: try await host.storage.read { try await BadgeStore.badges(of: input.club, in: $0).map(BadgeOutput.init) }
      )
    }
    routes.post(
      "/clubs/{club}/badges", "Think of a badge that the people of a club earn",
      access: .permission(Permission.run, in: "club"), problems: [.badgesFull]
    ) { (input: BadgeInput, call, transaction) in
      let badge = Badge(
        id: RandomID.make(), club: input.club, title: input.title, icon: input.icon,
        rule: BadgeRule(metric: input.metric, span: input.span, amount: input.amount))
      try await BadgeStore.put(badge, at: call.now, in: transaction)
      return BadgeOutput(badge)
    }
    routes.delete(
      "/clubs/{club}/badges/{badge}", "Have a badge earned no more; whoever has it keeps it",
      access: .permission(Permission.run, in: "club"), problems: [.badgeUnknown]
    ) { (input: BadgeName, call, transaction) in
      try await BadgeStore.retire(input.badge, of: input.club, at: call.now, in: transaction)
      return NoContent()
    }
  }
}

struct BadgeInput: RouteInput {
  var club: String
  var title: String
  var icon: String
  var metric: BadgeRule.Metric
  var span: BadgeRule.Span
  var amount: Int

  static let icons = ["walk", "medal", "star", "trophy", "heart", "people", "flag", "ball", "map", "target"]

  static var schema: Schema {
    .object(
      [
        ("club", Fields.id), ("title", Fields.title), ("icon", .enumeration(icons.map { .string($0) })),
        ("metric", .derived(from: BadgeRule.Metric.self)), ("span", .derived(from: BadgeRule.Span.self)),
        ("amount", .integer(1...100_000_000)),
      ], required: ["club", "title", "icon", "metric", "span", "amount"])
  }
}

struct BadgeName: RouteInput {
  var club: String
  var badge: String
  static var schema: Schema { .object([("club", Fields.id), ("badge", Fields.id)], required: ["club", "badge"]) }
}

struct BadgeOutput: RouteOutput, Decodable {
  var id: String
  var title: String
  var icon: String
  var metric: BadgeRule.Metric
  var span: BadgeRule.Span
  var amount: Int

  init(_ badge: Badge) {
    (id, title, icon) = (badge.id, badge.title, badge.icon)
    (metric, span, amount) = (badge.rule.metric, badge.rule.span, badge.rule.amount)
  }
}

struct AwardOutput: RouteOutput, Decodable {
  var badge: BadgeOutput
  var day: String
}
