import FieldhouseKit
import FieldhouseMachine
import Foundation
import Glibc

/// Works on pictures in processes of their own (`fieldhouse-pictures`), a few at a time.
public struct PictureWorker: Sendable {
  /// The longest edge of a profile picture, in pixels.
  public static let edge = 512
  private static let quality = 82
  private static let parallel = 2
  private static let waitingAtMost = 32
  private static let timeoutSeconds = 20.0

  private let executable: String
  private let pool = OutgoingPool(width: parallel)
  private let queue = PlaceCounter(places: waitingAtMost)

  /// A worker.
  /// - Parameter executable: the path of `fieldhouse-pictures`.
  public init(executable: String) { self.executable = executable }

  /// The picture as a JPEG of at most ``edge`` pixels each way, upright and without metadata.
  /// - Throws: ``Problem`` 415 for bytes that are no picture, 413 for too many pixels, 503 when too many wait or the
  ///   program is missing.
  public func shrink(_ picture: [UInt8]) async throws -> [UInt8] {
    try await run([String(Self.edge), String(Self.quality)], picture)
  }

  /// The same, cut to a square around its middle.
  /// - Throws: as ``shrink(_:)``.
  public func square(_ picture: [UInt8]) async throws -> [UInt8] {
    try await run(["square", String(Self.edge), String(Self.quality)], picture)
  }

  /// The card as a PNG of 1200 by 630 pixels.
  /// - Throws: ``Problem`` 503 when too many wait or the program is missing.
  public func draw(_ card: CardDrawing) async throws -> [UInt8] {
    try await run(["card", String(card.logo.count), String(card.picture.count)], card.bytes)
  }

  private func run(_ arguments: [String], _ input: [UInt8]) async throws -> [UInt8] {
    guard queue.enter() else { throw Self.busy }
    defer { queue.leave() }
    let program = ChildProcess(executable: executable, arguments: arguments, limit: Self.timeoutSeconds)
    let (output, ending) = try await pool.run { program.runWaiting(input: input) }
    switch ending {
    case .exited(0): return output
    case .exited(3): throw Self.noPicture
    case .exited(4): throw Self.tooManyPixels
    case .exited, .signalled, .timedOut, .notStarted: throw Self.failed
    }
  }

  private static let busy = Problem.unavailable(
    "pictures-busy", "Too many pictures are being worked on. Please try again.", retryAfterSeconds: 2)
  private static let failed = Problem.unavailable(
    "pictures-unavailable", "The picture cannot be worked on now. Please try again.", retryAfterSeconds: 5)
  private static let noPicture = Problem(
    status: 415, code: "picture-broken",
    detail: "This is no JPEG, PNG or WebP picture, or it is damaged or cut off. Please upload it again.")
  private static let tooManyPixels = Problem(
    status: 413, code: "picture-too-large", detail: "A picture has at most 60 million pixels.")
}
