import FieldhouseHTTP
import HTTPTypes
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

typealias Answer = @Sendable (ServerRequest) async throws -> ServerResponse

/// A listener that runs for one test.
final class RunningListener: Sendable {
  private let group: ServiceGroup
  private let task: Task<Void, any Error>
  private let journal: Journal
  /// The port on 127.0.0.1; 0 for a Unix socket.
  let port: Int

  init(_ configuration: ListenerConfiguration, answer: @escaping Answer) async throws {
    let journal = Journal()
    var configuration = configuration
    configuration.events = { journal.add($0) }
    configuration.eventLoops = 2
    let listener = Listener(configuration: configuration, responder: TestResponder(answer: answer))
    let group = ServiceGroup(services: [listener], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    self.journal = journal
    self.group = group
    task = Task {
      defer { journal.end() }
      try await group.run()
    }
    port = await journal.boundPort()
  }

  /// Ends the service in good order and waits for its end.
  func shutDown() async throws {
    await group.triggerGracefulShutdown()
    try await task.value
  }

  /// Returns as soon as replies announce the end.
  func beginShutdown() async {
    await group.triggerGracefulShutdown()
    await journal.drainBegan()
  }

  func finished() async throws {
    try await task.value
  }

  /// Why connections were cut so far.
  var cuts: [CutReason] {
    journal.events.compactMap { if case .cut(let reason, _) = $0 { reason } else { nil } }
  }

  /// What was refused so far.
  var refusals: [ListenerFault] {
    journal.events.compactMap { if case .refused(let fault, _) = $0 { fault } else { nil } }
  }

  /// Peers that say for whom they ask without being believed.
  var unknownProxies: [String] {
    journal.events.compactMap { if case .unknownProxy(let peer) = $0 { peer } else { nil } }
  }

  /// Connections that were cut at the end of the shutdown.
  var cutAtEnd: Int? {
    journal.events.compactMap { if case .drained(let cut) = $0 { cut } else { nil } }.last
  }
}

/// Answers with a closure; `/livez` may use the reserve.
private struct TestResponder: ServerResponder {
  let answer: Answer

  func respond(to request: ServerRequest) async throws -> ServerResponse { try await answer(request) }

  func mayUseReserve(_ request: ServerRequest) async -> Bool { request.target == "/livez" }
}

/// What a listener has reported.
private final class Journal: Sendable {
  private let list = Mutex<[ListenerEvent]>([])
  private let bound: AsyncStream<Int>
  private let reporter: AsyncStream<Int>.Continuation
  private let draining: AsyncStream<Void>
  private let drainReporter: AsyncStream<Void>.Continuation

  init() {
    (bound, reporter) = AsyncStream.makeStream()
    (draining, drainReporter) = AsyncStream.makeStream()
  }

  var events: [ListenerEvent] { list.withLock { $0 } }

  func add(_ event: ListenerEvent) {
    if case .bound(let address) = event { reporter.yield(address?.port ?? 0) }
    if case .draining = event { drainReporter.yield() }
    list.withLock { $0.append(event) }
  }

  /// Nobody waits for what does not happen any more.
  func end() {
    reporter.finish()
    drainReporter.finish()
  }

  func boundPort() async -> Int {
    await bound.first { _ in true } ?? 0
  }

  func drainBegan() async {
    _ = await draining.first { _ in true }
  }
}

/// Runs a test against a listener on a free port of the loopback interface.
func withListener(
  _ adjust: (inout ListenerConfiguration) -> Void = { _ in }, answer: @escaping Answer = { _ in .text("ok") },
  test: (RunningListener) async throws -> Void
) async throws {
  var configuration = ListenerConfiguration(address: .tcp(host: "127.0.0.1", port: 0))
  configuration.drain.announce = .milliseconds(50)
  configuration.drain.limit = .seconds(5)
  adjust(&configuration)
  let listener = try await RunningListener(configuration, answer: answer)
  do {
    try await test(listener)
  } catch {
    try await listener.shutDown()
    throw error
  }
  try await listener.shutDown()
}

extension ServerResponse {
  static func text(_ text: String) -> ServerResponse {
    ServerResponse(status: .ok, headers: [.contentType: "text/plain"], body: .bytes(ByteBuffer(string: text)))
  }
}

/// Answers with the method, the target and the body of the request.
let echo: Answer = { request in
  let body = try await request.body(upTo: 1 << 20)
  return .text("\(request.method) \(request.target) \(String(buffer: body))")
}
