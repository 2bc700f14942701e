import Glibc
import NIOCore

/// What the connections of one event loop share. Confined to that loop, except for the constants.
final class LoopState: @unchecked Sendable {
  /// How many ticks one may be late before the loop counts as held up.
  private static let lateTicks: Int64 = 4

  let eventLoop: any EventLoop
  /// Its number among the loops.
  let index: Int
  let executor: EventLoopExecutor
  let configuration: ListenerConfiguration
  let responder: any ServerResponder
  let door: Doorkeeper
  let timeouts: Timeouts
  /// The time of the last tick: exact enough for deadlines, and free to read.
  private(set) var now = NIODeadline.now()
  /// Whether the last tick came late.
  private var wasLate = false
  /// The `Date` line of replies, renewed at every tick.
  private(set) var dateLine: [UInt8] = []
  /// When the shutdown began; from then on every reply ends its connection.
  private(set) var drainStart: NIODeadline?
  private var connections: [HTTPConnection] = []
  /// Those with output that is sent at the end of the turn.
  private var answered: [HTTPConnection] = []
  /// Those that are being flushed.
  private var flushing: [HTTPConnection] = []
  private var ticking: RepeatedTask?

  init(
    eventLoop: any EventLoop, index: Int, configuration: ListenerConfiguration, responder: any ServerResponder,
    door: Doorkeeper
  ) {
    self.eventLoop = eventLoop
    self.index = index
    self.door = door
    self.configuration = configuration
    self.responder = responder
    executor = EventLoopExecutor(eventLoop: eventLoop)
    timeouts = Timeouts(configuration)
  }

  func add(_ connection: HTTPConnection) {
    connection.index = connections.count
    connections.append(connection)
  }

  /// Flushes a connection once all have been read from that are ready now.
  func flushInTurn(_ connection: HTTPConnection) {
    answered.append(connection)
    if answered.count == 1 { eventLoop.execute { self.flushAnswered() } }
  }

  private func flushAnswered() {
    swap(&answered, &flushing)
    for connection in flushing where connection.waitsForTurn { connection.flush() }
    flushing.removeAll(keepingCapacity: true)
  }

  func remove(_ connection: HTTPConnection) {
    guard let index = connection.index else { return }
    connection.index = nil
    let last = connections.removeLast()
    guard last !== connection else { return }
    connections[index] = last
    last.index = index
  }
}

extension LoopState {
  /// Begins the ticks that watch the deadlines.
  func start() {
    eventLoop.execute {
      self.tick()
      let interval = self.timeouts.tick
      self.ticking = self.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in self.tick() }
    }
  }

  func stop() {
    eventLoop.execute { self.ticking?.cancel() }
  }

  /// Makes every further reply the last of its connection and ends the streams that have no end of their own.
  func drain() async throws {
    try await eventLoop.submit {
      self.drainStart = .now()
      self.connections.forEach { $0.apply(.time(.drain)) }
    }.get()
  }

  /// Closes some connections of a client that wait for a request, the longest waiting first.
  func closeWaiting(of client: ClientUse, _ count: Int) {
    eventLoop.execute {
      let waiting = self.connections.filter { $0.admission.use === client }
        .compactMap { connection in connection.idleSince.map { (connection, $0) } }
      for (connection, _) in waiting.sorted(by: { $0.1 < $1.1 }).prefix(count) { connection.apply(.time(.surplus)) }
    }
  }

  /// Closes every connection at once.
  func cutAll() {
    eventLoop.execute { self.connections.forEach { $0.apply(.time(.limit)) } }
  }

  /// Whoever holds the loop up keeps it from reading: what has come meanwhile is read before anybody counts as too slow.
  private func tick() {
    let before = now
    now = .now()
    dateLine = HTTPDate.line(for: time(nil))
    wasLate = !wasLate && now - before > timeouts.tick * Self.lateTicks
    if !wasLate { connections.forEach { $0.check(at: now) } }
  }
}

/// The settings in the unit of the event loop.
struct Timeouts: Sendable {
  let header, bodyWindow, bodyGrace, writeProgress, idle, linger, longestLinger, reserve, tick, announce: TimeAmount
  let bodyBytesPerWindow: Int

  init(_ configuration: ListenerConfiguration) {
    let deadlines = configuration.deadlines
    header = TimeAmount(deadlines.header)
    bodyWindow = TimeAmount(deadlines.bodyWindow)
    bodyGrace = TimeAmount(deadlines.bodyGrace)
    writeProgress = TimeAmount(deadlines.writeProgress)
    idle = TimeAmount(deadlines.idle)
    linger = TimeAmount(deadlines.linger)
    longestLinger = TimeAmount(deadlines.linger * deadlines.mostLingers)
    reserve = TimeAmount(deadlines.reserve)
    tick = TimeAmount(deadlines.tick)
    announce = TimeAmount(configuration.drain.announce)
    bodyBytesPerWindow = Int(Double(deadlines.bodyBytesPerSecond) * (deadlines.bodyWindow / .seconds(1)))
  }
}
