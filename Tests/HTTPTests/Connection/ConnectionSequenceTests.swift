import Testing

@testable import FieldhouseHTTP

/// A connection that is told one thing after the other.
private struct Told {
  var state = ConnectionState()

  /// - Returns: What it answered to each.
  mutating func tell(_ events: ConnectionEvent...) -> [ConnectionAction] {
    events.map { state.handle($0) }
  }

  /// Tells what happens from the first byte of a request to the call of the responder.
  ///
  /// - Parameter ends: Whether the end of the body comes with its head.
  mutating func begin(
    isHead: Bool = false, isHTTP10: Bool = false, keepsAlive: Bool = true, body: Answering.Body = .whole
  ) -> ConnectionAction {
    _ = tell(.client(.head))
    if body == .whole { _ = tell(.client(.end)) }
    _ = tell(.client(.readComplete), .request(.queueEmptied))
    _ = tell(.request(.begun(isHead: isHead, isHTTP10: isHTTP10, keepsAlive: keepsAlive, body: body)))
    return state.handle(.request(.fed))
  }

  /// Tells of a whole reply of two bytes.
  mutating func reply() -> [ConnectionAction] {
    tell(.reply(.whole(length: 2, allowsBody: true)), .reply(.ended))
  }
}

private let keptHead = ConnectionAction.writeHead(.length(2), .implied, hasBody: true)
private let lastHead = ConnectionAction.writeHead(.length(2), .close, hasBody: true)
private let live = ConnectionEvent.reply(.stream(length: nil, allowsBody: true, isEndless: true))

@Suite struct `A connection that goes on` {
  @Test func `answers one request after the other`() {
    var told = Told()
    for _ in 0..<3 {
      #expect(told.begin() == .start)
      #expect(told.reply() == [keptHead, .proceed])
      #expect(told.tell(.request(.settled)) == [.none])
      #expect(told.state.deadline == .idle)
    }
  }

  @Test func `takes pipelined requests up when the one before is answered`() {
    var told = Told()
    #expect(told.begin() == .start)
    #expect(told.tell(.client(.head), .client(.end), .client(.readComplete)) == [.keep, .keep, .none])
    #expect(!told.state.takesNext)
    #expect(told.reply() == [keptHead, .proceed])
    #expect(told.state.takesNext)
    #expect(told.tell(.socket(.blocked)) == [.none])
    #expect(!told.state.takesNext)
    #expect(told.tell(.socket(.writable)) == [.proceed])
    #expect(told.state.takesNext)
  }

  @Test func `answers what came before a fault, then the fault`() {
    var told = Told()
    #expect(told.begin() == .start)
    #expect(told.tell(.client(.head), .client(.end), .client(.broken(.headerTooLarge))) == [.keep, .keep, .none])
    #expect(told.tell(.client(.head)) == [.none])
    #expect(told.reply() == [keptHead, .proceed])
    _ = told.tell(.request(.queueEmptied))
    _ = told.tell(.request(.begun(isHead: false, isHTTP10: false, keepsAlive: true, body: .whole)))
    #expect(told.tell(.request(.fed)) == [.start])
    #expect(told.reply() == [keptHead, .proceed])
    #expect(told.tell(.request(.settled)) == [.refuse(.headerTooLarge, isHead: false)])
  }

  @Test func `says so to an HTTP 1.0 client that asked for it`() {
    var told = Told()
    #expect(told.begin(isHTTP10: true) == .start)
    #expect(told.reply() == [.writeHead(.length(2), .keepAlive, hasBody: true), .proceed])
    #expect(told.begin(isHTTP10: true, keepsAlive: false) == .start)
    #expect(told.reply() == [lastHead, .close])
    #expect(told.tell(.socket(.flushed)) == [.shut])
  }

  @Test func `reads no further while enough waits`() {
    var told = Told()
    #expect(told.tell(.socket(.readWanted(isFull: false)), .socket(.readWanted(isFull: true))) == [.read, .none])
    #expect(told.tell(.socket(.room(isFull: true)), .socket(.room(isFull: false))) == [.none, .read])
    #expect(told.tell(.socket(.room(isFull: false))) == [.none])
  }
}

