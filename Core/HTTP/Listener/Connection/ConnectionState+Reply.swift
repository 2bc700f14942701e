extension ConnectionState {
  mutating func handle(_ event: ReplyEvent) -> ConnectionAction {
    switch event {
    case .whole(let length, let allowsBody): return begin(.whole, .length(length), allowsBody)
    case .stream(let length, let allowsBody, let isEndless): return beginStream(length, allowsBody, isEndless)
    case .piece(let bytes): return piece(bytes)
    case .streamEnded: return streamEnded()
    case .ended: return replyEnded()
    case .failed(let fault): return fail(fault)
    }
  }

  /// Settles how the reply is framed and whether the connection goes on after it.
  private mutating func begin(
    _ reply: Answering.Reply, _ framing: ResponseHead.Framing, _ allowsBody: Bool
  ) -> ConnectionAction {
    guard case .answering(var answer) = phase, answer.reply == .awaited else { return .none }
    let isLast = isDraining || answer.body != .whole || framing == .untilClose || isEnded && !isQueued
    let hasBody = allowsBody && !answer.isHead
    answer.keepsAlive = answer.keepsAlive && !isLast
    answer.reply = hasBody ? reply : .whole
    phase = .answering(answer)
    let connection: ResponseHead.Connection =
      !answer.keepsAlive ? .close : answer.isHTTP10 ? .keepAlive : .implied
    return .writeHead(framing, connection, hasBody: hasBody)
  }

  private mutating func beginStream(_ length: Int?, _ allowsBody: Bool, _ isEndless: Bool) -> ConnectionAction {
    guard case .answering(let answer) = phase else { return .none }
    let isChunked = length == nil && !answer.isHTTP10
    let stream = Answering.Stream(isChunked: isChunked, isEndless: isEndless, remaining: length)
    return begin(.stream(stream), length.map { .length($0) } ?? (isChunked ? .chunked : .untilClose), allowsBody)
  }

  private mutating func piece(_ bytes: Int) -> ConnectionAction {
    guard case .answering(var answer) = phase, case .stream(var stream) = answer.reply else { return .clientGone }
    if let remaining = stream.remaining {
      guard bytes <= remaining else { return .refusePiece }
      stream.remaining = remaining - bytes
      answer.reply = .stream(stream)
      phase = .answering(answer)
    }
    return .write(isChunked: stream.isChunked)
  }

  /// A stream that falls short of its length must not look whole.
  private mutating func streamEnded() -> ConnectionAction {
    guard case .answering(let answer) = phase, case .stream(let stream) = answer.reply else { return .none }
    return stream.remaining ?? 0 > 0 ? abort() : .endStream(isChunked: stream.isChunked)
  }

  private mutating func replyEnded() -> ConnectionAction {
    guard case .answering(let answer) = phase, answer.reply != .awaited else { return .none }
    guard answer.keepsAlive else { return close(lingers: answer.body != .whole || isQueued) }
    phase = .waiting(.next)
    return .proceed
  }
}
