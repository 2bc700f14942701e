internal import Foundation
internal import Glibc
internal import Synchronization

/// Stands between an engine and its server and cuts connections: at random, before a message reaches the server or
/// after it did but before the answer comes back; or all of them.
public final class CuttingProxy: Sendable {
  private struct State {
    var random: SeededRandom
    var isOpen = true
    var isFrozen = false
    var bytesLeft: Int?
    var cuts = 0
    var sockets: Set<CInt> = []
  }

  /// The port it listens on.
  public let port: UInt16
  private let target: UInt16
  private let listener: CInt
  private let cutPercent: Int
  private let state: Mutex<State>

  /// A proxy to a port of this machine.
  /// - Parameter cutPercent: how many of a hundred messages to the server end the connection.
  public init(to target: UInt16, cutPercent: Int, seed: UInt64) {
    self.target = target
    self.cutPercent = cutPercent
    state = Mutex(State(random: SeededRandom(seed: seed)))
    listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = Self.address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let raw = listener
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Bool in
        bind(raw, pointer, size) == 0 && listen(raw, 64) == 0 && getsockname(raw, pointer, &size) == 0
      }
    }
    precondition(bound, "no port is free")
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in accept() }
  }

  /// How many connections were cut at random.
  public var cuts: Int { state.withLock { $0.cuts } }

  /// Whether connections get through; closing cuts those there are.
  public func setOpen(_ isOpen: Bool) {
    let cut = state.withLock { state in
      state.isOpen = isOpen
      return isOpen ? [] : state.sockets
    }
    for socket in cut { shutdown(socket, CInt(SHUT_RDWR)) }
  }

  /// Closes by itself once so many bytes have gone to the server.
  public func cut(after bytes: Int) { state.withLock { $0.bytesLeft = bytes } }

  /// Whether connections get through.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  private func mustCut(_ count: Int) -> Bool {
    state.withLock { state in
      guard let left = state.bytesLeft else { return false }
      state.bytesLeft = left > count ? left - count : nil
      return left <= count
    }
  }

  /// Whether messages stay where they are, both ways, as when the server hangs.
  public func setFrozen(_ isFrozen: Bool) { state.withLock { $0.isFrozen = isFrozen } }

  /// Ends it.
  public func close() {
    setOpen(false)
    shutdown(listener, CInt(SHUT_RDWR))
  }

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0 else { break }
      let server = connect()
      let isOpen = state.withLock { state in
        if state.isOpen, server >= 0 { state.sockets.formUnion([client, server]) }
        return state.isOpen && server >= 0
      }
      guard isOpen else {
        _ = Glibc.close(client)
        if server >= 0 { _ = Glibc.close(server) }
        continue
      }
      let pair = SocketPair(client: client, server: server)
      Thread.detachNewThread { [self] in relay(from: client, to: server, of: pair, mayCut: true) }
      Thread.detachNewThread { [self] in relay(from: server, to: client, of: pair, mayCut: false) }
    }
    _ = Glibc.close(listener)
  }

  private func relay(from source: CInt, to target: CInt, of pair: SocketPair, mayCut: Bool) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var messages = 0
    while true {
      let count = read(source, &buffer, buffer.count)
      guard count > 0 else { break }
      messages += 1
      if mayCut, mustCut(count) { setOpen(false) }
      while state.withLock({ $0.isFrozen && $0.isOpen }) { usleep(5_000) }
      // The first messages are the connection's own: start and settings.
      let cut = mayCut && messages > 4 ? chooseCut() : nil
      if cut == .before { break }
      if cut == .after { pair.muteClient() }
      guard send(target, buffer, count, CInt(MSG_NOSIGNAL)) == count else { break }
      if cut == .after {
        usleep(20_000)
        break
      }
    }
    end(pair)
  }

  private enum Cut { case before, after }

  private func chooseCut() -> Cut? {
    state.withLock { state in
      guard state.random.next(below: 100) < cutPercent else { return nil }
      state.cuts += 1
      return state.random.next(below: 2) == 0 ? .before : .after
    }
  }

  private func end(_ pair: SocketPair) {
    for socket in [pair.client, pair.server] { shutdown(socket, CInt(SHUT_RDWR)) }
    guard pair.isLastToEnd() else { return }
    state.withLock { $0.sockets.subtract([pair.client, pair.server]) }
    for socket in [pair.client, pair.server] { _ = Glibc.close(socket) }
  }

  private func connect() -> CInt {
    let server = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = Self.address(target)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard !isConnected else { return server }
    _ = Glibc.close(server)
    return -1
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
    return address
  }
}

/// Both ends of a relayed connection.
private final class SocketPair: Sendable {
  let client: CInt
  let server: CInt
  private let ends = Mutex(0)

  init(client: CInt, server: CInt) {
    self.client = client
    self.server = server
  }

  /// Lets no further answer through.
  func muteClient() { shutdown(client, CInt(SHUT_WR)) }

  func isLastToEnd() -> Bool {
    ends.withLock {
      $0 += 1
      return $0 == 2
    }
  }
}
