import FieldhouseHTTP
import FieldhouseKernel
import FieldhouseKit
import FieldhouseSupervision
import Foundation

extension LifecycleWatch {
  /// Notes the steps of plugins, and which libraries are theirs, for whoever looks after the worker's death.
  static let supervision = LifecycleWatch(
    began: { step, plugin in
      let mark = PluginMark(plugin.id)
      // Its library is there once it is made, its rule modules are from then on.
      if step == .make || step == .validate { mark.own([plugin.library] + plugin.rules.map(\.module)) }
      mark.begin(PluginStep(step))
    }, ended: { PluginMark.endStep() })
}

extension PluginStep {
  init(_ step: LifecycleStep) {
    self =
      switch step {
      case .load: .load
      case .make: .`init`
      case .validate: .validate
      case .migrate: .migrate
      case .start: .start
      case .health: .health
      case .stop: .stop
      }
  }
}

extension Route {
  /// The route of a plugin, whose handler is run as ``FieldhouseHTTP/MountedRoute/around(_:_:)`` does.
  func marked(_ mark: PluginMark, _ limit: HoldLimit) -> Route {
    let around = MountedRoute.around(mark, limit)
    var route = self
    if let plain = handler.plain {
      route.handler = Handler(plain: { request, call in try await around { try await plain(request, call) } })
    } else if let reading = handler.reading {
      route.handler = Handler(reading: { request, call in
        let work = try MountedRoute.reading(mark, limit) { try reading(request, call) }
        return { transaction in try await around { try await OpenTransaction.run { try await work(transaction) } } }
      })
    }
    return route
  }
}

extension MountedRoute {
  private static let busy = Problem.unavailable(
    "plugin-busy", "This part has more to do than it can at the moment; try again later.", retryAfterSeconds: 5)

  /// Notes a plugin's handler while it runs, and turns requests away while others of the plugin hold threads again and
  /// again.
  static func around(_ mark: PluginMark, _ limit: HoldLimit) -> Around {
    { body in
      let entry = limit.enter()
      if entry == .refused { throw busy }
      defer { limit.leave(entry) }
      let handling = mark.enter(.route)
      defer { handling.leave() }
      return try await body()
    }
  }

  /// Does the same while a plugin reads a request.
  static func reading<Value>(_ mark: PluginMark, _ limit: HoldLimit, _ body: () throws -> Value) throws -> Value {
    let entry = limit.enter()
    if entry == .refused { throw busy }
    defer { limit.leave(entry) }
    let handling = mark.enter(.route)
    defer { handling.leave() }
    return try body()
  }
}

/// The schedules of a plugin, whose work is noted while it runs.
struct MarkedSchedules: Schedules {
  let schedules: any Schedules
  let mark: PluginMark

  func schedule(_ name: String, due: Date, _ body: @escaping @Sendable (Date) async throws -> Date?) async throws {
    try await schedules.schedule(name, due: due) { [mark] due in
      let handling = mark.enter(.schedule)
      defer { handling.leave() }
      return try await body(due)
    }
  }

  func cancel(_ name: String) async { await schedules.cancel(name) }
}

/// The events of a plugin, whose subscriptions are noted while they run.
struct MarkedEvents: Events {
  let events: any Events
  let mark: PluginMark

  func subscribe(
    _ name: String, _ body: @escaping @Sendable (Event, any Transaction) async throws -> Void
  ) async throws {
    try await events.subscribe(name) { [mark] event, transaction in
      let handling = mark.enter(.event)
      defer { handling.leave() }
      try await OpenTransaction.run { try await body(event, transaction) }
    }
  }
}
