import Testing

@testable import FieldhouseHTTP

/// Every state that events can lead to, each event in each of them.
private struct Walk {
  struct Step: Sendable {
    let before: ConnectionState
    let event: ConnectionEvent
    let action: ConnectionAction
    let after: ConnectionState
  }

  static let clientEvents: [ClientEvent] = [
    .head, .body, .end, .broken(.malformed), .broken(.bodyIncomplete), .readComplete, .ended, .gone,
  ]
  static let requestEvents: [RequestEvent] =
    [.queueEmptied, .settled, .refused(.hostMissing, isHead: true), .fed, .bodyRefused(.tooManyBodies), .bodyWanted]
    + [
      .begun(isHead: false, isHTTP10: false, keepsAlive: true, body: .whole),
      .begun(isHead: true, isHTTP10: false, keepsAlive: true, body: .whole),
      .begun(isHead: false, isHTTP10: true, keepsAlive: true, body: .whole),
      .begun(isHead: false, isHTTP10: true, keepsAlive: false, body: .arriving),
      .begun(isHead: false, isHTTP10: false, keepsAlive: true, body: .arriving),
      .begun(isHead: false, isHTTP10: false, keepsAlive: false, body: .expected),
      .begun(isHead: true, isHTTP10: false, keepsAlive: true, body: .expected),
    ]
  static let replyEvents: [ReplyEvent] = [
    .whole(length: 3, allowsBody: true), .whole(length: 0, allowsBody: false), .piece(1), .piece(2), .streamEnded,
    .ended, .failed(.responderFailed), .stream(length: nil, allowsBody: true, isEndless: false),
    .stream(length: nil, allowsBody: true, isEndless: true), .stream(length: 2, allowsBody: true, isEndless: false),
    .stream(length: nil, allowsBody: false, isEndless: false),
  ]
  static let socketEvents: [SocketEvent] = [
    .readWanted(isFull: false), .readWanted(isFull: true), .room(isFull: false), .room(isFull: true), .blocked,
    .writable, .flushed, .failed,
  ]
  static let timeEvents: [TimeEvent] = [.overdue, .unread, .drain, .announced, .limit, .surplus]

  static let events: [ConnectionEvent] =
    clientEvents.map { .client($0) } + requestEvents.map { .request($0) } + replyEvents.map { .reply($0) }
    + socketEvents.map { .socket($0) } + timeEvents.map { .time($0) }

  /// Takes every step there is, and says how many states there are.
  static func all(_ look: (Step) -> Void) -> Int {
    let start = ConnectionState(mostLingerReads: 2)
    var known: Set<ConnectionState> = [start]
    var open = [start]
    while let before = open.popLast() {
      for event in events {
        var after = before
        let action = after.handle(event)
        look(Step(before: before, event: event, action: action, after: after))
        if known.insert(after).inserted { open.append(after) }
      }
    }
    return known.count
  }
}

extension ConnectionState {
  fileprivate var answer: Answering? { if case .answering(let answer) = phase { answer } else { nil } }
  fileprivate var isOpen: Bool {
    switch phase {
    case .waiting, .answering: true
    case .closing, .lingering, .closed: false
    }
  }
}

