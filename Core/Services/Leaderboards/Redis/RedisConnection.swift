internal import CHiredis
internal import Dispatch
internal import Foundation
internal import Synchronization

/// A connection to Redis on a thread of its own. Commands are carried out in the order in which they are given; those that
/// come while others are on their way go out together. A connection that was lost is opened again for the next commands.
final class RedisConnection: Sendable {
  typealias Answer = @Sendable (Result<[RedisReply], RankStoreError>) -> Void

  private struct Request: Sendable {
    let commands: [RedisCommand]
    let answer: Answer
  }

  private let requests = Mutex<(waiting: [Request], isClosed: Bool)>(([], false))
  private let bell = DispatchSemaphore(value: 0)

  /// - Parameter patienceSeconds: how long an answer may take.
  init(_ address: RedisAddress, patienceSeconds: Int = 30) {
    let thread = Thread { [weak self, bell] in
      let line = RedisLine(address, patienceSeconds)
      while true {
        bell.wait()
        guard let requests = self?.take() else { return }
        line.carryOut(requests.map { ($0.commands, $0.answer) })
      }
    }
    thread.name = "redis"
    thread.start()
  }

  deinit { bell.signal() }

  /// Gives commands; the answer is called on the connection's thread.
  func send(_ commands: [RedisCommand], _ answer: @escaping Answer) {
    requests.withLock { $0.waiting.append(Request(commands: commands, answer: answer)) }
    bell.signal()
  }

  /// Runs commands.
  /// - Throws: ``RankStoreError`` when Redis cannot be reached or refuses one of them.
  func run(_ commands: [RedisCommand]) async throws -> [RedisReply] {
    try await withCheckedThrowingContinuation { continuation in
      send(commands) { continuation.resume(with: $0) }
    }
  }

  /// Runs commands while the calling thread waits.
  /// - Throws: as ``run(_:)``.
  func runWaiting(_ commands: [RedisCommand]) throws -> [RedisReply] {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<[RedisReply], RankStoreError>?>(nil)
    send(commands) { answer in
      result.withLock { $0 = answer }
      done.signal()
    }
    done.wait()
    return try result.withLock { $0! }.get()
  }

  private func take() -> [Request] {
    requests.withLock { requests in
      defer { requests.waiting = [] }
      return requests.waiting
    }
  }
}

/// The socket behind a connection, used on its thread only.
private final class RedisLine {
  private let address: RedisAddress
  private let patienceSeconds: Int
  private var context: UnsafeMutablePointer<redisContext>?

  init(_ address: RedisAddress, _ patienceSeconds: Int) {
    self.address = address
    self.patienceSeconds = patienceSeconds
  }

  deinit { if let context { redisFree(context) } }

  /// Sends all commands, then reads all answers.
  func carryOut(_ requests: [(commands: [RedisCommand], answer: RedisConnection.Answer)]) {
    guard !requests.isEmpty else { return }
    do throws(RankStoreError) {
      try open()
      for request in requests { for command in request.commands { append(command) } }
    } catch {
      for request in requests { request.answer(.failure(error)) }
      return
    }
    for request in requests { request.answer(replies(request.commands.count)) }
  }

  private func open() throws(RankStoreError) {
    guard context == nil else { return }
    let limit = timeval(tv_sec: min(5, patienceSeconds), tv_usec: 0)
    guard let opened = redisConnectWithTimeout(address.host, Int32(address.port), limit) else {
      throw RankStoreError(description: "There is no memory for a connection to Redis.")
    }
    context = opened
    guard opened.pointee.err == 0 else { throw lost() }
    redisSetTimeout(opened, timeval(tv_sec: patienceSeconds, tv_usec: 0))
    var greetings: [RedisCommand] = []
    if let password = address.password { greetings.append(RedisCommand("AUTH", password)) }
    if address.database != 0 { greetings.append(RedisCommand("SELECT", String(address.database))) }
    for greeting in greetings { append(greeting) }
    if case .failure(let error) = replies(greetings.count) {
      close()
      throw error
    }
  }

  private func append(_ command: RedisCommand) {
    let bytes = command.words.flatMap { $0 }
    let lengths = command.words.map(\.count)
    bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        var start = 0
        var words: [UnsafePointer<CChar>?] = []
        for length in lengths {
          words.append(characters.baseAddress.map { $0 + start })
          start += length
        }
        _ = redisAppendCommandArgv(context, Int32(words.count), &words, lengths)
      }
    }
  }

  /// Reads so many answers; a refused command makes all of them a failure, once they are read.
  private func replies(_ count: Int) -> Result<[RedisReply], RankStoreError> {
    var replies: [RedisReply] = []
    var refusal: RankStoreError?
    for _ in 0..<count {
      var raw: UnsafeMutableRawPointer?
      guard context != nil, redisGetReply(context, &raw) == REDIS_OK, let raw else { return .failure(lost()) }
      let reply = RedisReply(raw.assumingMemoryBound(to: redisReply.self))
      freeReplyObject(raw)
      if case .failure(let text) = reply { refusal = RankStoreError(description: "Redis refused a command: \(text)") }
      replies.append(reply)
    }
    return refusal.map { .failure($0) } ?? .success(replies)
  }

  private func lost() -> RankStoreError {
    let cause = context.map { withUnsafePointer(to: $0.pointee.errstr) { Self.text($0) } } ?? "it was closed"
    close()
    return RankStoreError(
      description: "The connection to Redis at \(address.host):\(address.port) failed: \(cause). Start Redis there, or "
        + "correct the setting 'redis'.")
  }

  private static func text(_ characters: UnsafeRawPointer) -> String {
    String(cString: characters.assumingMemoryBound(to: CChar.self))
  }

  private func close() {
    if let context { redisFree(context) }
    context = nil
  }
}
