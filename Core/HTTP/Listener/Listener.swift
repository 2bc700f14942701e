import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
public import ServiceLifecycle

/// The HTTP/1.1 front of the host: accepts connections, refuses what is malformed, slow or too large, and hands
/// requests to a responder.
///
/// At a graceful shutdown no keep-alive client fails: replies announce `Connection: close`, idle connections are
/// kept for ``ListenerDrain/announce``, running requests finish within ``ListenerDrain/limit``. A socket that was
/// inherited is left to the others that hold it right away.
public struct Listener: Service {
  private let configuration: ListenerConfiguration
  private let responder: any ServerResponder

  /// Prepares a listener; nothing is opened before ``run()``.
  public init(configuration: ListenerConfiguration, responder: any ServerResponder) {
    self.configuration = configuration
    self.responder = responder
  }

  /// Serves until the graceful shutdown has finished.
  ///
  /// - Throws: When the address cannot be bound or the listening socket breaks. Cancelling the task cuts all
  ///   connections.
  public func run() async throws {
    let count = configuration.eventLoops ?? System.coreCount
    let group = MultiThreadedEventLoopGroup(numberOfThreads: max(1, count))
    let result: Result<Void, any Error>
    do {
      result = .success(try await serve(on: group))
    } catch {
      result = .failure(error)
    }
    try await group.shutdownGracefully()
    try result.get()
  }

  private func serve(on group: MultiThreadedEventLoopGroup) async throws {
    let loops = group.makeIterator().map {
      LoopState(eventLoop: $0, configuration: configuration, responder: responder)
    }
    let drain = DrainCoordinator(loops: loops, configuration: configuration, eventLoop: group.next())
    defer { drain.finish() }
    loops.forEach { $0.start() }
    let channel = try await bind(on: group, loops, drain.gate)
    try await limitUnsentBytes(channel)
    configuration.events(.bound(channel.localAddress))
    try await drain.run(channel)
  }

  /// Keeps little more in the kernel than what is on its way, for every connection of the socket: the progress of a
  /// slow reader can then be seen, and one that never reads costs no megabytes.
  private func limitUnsentBytes(_ channel: any Channel) async throws {
    guard let address = channel.localAddress, address.protocol != .unix else { return }
    let option = NIOBSDSocket.Option(rawValue: TCP_NOTSENT_LOWAT)
    try await channel.setOption(.tcpOption(option), value: 32 << 10).get()
  }

  private func bind(on group: MultiThreadedEventLoopGroup, _ loops: [LoopState], _ gate: AcceptGate) async throws
    -> any Channel
  {
    let states = Dictionary(uniqueKeysWithValues: loops.map { (ObjectIdentifier($0.eventLoop), $0) })
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: configuration.backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(gate) }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard let state = states[ObjectIdentifier(channel.eventLoop)] else {
            throw ChannelError.inappropriateOperationForState
          }
          try Self.configure(channel, state)
        }
      }
    switch configuration.address {
    case .tcp(let host, let port): return try await bootstrap.bind(host: host, port: port).get()
    case .unix(let path):
      return try await bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).get()
    case .inherited(let descriptor): return try await bootstrap.withBoundSocket(descriptor).get()
    }
  }

  private static func configure(_ channel: any Channel, _ state: LoopState) throws {
    let limits = state.configuration.limits
    var decoding = NIOHTTPDecoderLimitConfiguration()
    decoding.maxHeaderFieldSize = limits.headerBytes
    decoding.maxHeaderListSize = limits.headerBytes
    decoding.maxHeaderFieldCount = limits.headerFields
    let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: decoding)
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(ByteToMessageHandler(decoder))
    try pipeline.addHandler(HTTPConnection(loop: state))
  }
}
