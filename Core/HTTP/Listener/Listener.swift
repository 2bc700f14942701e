import NIOCore
package import NIOHTTP1
import NIOPosix
public import ServiceLifecycle
import Synchronization

/// The HTTP/1.1 front of the host: accepts connections, refuses what is malformed, slow or too large, and hands
/// requests to a responder.
///
/// At a graceful shutdown no keep-alive client fails: replies announce `Connection: close`, idle connections are
/// kept for ``ListenerDrain/announce``, running requests finish within ``ListenerDrain/limit``. A socket that was
/// inherited is left to the others that hold it right away.
public struct Listener: Service, CustomStringConvertible {
  /// A short name; without one, everything it holds is written when a group of services is made.
  public let description = "listener"
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
    var configuration = configuration
    configuration.limits.fit(descriptors: DescriptorLimit.raised())
    let door = Doorkeeper(configuration)
    let loops = group.makeIterator().enumerated().map { [configuration] in
      LoopState(eventLoop: $1, index: $0, configuration: configuration, responder: responder, door: door)
    }
    let socket = try ListeningSocket(opening: configuration.address, backlog: configuration.backlog)
    let address = socket.localAddress
    let emptied = group.next().makePromise(of: Void.self)
    defer {
      loops.forEach { $0.stop() }
      emptied.succeed()
    }
    let turn = Atomic(0)
    let acceptor = try Acceptor(socket, door: door, loops: loops, emptied: emptied) { descriptor, admission in
      let next = turn.wrappingAdd(1, ordering: .relaxed).oldValue
      return Self.adopt(descriptor, admission, loops[next % loops.count])
    }
    loops.forEach { $0.start() }
    configuration.events(.bound(address))
    try await DrainCoordinator(loops: loops, configuration: configuration, acceptor: acceptor, emptied: emptied).run()
  }

  /// What a connection reads at a time. Each keeps the memory for its next read, so with much of it many clients that send
  /// something would cost as much as their bodies.
  private static let receiving = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2048, maximum: 4 << 10)

  private static func adopt(
    _ descriptor: Int32, _ admission: Admission, _ state: LoopState
  ) -> EventLoopFuture<any Channel> {
    ClientBootstrap(group: state.eventLoop)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .channelOption(.recvAllocator, value: receiving)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try configure(channel, descriptor, admission, state) }
      }
      .withConnectedSocket(descriptor)
  }

  private static func configure(
    _ channel: any Channel, _ descriptor: Int32, _ admission: Admission, _ state: LoopState
  ) throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(state.configuration.limits)))
    try pipeline.addHandler(HTTPConnection(loop: state, descriptor: descriptor, admission: admission))
  }
}

extension HTTPRequestDecoder {
  /// Reads requests with heads up to these limits.
  package convenience init(_ limits: ListenerLimits) {
    var decoding = NIOHTTPDecoderLimitConfiguration()
    decoding.maxHeaderFieldSize = limits.headerBytes
    decoding.maxHeaderListSize = limits.headerBytes
    decoding.maxHeaderFieldCount = limits.headerFields
    self.init(leftOverBytesStrategy: .dropBytes, limitConfiguration: decoding)
  }
}