/// What must hold of every step, each with the sentence that a broken one is reported with.
private let laws: [(name: String, holds: @Sendable (Walk.Step) -> Bool)] = [
  ("nothing leads out of the end", { $0.before.phase != .closed || $0.after.phase == .closed }),
  (
    "at the end nothing is done but letting go",
    { $0.before.phase != .closed || [.none, .release, .clientGone].contains($0.action) }
  ),
  (
    "a connection that is gone is let go of",
    { $0.event != .client(.gone) || $0.action == .release && $0.after.phase == .closed }
  ),
  (
    "only what is closed is shut, cut or reset",
    { step in
      switch step.action {
      case .shut, .cut, .abort, .release: step.after.phase == .closed
      default: true
      }
    }
  ),
  ("the shutdown is never forgotten", { !$0.before.isDraining || $0.after.isDraining }),
  ("the client's end is never forgotten", { !$0.before.isEnded || $0.after.isEnded }),
  ("a closing connection never opens again", { $0.before.isOpen || !$0.after.isOpen }),
  ("a part is kept only while requests are answered", { $0.action != .keep || $0.after.isOpen && $0.after.isQueued }),
  ("a part is handed on only to a body that is not whole", { $0.action != .deliver || $0.before.isReceiving }),
  (
    "the responder is asked for requests that nothing is answered to",
    { $0.action != .start || $0.before.answer?.reply == .awaited && $0.after == $0.before }
  ),
  (
    "a request begins only where none is being answered",
    { step in
      guard case .request(.begun) = step.event else { return true }
      return step.before.answer == nil || step.after == step.before
    }
  ),
  (
    "a reply has one head",
    { step in
      guard case .writeHead = step.action else { return true }
      return step.before.answer?.reply == .awaited && step.after.answer?.reply != .awaited
    }
  ),
  (
    "a fault is never answered after a head",
    { step in
      guard case .refuse = step.action else { return true }
      return (step.before.answer?.reply ?? .awaited) == .awaited && step.after.phase == .closing(lingers: true)
    }
  ),
  (
    "a head says whether the connection goes on",
    { step in
      guard case .writeHead(_, let connection, _) = step.action else { return true }
      return (connection == .close) == (step.after.answer?.keepsAlive == false)
    }
  ),
  (
    "a reply in the shutdown, before the end of its request or without an end of its own is the last",
    { step in
      guard case .writeHead(let framing, let connection, _) = step.action else { return true }
      let isLast = step.before.isDraining || step.before.isReceiving || framing == .untilClose
      return !isLast || connection == .close
    }
  ),
  (
    "a reply to HEAD has no body",
    { step in
      guard case .writeHead(_, _, let hasBody) = step.action else { return true }
      return !(hasBody && step.before.answer?.isHead == true)
    }
  ),
  (
    "an HTTP/1.0 client never gets chunks",
    { step in
      switch step.action {
      case .writeHead(.chunked, _, _), .write(isChunked: true), .endStream(isChunked: true):
        step.before.answer?.isHTTP10 == false
      default: true
      }
    }
  ),
  (
    "100 Continue is never sent within a reply",
    { $0.action != .sendContinue || $0.before.answer?.reply == .awaited && $0.before.answer?.body == .expected }
  ),
  (
    "a stream never gets longer than it was declared",
    { step in
      guard case .stream(let stream) = step.after.answer?.reply else { return true }
      return stream.remaining ?? 0 >= 0
    }
  ),
  (
    "the next request waits for the end of the reply",
    { step in
      guard step.before.answer != nil, case .waiting(let wait) = step.after.phase else { return true }
      return step.event == .reply(.ended) && wait == .next && step.action == .proceed
    }
  ),
  (
    "a connection that goes on is one that may",
    { step in
      guard step.event == .reply(.ended), let answer = step.before.answer, answer.reply != .awaited else { return true }
      return (step.action == .proceed) == answer.keepsAlive
    }
  ),
  ("nothing is read at the end", { $0.action != .read || $0.after.phase != .closed }),
  (
    "what was put off is read later, not forgotten",
    { step in
      guard step.before.isHeld, !step.after.isHeld, step.after.isOpen else { return true }
      return step.action == .read
    }
  ),
  ("a client that takes nothing gets nothing more", { !$0.after.isBlocked || !$0.after.takesNext }),
  (
    "what closes in good order keeps nothing",
    { step in
      switch step.after.phase {
      case .closing, .lingering: !step.after.isQueued && step.after.fault == nil
      case .waiting, .answering, .closed: true
      }
    }
  ),
  (
    "a deadline that has passed ends the connection or its request",
    { step in
      guard step.event == .time(.overdue) else { return true }
      return step.before.deadline == .none ? step.after == step.before && step.action == .none : !step.after.isOpen
    }
  ),
  (
    "only the responder, unread bytes and the last write have no deadline of their own",
    { step in
      guard step.after.deadline == .none else { return true }
      switch step.after.phase {
      case .waiting: return step.after.isQueued
      case .answering(let answer): return answer.body != .arriving || step.after.isHeld
      case .closing, .closed: return true
      case .lingering: return false
      }
    }
  ),
]

@Suite struct `A connection's state` {
  @Test func `answers every event in every state it can come to, as its laws demand`() {
    var broken: [String: Walk.Step] = [:]
    let count = Walk.all { step in
      for law in laws where broken[law.name] == nil && !law.holds(step) { broken[law.name] = step }
    }
    for (law, step) in broken { Issue.record("\(law): \(step)") }
    #expect(count > 3_000)
  }

  @Test func `comes to its end from wherever it is, when nobody does anything any more`() {
    var stuck: ConnectionState?
    _ = Walk.all { step in
      if stuck == nil, !Self.ends(step.after) { stuck = step.after }
    }
    #expect(stuck == nil)
  }

  /// Lets only time pass: deadlines, the end of the last write, and at last the limit of a shutdown for what a responder
  /// never answers.
  private static func ends(_ state: ConnectionState) -> Bool {
    var state = state
    for event: ConnectionEvent in [.time(.overdue), .socket(.flushed), .time(.overdue), .socket(.flushed)] {
      _ = state.handle(event)
    }
    if state.isOpen {
      guard state.isQueued || state.answer != nil else { return false }
      _ = state.handle(.time(.limit))
    }
    return state.phase == .closed
  }

  @Test func `is small and without references, so that a step costs no allocation and no count`() {
    #expect(_isPOD(ConnectionState.self) && _isPOD(ConnectionEvent.self) && _isPOD(ConnectionAction.self))
    #expect(MemoryLayout<ConnectionState>.size <= 64)
    #expect(MemoryLayout<ConnectionEvent>.size <= 16)
    #expect(MemoryLayout<ConnectionAction>.size <= 16)
  }
}
