import FieldhouseKit
import Foundation

extension FitnessChallenges {
  func roleRoutes(_ routes: inout Routes) {
    routes.get("/me", "Whether I am a coach, an athlete, or both", access: .guest) { (_: NoInput, call) in
      try await standing(of: try call.account)
    }
    routes.put("/me/athlete", "Make my account an athlete's: athletes take part in challenges", access: .account) {
      (_: NoInput, call, transaction) in
      try await transaction.grant("athlete", to: try call.account.id, in: .host)
      return NoContent()
    }
    routes.delete("/me/athlete", "Be an athlete no more; what I take part in goes on", access: .account) {
      (_: NoInput, call, transaction) in
      try await transaction.revoke("athlete", from: try call.account.id, in: .host)
      return NoContent()
    }
    routes.put(
      "/me/coach", "Make my account a coach's, or ask for it where operators decide: coaches make challenges",
      access: .account
    ) { (_: NoInput, call, transaction) in
      let account = try call.account.id
      if settings.coaching == .open {
        try await transaction.grant("coach", to: account, in: .host)
        return CoachAnswer(isCoach: true)
      }
      let isCoach = try await transaction.has("create-challenges", account, in: .host)
      if !isCoach {
        try await transaction.execute(
          "insert into coach_requests (account, asked_at) values (\(account), \(call.now)) on conflict do nothing")
      }
      return CoachAnswer(isCoach: isCoach)
    }
    routes.delete("/me/coach", "Be a coach no more, or take the request back", access: .account) {
      (_: NoInput, call, transaction) in
      let account = try call.account.id
      try await transaction.revoke("coach", from: account, in: .host)
      try await transaction.execute("delete from coach_requests where account = \(account)")
      return NoContent()
    }
    requestRoutes(&routes)
  }

  private func requestRoutes(_ routes: inout Routes) {
    routes.get("/coach-requests", "Who asks to be a coach, the first one first", access: .operators) {
      (_: NoInput, _) in
      let rows = try await host.storage.read {
        try await $0.query("select account, asked_at from coach_requests order by asked_at limit 200")
      }
      let people = try await host.authentication.accounts(rows.map { try $0["account"] })
      return Page(
        items: try rows.compactMap { row in
          try people[try row["account"]].map { CoachRequest(account: PersonOutput($0), askedAt: try row["asked_at"]) }
        })
    }
    routes.put(
      "/coach-requests/{account}", "Make somebody who asks a coach", access: .operators, problems: [.requestUnknown]
    ) { (input: AccountName, _, transaction) in
      let account = AccountID(input.account)
      try await settle(account, in: transaction)
      try await transaction.grant("coach", to: account, in: .host)
      try await transaction.notify(
        NotificationRequest(
          recipients: [account], kind: "coach", text: "coachNow", link: "/fitness-challenges/create",
          deduplicationKey: "coach"))
      return NoContent()
    }
    routes.delete(
      "/coach-requests/{account}", "Refuse somebody who asks to be a coach", access: .operators,
      problems: [.requestUnknown]
    ) { (input: AccountName, _, transaction) in
      try await settle(AccountID(input.account), in: transaction)
      return NoContent()
    }
  }

  private func settle(_ account: AccountID, in transaction: any Transaction) async throws {
    guard try await transaction.execute("delete from coach_requests where account = \(account)") == 1 else {
      throw Problem.requestUnknown
    }
  }

  private func standing(of account: Account) async throws -> RolesOutput {
    let rights = host.rights
    return RolesOutput(
      isCoach: try await rights.has("create-challenges", account.id, in: .host),
      isAthlete: try await rights.has("join-challenges", account.id, in: .host),
      hasAsked: try await host.storage.read {
        try await $0.first("select account from coach_requests where account = \(account.id)") != nil
      }, isCoachingOpen: settings.coaching == .open, longestDays: settings.longestDays,
      graceHours: settings.graceHours)
  }
}

/// What my account is here.
struct RolesOutput: RouteOutput, Decodable {
  var isCoach: Bool
  var isAthlete: Bool
  /// Whether I have asked to be a coach and nobody has decided yet.
  var hasAsked: Bool
  /// Whether whoever wants is a coach.
  var isCoachingOpen: Bool
  /// How long a challenge lasts at most, in days.
  var longestDays: Int
  /// For how many hours behind its end a day can be written down, unless a challenge says otherwise.
  var graceHours: Int
}

/// Whether somebody is a coach now; otherwise operators have been asked.
struct CoachAnswer: RouteOutput, Decodable {
  var isCoach: Bool
}

struct CoachRequest: RouteOutput, Decodable {
  var account: PersonOutput
  var askedAt: Date
}

struct AccountName: RouteInput {
  var account: String
  static var schema: Schema { .object([("account", .id)], required: ["account"]) }
}

/// Somebody, as everybody may see.
struct PersonOutput: RouteOutput, Decodable {
  var id: String
  var name: String
  /// The unique user name, where there is one.
  var username: String?
  /// The address of the picture on this host.
  var picture: String?

  init(_ account: Account) {
    (id, name, username, picture) = (account.id.text, account.name, account.username, account.picture)
  }
}

extension Schema {
  static var id: Schema { .string(minLength: 1, maxLength: 64) }
}
