internal import FieldhouseKit
internal import Foundation

/// Opens sessions and finds who is behind a token.
struct Sessions: Sendable {
  let context: AccountsContext
  let cache: SessionCache
  let directory: Directory
  let touches: TouchQueue

  /// Somebody signed in.
  struct Opened: Sendable {
    let token: SessionToken
    let session: Session
  }

  /// How long an unused session lasts, in seconds of the host's clock, simulated or not. A clock that runs at a rate
  /// stretches it, as every lifetime that people wait through; one that leaps further signs people out.
  private var lifetime: Double { context.settings.stretched(context.settings.sessionDays * 86_400) }

  /// Opens a session with a new token.
  func open(
    _ account: AccountID, address: String, isStrong: Bool, in transaction: any Transaction
  ) async throws -> Opened {
    let now = context.clock.now
    let token = SessionToken.random(behind: context.mark)
    let session = Session(
      id: Identifier.ordered(now), account: account, address: address, createdAt: now,
      expiresAt: now.addingTimeInterval(lifetime), isStrong: isStrong)
    try await SessionStore.insert(session, token: token.hash, in: transaction)
    return Opened(token: token, session: session)
  }

  /// How long a session lasts when it is not used from now on, in seconds as people wait through them.
  func secondsLeft(of session: Session) -> Int {
    max(0, Int(session.expiresAt.timeIntervalSince(context.clock.now) / max(1, context.settings.clockRate)))
  }

  /// The same for the session behind a token, when it is the one with this id and not as good as new: older than a thirtieth
  /// of the time that one lasts.
  func secondsToRenew(_ token: String, id: String) async throws -> Int? {
    guard let session = try await session(SessionToken(text: token).hash), session.id == id,
      context.clock.now.timeIntervalSince(session.createdAt) >= lifetime / 30
    else { return nil }
    return secondsLeft(of: session)
  }

  /// Who is behind a token; nil when it is unknown, has ended or the account is shut.
  func principal(_ token: String) async throws -> Principal? {
    try await directory.feed.freshen()
    let hash = SessionToken(text: token).hash
    guard let session = try await session(hash) else { return nil }
    let now = context.clock.now
    guard session.expiresAt > now else { return nil }
    guard let member = try await directory.member(session.account), member.person.isOpen else { return nil }
    note(session, hash, now)
    return principal(member, session)
  }

  /// An administrator's roles count once the second factor was shown in the session.
  private func principal(_ member: Member, _ session: Session) -> Principal {
    var principal = Principal(account: member.account, session: session.id, roles: member.roles)
    guard !member.administrativeRoles.isEmpty, !session.isStrong, context.settings.administratorsNeedSecondFactor else {
      return principal
    }
    principal.roles.subtract(member.administrativeRoles)
    principal.withheldRoles = member.administrativeRoles
    return principal
  }

  private func session(_ hash: TokenHash) async throws -> Session? {
    if let session = cache.session(hash) { return session }
    let revision = directory.feed.revision
    let session = try await context.storage.read { try await SessionStore.find(hash, in: $0) }
    if let session { cache.remember(session, token: hash, revision: revision) }
    return session
  }

  /// Notes a use when the last noted one is an hour old (or a hundredth of the lifetime, if that is less).
  private func note(_ session: Session, _ hash: TokenHash, _ now: Date) {
    guard now.timeIntervalSince(session.seenAt) > min(3600, lifetime / 100) else { return }
    let expiresAt = now.addingTimeInterval(lifetime)
    if cache.touch(hash, seenAt: now, expiresAt: expiresAt) {
      touches.add(session.id, seenAt: now, expiresAt: expiresAt)
    }
  }
}
