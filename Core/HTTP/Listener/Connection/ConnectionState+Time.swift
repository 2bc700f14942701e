extension ConnectionState {
  /// A time that must not be overstepped.
  enum Deadline: Hashable, Sendable {
    case none
    /// For the first byte of a connection.
    case silence
    /// For the next request.
    case idle
    /// For the rest of a header.
    case header
    /// For the next bytes of a body.
    case body
    /// For the end of input that is thrown away.
    case linger
  }

  /// The deadline that counts now, while no written bytes wait for the client.
  var deadline: Deadline {
    switch phase {
    case .waiting where isQueued: .none
    case .waiting(.first): .silence
    case .waiting(.next): .idle
    case .waiting(.header): .header
    case .answering(let answer): answer.body == .arriving && !isHeld ? .body : .none
    case .lingering: .linger
    case .closing, .closed: .none
    }
  }

  mutating func handle(_ event: TimeEvent) -> ConnectionAction {
    switch event {
    case .overdue: return overdue()
    case .unread: return unread()
    case .drain:
      isDraining = true
      return mustEndStream ? .cancel : .none
    case .announced:
      return isDraining && (deadline == .silence || deadline == .idle) ? close(lingers: false) : .none
    case .limit: return abort()
    case .surplus: return isIdle ? cut(.surplus) : .none
    }
  }

  private mutating func overdue() -> ConnectionAction {
    switch deadline {
    case .none: .none
    case .silence: cut(.silent)
    case .idle: cut(.idle)
    case .header: refuse(.requestTooSlow)
    case .body: fail(.requestTooSlow)
    case .linger: cut(.linger)
    }
  }

  private mutating func unread() -> ConnectionAction {
    switch phase {
    case .waiting, .answering, .closing: cut(.unread)
    case .lingering, .closed: .none
    }
  }
}
