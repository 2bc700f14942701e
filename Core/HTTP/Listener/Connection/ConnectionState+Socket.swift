extension ConnectionState {
  mutating func handle(_ event: SocketEvent) -> ConnectionAction {
    switch event {
    case .readWanted(let isFull): return readWanted(isFull)
    case .room(let isFull): return hasRoom(isFull)
    case .blocked:
      isBlocked = true
      return .none
    case .writable: return becameWritable()
    case .flushed: return flushed()
    case .failed: return abort()
    }
  }

  private mutating func readWanted(_ isFull: Bool) -> ConnectionAction {
    switch phase {
    case .waiting, .answering:
      isHeld = isFull
      return isFull ? .none : .read
    case .closing: return .read
    case .lingering(let reads):
      guard reads < mostLingerReads else { return cut(.linger) }
      phase = .lingering(reads: reads + 1)
      return .read
    case .closed: return .none
    }
  }

  private mutating func hasRoom(_ isFull: Bool) -> ConnectionAction {
    guard isHeld else { return .none }
    switch phase {
    case .waiting, .answering: isHeld = isFull
    case .closing, .lingering, .closed: isHeld = false
    }
    return isHeld || phase == .closed ? .none : .read
  }

  private mutating func becameWritable() -> ConnectionAction {
    isBlocked = false
    switch phase {
    case .waiting: return .proceed
    case .answering: return .wakeWriter
    case .closing, .lingering, .closed: return .none
    }
  }

  /// Closing on input that is still to come would reset the connection and could take the answer from the client.
  private mutating func flushed() -> ConnectionAction {
    guard case .closing(let lingers) = phase else { return .none }
    let staysOpen = lingers && !isEnded
    phase = staysOpen ? .lingering(reads: 0) : .closed
    return staysOpen ? .linger : .shut
  }
}
