internal import FieldhouseKit
internal import Foundation

/// A recent proof of who is in a session: a stolen one does not become the account. Signing in counts, and so does
/// showing the password, the second factor or a code that was sent to a number or address of the account.
struct StepUp: Sendable {
  /// How long a proof counts in its session, in seconds.
  static let seconds = 600
  /// Clocks of several machines differ by no more; a proof from further ahead does not count.
  private static let skew = 60.0

  let context: AccountsContext
  let limits: RateLimits
  let messages: MessageBudget
  let passwords: Passwords
  let secondFactor: SecondFactor
  let challenger: Challenger
  let outbox: Outbox

  /// Lets a call through whose session was proved recently. Guests have nothing to prove, and nothing to lose.
  /// - Throws: ``Problem`` 403 `step-up-needed`, with a mistake for each way to prove it.
  func check(_ call: Call, in transaction: any ReadTransaction) async throws {
    let account = try call.account
    guard account.kind != .guest else { return }
    guard try await provedUntil(call, in: transaction) == nil else { return }
    throw Self.needed(try await ways(of: account.id, in: transaction))
  }

  /// Until when the proof of the session counts; nil when it does not.
  func provedUntil(_ call: Call, in transaction: any ReadTransaction) async throws -> Date? {
    let (account, session) = (try call.account.id, try call.sessionID)
    let row = try await transaction.first(
      "select proved_at from sessions where id = \(session) and account = \(account)")
    guard let row else { throw Problem.unauthenticated() }
    let provedAt: Date = try row[0]
    let age = context.clock.now.timeIntervalSince(provedAt)
    let lifetime = context.settings.stretched(Self.seconds)
    guard age >= -Self.skew, age < lifetime else { return nil }
    return provedAt.addingTimeInterval(lifetime)
  }

  /// The ways in which an account can prove who is in its session.
  func ways(of account: AccountID, in transaction: any ReadTransaction) async throws -> [StepUpWay] {
    var ways: [StepUpWay] = []
    if try await CredentialStore.hash(of: account, in: transaction) != nil { ways.append(.password) }
    if try await secondFactor.state(of: account, in: transaction).isUsed { ways.append(.secondFactor) }
    for entry in try await IdentifierStore.list(of: account, in: transaction) {
      switch entry.kind {
      case .phone: ways.append(.phone(entry.value))
      case .email: ways.append(.email(entry.value))
      case .identity: break
      }
    }
    return ways.isEmpty ? [.signIn] : ways
  }

  /// The answer to a change without a proof.
  static func needed(_ ways: [StepUpWay]) -> Problem {
    Problem(
      status: 403, code: "step-up-needed",
      detail: "Show once more that it is you, then repeat this: POST /v1/me/step-up.",
      errors: ways.map { Problem.Field(pointer: $0.pointer, code: $0.code, detail: $0.detail) })
  }

  /// The same answer whatever was wrong.
  static let wrong = Problem(
    status: 401, code: "step-up-wrong", detail: "This does not show that it is you. Check it and try again.")
}

/// A way to prove who is in a session.
enum StepUpWay: Sendable, Hashable {
  case password, secondFactor
  /// A code sent to a number or address.
  case phone(String), email(String)
  /// Where there is nothing else: a new session.
  case signIn

  /// The field of the step-up that takes it.
  var pointer: String {
    switch self {
    case .password: "/password"
    case .secondFactor: "/secondFactor"
    case .phone: "/phone"
    case .email: "/email"
    case .signIn: ""
    }
  }

  /// What it is called.
  var code: String {
    switch self {
    case .password: "password"
    case .secondFactor: "second-factor"
    case .phone, .email: "code"
    case .signIn: "sign-in"
    }
  }

  /// The sentence people read.
  var detail: String {
    switch self {
    case .password: "Enter your password."
    case .secondFactor: "Enter the code that your authenticator app shows, or a recovery code."
    case .phone(let digits): "Have a code sent to the number that ends in \(digits.suffix(3))."
    case .email(let address): "Have a code sent to \(Hint.email(address))."
    case .signIn: "Sign out and sign in again."
    }
  }
}