@Suite struct `A request body on a connection` {
  @Test func `is handed on piece by piece to its end`() {
    var told = Told()
    #expect(told.begin(body: .arriving) == .start)
    #expect(told.tell(.client(.body), .client(.body), .client(.end)) == [.deliver, .deliver, .deliver])
    #expect(told.tell(.client(.head)) == [.keep])
    #expect(told.reply() == [keptHead, .proceed])
  }

  @Test func `that is answered before it was read ends the connection and is thrown away`() {
    var told = Told()
    #expect(told.begin(body: .arriving) == .start)
    #expect(told.reply() == [lastHead, .close])
    #expect(told.tell(.client(.body), .socket(.readWanted(isFull: true))) == [.none, .read])
    #expect(told.tell(.socket(.flushed), .client(.body)) == [.linger, .none])
    #expect(told.tell(.client(.ended)) == [.shut])
  }

  @Test func `is asked for once when the client waits for it`() {
    var told = Told()
    #expect(told.begin(body: .expected) == .start)
    #expect(told.state.deadline == .none)
    #expect(told.tell(.request(.bodyWanted), .request(.bodyWanted)) == [.sendContinue, .none])
    #expect(told.state.deadline == .body)
    #expect(told.tell(.client(.body), .client(.end)) == [.deliver, .deliver])
    #expect(told.reply() == [keptHead, .proceed])
  }

  @Test func `is not asked for any more when its reply has begun`() {
    var told = Told()
    #expect(told.begin(body: .expected) == .start)
    #expect(told.tell(live) == [.writeHead(.chunked, .close, hasBody: true)])
    #expect(told.tell(.request(.bodyWanted)) == [.none])
  }

  @Test func `that comes unasked is not asked for`() {
    var told = Told()
    #expect(told.begin(body: .expected) == .start)
    #expect(told.tell(.client(.body), .request(.bodyWanted)) == [.deliver, .none])
  }

  @Test(arguments: [ClientEvent.ended, .broken(.bodyIncomplete)])
  func `that breaks off is answered`(event: ClientEvent) {
    var told = Told()
    #expect(told.begin(isHead: true, body: .arriving) == .start)
    #expect(told.tell(.client(event)) == [.refuse(.bodyIncomplete, isHead: true)])
  }

  @Test func `that had broken off before its turn came is not begun`() {
    var told = Told()
    _ = told.tell(.client(.head), .client(.body), .client(.broken(.malformed)), .client(.readComplete))
    _ = told.tell(.request(.begun(isHead: false, isHTTP10: false, keepsAlive: true, body: .arriving)))
    #expect(told.tell(.client(.body), .request(.queueEmptied)) == [.deliver, .none])
    #expect(told.tell(.request(.fed)) == [.refuse(.malformed, isHead: false)])
  }

  @Test func `that is too much is refused, and its reply cut off when that has begun`() {
    var told = Told()
    #expect(told.begin(body: .arriving) == .start)
    var begun = told
    #expect(told.tell(.request(.bodyRefused(.bodyTooLarge))) == [.refuse(.bodyTooLarge, isHead: false)])
    _ = begun.tell(live)
    #expect(begun.tell(.request(.bodyRefused(.bodyTooLarge))) == [.abort])
  }
}

@Suite struct `A connection whose time is over` {
  @Test func `is cut in silence when nobody waits for an answer`() {
    var told = Told()
    #expect(told.state.deadline == .silence)
    #expect(told.tell(.time(.overdue)) == [.cut(.silent)])
    var kept = Told()
    _ = kept.begin()
    _ = kept.reply()
    #expect(kept.tell(.time(.overdue)) == [.cut(.idle)])
  }

