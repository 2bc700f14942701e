/// What a client gets that begins to watch.
struct LiveWatch: Sendable {
  /// What a client gets that comes back.
  struct Resumption: Sendable {
    /// Where it stood.
    let position: LivePosition
    /// What it missed, of each source in order.
    let messages: [LiveMessage]
  }

  /// What comes; ends when the client falls behind.
  let messages: AsyncStream<LiveMessage>
  /// Ends ``messages``.
  let end: @Sendable () -> Void
  /// Where ``messages`` begin.
  let position: LivePosition
  /// For a client that comes back, when what it missed is known.
  var resume: Resumption?
  /// Whether events may be missing, so that the client must start over.
  var mustReset = false

  /// What is sent before ``messages``.
  var opening: String {
    var text = ": welcome\nretry: 2000\n"
    guard !mustReset else { return text + LiveMessage.reset(at: position) }
    if var position = resume?.position {
      for message in resume?.messages ?? [] { text += message.text(&position) }
    }
    return text + LiveMessage.mark(position)
  }
}
