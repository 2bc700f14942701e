/// What a connection is doing and what it does next: a value without input or output that answers every event in every
/// state.
///
/// A connection waits for a request, answers it, and waits again; or it says its last word (`closing`), throws away what
/// the client still sends (`lingering`) and is `closed`. From a cut or the client's end it goes to `closed` at once, and
/// nothing leads out of there. ``HTTPConnection`` tells what has happened and carries out what it is told.
struct ConnectionState: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    case waiting(Wait)
    case answering(Answering)
    /// The last bytes are on their way out; `lingers` when the client may still be sending.
    case closing(lingers: Bool)
    /// Output is closed, input is thrown away until the client has seen the answer.
    case lingering(reads: Int)
    case closed
  }

  /// What is waited for while no request is answered.
  enum Wait: Hashable, Sendable {
    /// The first byte of a new connection.
    case first
    /// The rest of a header.
    case header
    /// The first byte of a further request.
    case next
  }

  var phase = Phase.waiting(.first)
  /// Whether parts of a later request wait.
  var isQueued = false
  /// Whether the wish to read was put off, because enough waits.
  var isHeld = false
  /// Whether the client will send nothing more; it may still read.
  var isEnded = false
  /// Whether the socket takes no more for now.
  var isBlocked = false
  /// Whether the shutdown has begun: every further reply is the last.
  var isDraining = false
  /// What is wrong with the input, answered after the requests before it.
  var fault: ListenerFault?
  /// Reads of input that is thrown away before the connection is cut, each of 4 KiB at most.
  var mostLingerReads = 4096
}

/// A request that is being answered.
struct Answering: Hashable, Sendable {
  /// How much of the request's body has come in.
  enum Body: Hashable, Sendable {
    /// All of it, or there is none.
    case whole
    case arriving
    /// The client waits for `100 Continue` to send it.
    case expected
  }

  enum Reply: Hashable, Sendable {
    /// Nothing of it is written.
    case awaited
    /// It is written in one go.
    case whole
    case stream(Stream)
  }

  struct Stream: Hashable, Sendable {
    let isChunked: Bool
    /// Whether it has no end of its own.
    let isEndless: Bool
    /// Bytes that must still come; nil when the length was not declared.
    var remaining: Int?
  }

  let isHead: Bool
  let isHTTP10: Bool
  var keepsAlive: Bool
  var body: Body
  var reply = Reply.awaited

  /// Whether the reply is a stream without an end of its own.
  var isEndless: Bool {
    if case .stream(let stream) = reply { stream.isEndless } else { false }
  }
}

extension ConnectionState {
  /// Takes account of an event.
  ///
  /// - Returns: What must be done about it now.
  mutating func handle(_ event: ConnectionEvent) -> ConnectionAction {
    switch event {
    case .client(let event): handle(event)
    case .request(let event): handle(event)
    case .reply(let event): handle(event)
    case .socket(let event): handle(event)
    case .time(let event): handle(event)
    }
  }

  /// Whether the next request may be taken up.
  var takesNext: Bool {
    if case .waiting = phase { isQueued && !isBlocked } else { false }
  }

  /// Whether no request is answered and none waits.
  var isIdle: Bool {
    if case .waiting = phase { !isQueued } else { false }
  }

  /// Whether more of the current request's body is to come.
  var isReceiving: Bool {
    if case .answering(let answer) = phase { answer.body != .whole } else { false }
  }

  /// Whether the current reply is a stream without an end of its own, which the shutdown ends.
  var mustEndStream: Bool {
    if case .answering(let answer) = phase { isDraining && answer.isEndless } else { false }
  }
}

// The ways to the end.
extension ConnectionState {
  /// Answers the current request with a fault, or cuts it off when its reply has begun.
  mutating func fail(_ fault: ListenerFault) -> ConnectionAction {
    guard case .answering(let answer) = phase else { return .none }
    return answer.reply == .awaited ? refuse(fault, isHead: answer.isHead) : abort()
  }

  mutating func refuse(_ fault: ListenerFault, isHead: Bool = false) -> ConnectionAction {
    _ = close(lingers: true)
    return .refuse(fault, isHead: isHead)
  }

  mutating func close(lingers: Bool) -> ConnectionAction {
    phase = .closing(lingers: lingers)
    isQueued = false
    fault = nil
    return .close
  }

  mutating func cut(_ reason: CutReason) -> ConnectionAction {
    phase = .closed
    return .cut(reason)
  }

  mutating func abort() -> ConnectionAction {
    guard phase != .closed else { return .none }
    phase = .closed
    return .abort
  }
}
