extension ConnectionState {
  mutating func handle(_ event: ClientEvent) -> ConnectionAction {
    switch event {
    case .head, .body, .end: return take(event)
    case .broken(let fault): return broke(fault)
    case .readComplete: return readCompleted()
    case .ended: return ended()
    case .gone:
      phase = .closed
      return .release
    }
  }

  private mutating func take(_ part: ClientEvent) -> ConnectionAction {
    switch phase {
    case .answering(var answer) where answer.body != .whole:
      guard part != .head else { return .none }
      answer.body = part == .end ? .whole : .arriving
      phase = .answering(answer)
      return .deliver
    case .waiting, .answering:
      guard fault == nil else { return .none }
      isQueued = true
      return .keep
    case .closing, .lingering, .closed: return .none
    }
  }

  /// What is wrong with the rest of a body is answered at once, anything else when its turn has come.
  private mutating func broke(_ fault: ListenerFault) -> ConnectionAction {
    switch phase {
    case .answering(let answer) where answer.body != .whole: return fail(fault)
    case .waiting, .answering:
      if self.fault == nil { self.fault = fault == .bodyIncomplete ? .malformed : fault }
      return .none
    case .closing, .lingering, .closed: return .none
    }
  }

  private mutating func readCompleted() -> ConnectionAction {
    guard case .waiting(let wait) = phase else { return .none }
    if isQueued || fault != nil { return .proceed }
    if wait != .header { phase = .waiting(.header) }
    return .none
  }

  private mutating func ended() -> ConnectionAction {
    isEnded = true
    switch phase {
    case .waiting: return .proceed
    case .answering(let answer):
      // Nobody would read on who watches a stream without end and has turned away.
      if answer.isEndless { return abort() }
      return answer.body == .whole ? .none : fail(.bodyIncomplete)
    case .lingering:
      phase = .closed
      return .shut
    case .closing, .closed: return .none
    }
  }
}

extension ConnectionState {
  mutating func handle(_ event: RequestEvent) -> ConnectionAction {
    switch event {
    case .queueEmptied:
      isQueued = false
      return .none
    case .settled: return settled()
    case .begun(let isHead, let isHTTP10, let keepsAlive, let body):
      guard case .waiting = phase else { return .none }
      phase = .answering(Answering(isHead: isHead, isHTTP10: isHTTP10, keepsAlive: keepsAlive, body: body))
      return .none
    case .refused(let fault, let isHead):
      guard case .waiting = phase else { return .none }
      return refuse(fault, isHead: isHead)
    case .fed: return fed()
    case .bodyRefused(let fault): return isReceiving ? fail(fault) : .none
    case .bodyWanted: return bodyWanted()
    }
  }

  private mutating func settled() -> ConnectionAction {
    guard isIdle else { return .none }
    if let fault { return refuse(fault) }
    return isEnded ? close(lingers: false) : .none
  }

  private mutating func fed() -> ConnectionAction {
    guard case .answering(let answer) = phase, answer.reply == .awaited else { return .none }
    guard answer.body != .whole, fault != nil || isEnded else { return .start }
    return fail(fault ?? .bodyIncomplete)
  }

  private mutating func bodyWanted() -> ConnectionAction {
    guard case .answering(var answer) = phase, answer.body == .expected else { return .none }
    answer.body = .arriving
    phase = .answering(answer)
    // Within a reply that has begun the line would be taken for a part of it.
    return answer.reply == .awaited ? .sendContinue : .none
  }
}
