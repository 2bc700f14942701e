public import FieldhouseKit
import FieldhouseRuntime
import Foundation

/// Where to move the clock.
struct ClockInput: RouteInput {
  var advanceTo: Date

  static var schema: Schema {
    .object(
      [("advanceTo", .string(format: .dateTime, description: "The instant to move to."))], required: ["advanceTo"])
  }
}

/// The host's time.
struct ClockOutput: RouteOutput, Decodable {
  var now: Date
  var isSimulated: Bool
}

/// The operators' routes, mounted at `/v1/console`.
struct ConsoleRoutes: Sendable {
  private static let farthest: TimeInterval = 400 * 86_400

  let clock: any HostClock
  let scheduler: Scheduler
  /// Does what is due in the host's own services once the clock was moved.
  let settle: @Sendable () async throws -> Void
  let plugins: @Sendable () async -> [PluginStatus]

  func routes(_ routes: inout Routes) {
    routes.get("/clock", "The host's time", access: .operators) { (_: NoInput, _) in
      ClockOutput(now: clock.now, isSimulated: clock.isSimulated)
    }
    routes.action(
      "/clock", "Move a simulated clock forward; answers when everything due by then has happened", access: .operators,
      problems: [
        .conflict("clock-is-real", "The host runs on real time."),
        .conflict("clock-has-passed", "The instant has passed."),
      ]
    ) { (input: ClockInput, _) in
      guard input.advanceTo.timeIntervalSince(clock.now) <= Self.farthest else {
        throw Problem.invalid("/advanceTo", "too-far", "Move the clock by at most 400 days at once.")
      }
      try await scheduler.advance(to: input.advanceTo)
      try await settle()
      return ClockOutput(now: clock.now, isSimulated: clock.isSimulated)
    }
    routes.get("/plugins", "All plugins and how they are doing", access: .operators) { (_: NoInput, _) in
      Page(items: await plugins())
    }
  }
}

/// A plugin as operators see it.
public struct PluginStatus: RouteOutput, Decodable {
  /// The id.
  public var id: String
  /// The name people read.
  public var name: String
  /// The version.
  public var version: String
  /// `serving`, `disabled`, `dropped`, `quarantined` for what it did to the host, or `uninstalled` while what it has stored
  /// is there.
  public var state: String
  /// What is wrong, or how it is doing.
  public var detail: String
  /// The questions that it asks other plugins, each with who may have the answer, or why there is none, in parentheses.
  public var asks: [String] = []
}
