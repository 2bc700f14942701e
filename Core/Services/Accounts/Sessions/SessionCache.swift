internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// The sessions this process has seen, by the hash of their token.
final class SessionCache: ChangeListener {
  private struct State {
    var sessions: [TokenHash: Session] = [:]
    var tokens: [AccountID: Set<TokenHash>] = [:]
    var revision: Int64 = -1
  }

  private static let capacity = 200_000
  private let state = Mutex(State())

  func session(_ token: TokenHash) -> Session? { state.withLock { $0.sessions[token] } }

  /// Remembers what a snapshot of this revision showed, unless a later change is known.
  func remember(_ session: Session, token: TokenHash, revision: Int64) {
    state.withLock { state in
      guard revision >= state.revision else { return }
      if state.sessions.count >= Self.capacity { (state.sessions, state.tokens) = ([:], [:]) }
      state.sessions[token] = session
      state.tokens[session.account, default: []].insert(token)
    }
  }

  /// Moves a session's last use and end; tells whether this call is the one that did.
  func touch(_ token: TokenHash, seenAt: Date, expiresAt: Date) -> Bool {
    state.withLock { state in
      guard let session = state.sessions[token], session.seenAt < seenAt else { return false }
      state.sessions[token]?.seenAt = seenAt
      state.sessions[token]?.expiresAt = expiresAt
      return true
    }
  }

  func forget(_ accounts: Set<AccountID>, revision: Int64) {
    state.withLock { state in
      state.revision = max(state.revision, revision)
      for account in accounts {
        for token in state.tokens.removeValue(forKey: account) ?? [] { state.sessions[token] = nil }
      }
    }
  }

  func forgetAll(revision: Int64) {
    state.withLock { state in
      state.revision = max(state.revision, revision)
      (state.sessions, state.tokens) = ([:], [:])
    }
  }
}