  @Test func `is told so within a header and within a body`() {
    var told = Told()
    #expect(told.tell(.client(.readComplete)) == [.none])
    #expect(told.state.deadline == .header)
    #expect(told.tell(.time(.overdue)) == [.refuse(.requestTooSlow, isHead: false)])
    var body = Told()
    _ = body.begin(body: .arriving)
    #expect(body.state.deadline == .body)
    #expect(body.tell(.time(.overdue)) == [.refuse(.requestTooSlow, isHead: false)])
  }

  @Test func `is not blamed while the responder works or holds it back`() {
    var told = Told()
    _ = told.begin()
    #expect(told.tell(.time(.overdue)) == [.none])
    var held = Told()
    _ = held.begin(body: .arriving)
    #expect(held.tell(.socket(.readWanted(isFull: true)), .time(.overdue)) == [.none, .none])
    #expect(held.tell(.socket(.room(isFull: false)), .time(.overdue)).last == .refuse(.requestTooSlow, isHead: false))
  }

  @Test func `is cut when it takes nothing of its reply`() {
    var told = Told()
    _ = told.begin()
    _ = told.tell(live, .socket(.blocked))
    #expect(told.tell(.time(.unread), .reply(.piece(1)), .client(.gone)) == [.cut(.unread), .clientGone, .release])
  }

  @Test func `is read for a while only after its last answer`() {
    var told = Told()
    told.state.mostLingerReads = 3
    _ = told.begin(body: .arriving)
    _ = told.tell(.reply(.failed(.bodyTooLarge)), .socket(.flushed))
    for _ in 0..<3 {
      #expect(told.tell(.socket(.readWanted(isFull: false))) == [.read])
    }
    var slow = told
    #expect(told.tell(.socket(.readWanted(isFull: false))) == [.cut(.linger)])
    #expect(slow.tell(.time(.overdue)) == [.cut(.linger)])
  }

  @Test func `gives its place to another client only while it waits`() {
    var told = Told()
    _ = told.begin()
    #expect(told.tell(.time(.surplus)) == [.none])
    _ = told.reply()
    #expect(told.tell(.time(.surplus)) == [.cut(.surplus)])
  }
}

@Suite struct `A connection in a shutdown` {
  @Test func `that waits is closed after the announcement`() {
    var told = Told()
    #expect(told.tell(.time(.announced), .time(.drain), .time(.announced)) == [.none, .none, .close])
    #expect(told.tell(.socket(.flushed)) == [.shut])
  }

  @Test func `that reads a header is waited for and told at its answer`() {
    var told = Told()
    #expect(told.tell(.client(.readComplete), .time(.drain), .time(.announced)) == [.none, .none, .none])
    #expect(told.begin() == .start)
    #expect(told.reply() == [lastHead, .close])
  }

  @Test func `that works finishes its request and drops those behind it`() {
    var told = Told()
    #expect(told.begin() == .start)
    #expect(told.tell(.client(.head), .client(.end), .time(.drain)) == [.keep, .keep, .none])
    #expect(told.reply() == [lastHead, .close])
    #expect(!told.state.isQueued)
    #expect(told.tell(.socket(.flushed)) == [.linger])
  }

  @Test func `ends a stream without an end, at once or as soon as it begins`() {
    var told = Told()
    _ = told.begin()
    #expect(told.tell(live, .time(.drain)) == [.writeHead(.chunked, .implied, hasBody: true), .cancel])
    #expect(told.tell(.reply(.streamEnded), .reply(.ended)) == [.endStream(isChunked: true), .proceed])
    var late = Told()
    _ = late.begin()
    #expect(late.tell(.time(.drain), live) == [.none, .writeHead(.chunked, .close, hasBody: true)])
    #expect(late.state.mustEndStream)
  }

  @Test func `is reset at the limit, whatever it does`() {
    var told = Told()
    _ = told.begin()
    #expect(told.tell(.time(.limit), .time(.limit)) == [.abort, .none])
  }
}

@Suite struct `A connection whose client goes` {
  @Test func `in the midst of an answer writes nothing more`() {
    var told = Told()
    _ = told.begin()
    #expect(told.tell(.client(.gone)) == [.release])
    #expect(told.reply() == [.none, .none])
  }

