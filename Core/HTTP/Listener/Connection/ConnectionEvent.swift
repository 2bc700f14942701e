/// Everything that can happen to a connection.
enum ConnectionEvent: Hashable, Sendable {
  case client(ClientEvent)
  case request(RequestEvent)
  case reply(ReplyEvent)
  case socket(SocketEvent)
  case time(TimeEvent)
}

/// What comes from the client.
enum ClientEvent: Hashable, Sendable {
  /// The head of a request, a piece of its body, its end.
  case head, body, end
  /// What comes now cannot be read or kept.
  case broken(ListenerFault)
  /// All that had arrived is told.
  case readComplete
  /// It will send nothing more.
  case ended
  /// The connection is no more.
  case gone
}

/// What becomes of a request.
enum RequestEvent: Hashable, Sendable {
  /// The last part that waited was taken.
  case queueEmptied
  /// Nothing more can be taken up for now.
  case settled
  /// It was let in.
  case begun(isHead: Bool, isHTTP10: Bool, keepsAlive: Bool, body: Answering.Body)
  /// It was not let in.
  case refused(ListenerFault, isHead: Bool)
  /// What waited of its body is handed on.
  case fed
  /// A piece of its body was too much.
  case bodyRefused(ListenerFault)
  /// The responder asks for body bytes that are not there yet.
  case bodyWanted
}

/// What comes from the responder.
enum ReplyEvent: Hashable, Sendable {
  /// A reply with all its bytes. Where the status allows no body, its length is only told.
  case whole(length: Int, allowsBody: Bool)
  /// A reply whose bytes are still made.
  case stream(length: Int?, allowsBody: Bool, isEndless: Bool)
  /// So many bytes of a stream.
  case piece(Int)
  /// The producer of a stream is done.
  case streamEnded
  /// The reply is written.
  case ended
  /// The responder has failed.
  case failed(ListenerFault)
}

/// What the socket says.
enum SocketEvent: Hashable, Sendable {
  /// It could be read; `isFull` when enough waits for the responder.
  case readWanted(isFull: Bool)
  /// Some of what waited was taken.
  case room(isFull: Bool)
  /// It takes no more, or takes more again.
  case blocked, writable
  /// The last bytes have left.
  case flushed
  /// It is broken.
  case failed
}

/// What time brings.
enum TimeEvent: Hashable, Sendable {
  /// ``ConnectionState/deadline`` has passed.
  case overdue
  /// The client has taken too little of what was written.
  case unread
  /// The shutdown begins.
  case drain
  /// The shutdown was announced for long enough.
  case announced
  /// The time for the shutdown is over.
  case limit
  /// The place is needed for another client.
  case surplus
}

/// What a connection does about an event.
enum ConnectionAction: Hashable, Sendable {
  case none
  /// Keep the part until the requests before it are answered.
  case keep
  /// Hand the part on as the current request's body.
  case deliver
  /// Take up what waits and send what was written, then tell ``RequestEvent/settled``.
  case proceed
  /// Let the responder answer the request.
  case start
  /// Read from the socket.
  case read
  /// Ask the client for the body.
  case sendContinue
  /// Write the head of the reply, after which its body follows or its end.
  case writeHead(ResponseHead.Framing, ResponseHead.Connection, hasBody: Bool)
  /// Write a piece of a stream.
  case write(isChunked: Bool)
  /// Tell the producer that the piece is more than the declared length.
  case refusePiece
  /// Tell the producer that nobody takes its bytes.
  case clientGone
  /// Write the end of a stream.
  case endStream(isChunked: Bool)
  /// Let the producer go on.
  case wakeWriter
  /// Ask the producer to end.
  case cancel
  /// Let go of the current request, answer the fault, then as ``close``.
  case refuse(ListenerFault, isHead: Bool)
  /// Send what is written and tell ``SocketEvent/flushed``.
  case close
  /// Close the output only.
  case linger
  /// Close the socket.
  case shut
  /// Report the reason and close the socket at once.
  case cut(CutReason)
  /// Reset the connection.
  case abort
  /// Let go of everything.
  case release
}
