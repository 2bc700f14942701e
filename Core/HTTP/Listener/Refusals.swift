import Glibc
import NIOCore

/// Answers connections that are one too many, and closes them. Belongs to the thread that accepts.
///
/// A socket that is closed before the client's request has arrived answers it with a reset, which may take the answer from
/// the client. So the last few are kept open for a moment.
struct Refusals {
  /// Descriptors that are kept; the oldest goes for a new one.
  private static let kept = 64
  /// Bytes of a request that are read before the socket is closed.
  private static let readBytes = 16 << 10

  private let configuration: ListenerConfiguration
  private var answers: [ListenerFault: [UInt8]] = [:]
  private var open: [Int32] = []
  private var oldest = 0

  init(_ configuration: ListenerConfiguration) { self.configuration = configuration }

  /// Whether none is kept.
  var isEmpty: Bool { open.isEmpty }

  /// Answers and closes a connection.
  mutating func refuse(_ descriptor: Int32, _ fault: ListenerFault) {
    let answer = answers[fault] ?? makeAnswer(fault)
    answers[fault] = answer
    _ = answer.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
    shutdown(descriptor, Int32(SHUT_WR))
    if open.count < Self.kept { return open.append(descriptor) }
    Self.end(open[oldest])
    open[oldest] = descriptor
    oldest = (oldest + 1) % Self.kept
  }

  /// Closes all that are kept.
  mutating func endAll() {
    open.forEach(Self.end)
    open.removeAll()
    oldest = 0
  }

  /// Takes what has arrived, so that the socket closes in good order.
  private static func end(_ descriptor: Int32) {
    withUnsafeTemporaryAllocation(byteCount: readBytes, alignment: 1) { space in
      _ = recv(descriptor, space.baseAddress, space.count, Int32(MSG_DONTWAIT))
    }
    close(descriptor)
  }

  private func makeAnswer(_ fault: ListenerFault) -> [UInt8] {
    var output = ByteBuffer()
    ResponseHead.writeProblem(
      fault, body: configuration.problem(fault), date: HTTPDate.line(for: time(nil)), into: &output)
    return Array(output.readableBytesView)
  }
}