  @Test func `still gets its answer when it only has nothing more to say`() {
    var told = Told()
    _ = told.begin()
    #expect(told.tell(.client(.ended)) == [.none])
    #expect(told.reply() == [lastHead, .close])
    #expect(told.tell(.socket(.flushed)) == [.shut])
  }

  @Test func `gets all answers when it had asked for more before`() {
    var told = Told()
    _ = told.begin()
    _ = told.tell(.client(.head), .client(.end), .client(.ended))
    #expect(told.reply() == [keptHead, .proceed])
    _ = told.tell(.request(.queueEmptied))
    _ = told.tell(.request(.begun(isHead: false, isHTTP10: false, keepsAlive: true, body: .whole)), .request(.fed))
    #expect(told.reply() == [lastHead, .close])
  }

  @Test func `is closed when it asks nothing`() {
    var told = Told()
    #expect(told.tell(.client(.ended), .request(.settled)) == [.proceed, .close])
    #expect(told.tell(.socket(.flushed)) == [.shut])
  }

  @Test func `ends a stream that nobody else would end`() {
    var told = Told()
    _ = told.begin()
    #expect(told.tell(live, .client(.ended)).last == .abort)
    #expect(told.tell(.reply(.piece(1)), .reply(.streamEnded)) == [.clientGone, .none])
  }
}

@Suite struct `A streamed reply on a connection` {
  @Test func `is chunked when its length is not known`() {
    var told = Told()
    _ = told.begin()
    let stream = ConnectionEvent.reply(.stream(length: nil, allowsBody: true, isEndless: false))
    #expect(
      told.tell(stream, .reply(.piece(9))) == [.writeHead(.chunked, .implied, hasBody: true), .write(isChunked: true)])
    #expect(told.tell(.socket(.blocked), .socket(.writable)) == [.none, .wakeWriter])
    #expect(told.tell(.reply(.streamEnded), .reply(.ended)) == [.endStream(isChunked: true), .proceed])
  }

  @Test func `to HTTP 1.0 ends with the connection`() {
    var told = Told()
    _ = told.begin(isHTTP10: true)
    let stream = ConnectionEvent.reply(.stream(length: nil, allowsBody: true, isEndless: false))
    #expect(
      told.tell(stream, .reply(.piece(9))) == [
        .writeHead(.untilClose, .close, hasBody: true), .write(isChunked: false),
      ])
    #expect(told.tell(.reply(.streamEnded), .reply(.ended)) == [.endStream(isChunked: false), .close])
  }

  @Test func `has the length that it was declared with, no more and no less`() {
    var told = Told()
    _ = told.begin()
    let stream = ConnectionEvent.reply(.stream(length: 5, allowsBody: true, isEndless: false))
    #expect(
      told.tell(stream, .reply(.piece(4))) == [
        .writeHead(.length(5), .implied, hasBody: true), .write(isChunked: false),
      ])
    var short = told
    #expect(short.tell(.reply(.streamEnded)) == [.abort])
    #expect(told.tell(.reply(.piece(2)), .reply(.piece(1))) == [.refusePiece, .write(isChunked: false)])
    #expect(told.tell(.reply(.streamEnded), .reply(.ended)) == [.endStream(isChunked: false), .proceed])
  }

  @Test func `to HEAD is only described`() {
    var told = Told()
    _ = told.begin(isHead: true)
    let stream = ConnectionEvent.reply(.stream(length: 5, allowsBody: true, isEndless: false))
    #expect(told.tell(stream, .reply(.piece(5))) == [.writeHead(.length(5), .implied, hasBody: false), .clientGone])
    #expect(told.tell(.reply(.ended)) == [.proceed])
  }

  @Test func `that fails is cut off, where a whole one is answered`() {
    var told = Told()
    _ = told.begin()
    var begun = told
    #expect(told.tell(.reply(.failed(.responderFailed))) == [.refuse(.responderFailed, isHead: false)])
    #expect(begun.tell(live, .reply(.failed(.responderFailed))).last == .abort)
  }
}
