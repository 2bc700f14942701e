import FieldhouseKernel
import FieldhouseKit
import Synchronization
import Testing

@Suite struct `The plugin lifecycle` {
  /// Checked plugins: `healthy-b`, `healthy-a` which needs it, and `single`.
  private static func world(
    _ failures: [String: String] = [:], permissions: JSON = [], questions: JSON = [], watch: LifecycleWatch = .none
  ) async throws -> (plugins: [CheckedPlugin], script: Script, lifecycle: PluginLifecycle) {
    let installation = try Installation()
    var single = PluginFixture("single")
    single["contributions", "scopes"] = [["kind": "name", "title": "A name"]]
    single["contributions", "permissions"] = permissions
    single["contributions", "questions"] = questions
    if failures["single"]?.hasPrefix("permission in") == true {
      single["contributions", "routes"] = ["GET /names/{name}"]
    }
    try installation.add(single)
    var configuration = installation.configuration
    configuration.probe = nil
    let script = Script(failures)
    ScriptedPlugin.follow(script, in: installation.folder.path)
    var limits = PluginLifecycle.Limits()
    if failures.values.contains("hang") { limits.start = 3 }
    let lifecycle = PluginLifecycle(
      factory: ScriptedFactory(script: script, folder: installation.folder.path), limits: limits, watch: watch
    ) { _ in PluginEntry.take(PluginEntry.export(ScriptedPlugin.self)) }
    return (await Checker(configuration).run().plugins, script, lifecycle)
  }

  @Test func `takes every plugin through all steps, nothing changing before all are valid`() async throws {
    let (plugins, script, lifecycle) = try await Self.world()
    let report = await lifecycle.start(plugins)
    #expect(report.problems == [])
    #expect(report.running.map(\.id) == ["healthy-b", "single", "healthy-a"])
    #expect(report.running.first?.routes.map(\.path) == ["/names"])
    let ids = ["healthy-b", "single", "healthy-a"]
    let preparing = ids.flatMap { ["provision \($0)", "make \($0)", "validate \($0)"] }
    let starting = ids.flatMap { ["migrate \($0)", "catch up \($0)", "start \($0)", "health \($0)", "began \($0)"] }
    #expect(script.log == preparing + starting)
  }

  @Test func `tells which step of which plugin runs`() async throws {
    let told = Mutex<[String]>([])
    let watch = LifecycleWatch(
      began: { step, plugin in told.withLock { $0.append("\(step) \(plugin.id)") } },
      ended: { told.withLock { $0.append("nothing") } })
    let (plugins, _, lifecycle) = try await Self.world(watch: watch)
    _ = await lifecycle.start(plugins)
    let ids = ["healthy-b", "single", "healthy-a"]
    let preparing = ids.flatMap { ["load \($0)", "make \($0)", "validate \($0)"] }
    let starting = ids.flatMap { ["migrate \($0)", "start \($0)", "health \($0)"] }
    #expect(told.withLock { $0 } == preparing + starting + ["nothing"])
    await lifecycle.stop()
    #expect(told.withLock { $0 }.suffix(4) == ["stop healthy-a", "stop single", "stop healthy-b", "nothing"])
  }

  @Test func `ends plugins in the reverse order`() async throws {
    let (plugins, script, lifecycle) = try await Self.world()
    _ = await lifecycle.start(plugins)
    await lifecycle.stop()
    #expect(script.log.suffix(3) == ["stop healthy-a", "stop single", "stop healthy-b"])
    await lifecycle.stop()
    #expect(script.log.count { $0.hasPrefix("stop") } == 3)
  }

  @Test(arguments: [
    ("provision", ProblemCode.provisionFailed, "The plugin could not be made: provision went wrong."),
    ("make", .provisionFailed, "The plugin could not be made: make went wrong."),
    ("validate", .validateFailed, "The plugin refuses its settings or files: validate went wrong."),
    ("migrate", .migrateFailed, "A migration failed: migrate went wrong."),
    ("catch up", .startFailed, "The plugin did not start: catch up went wrong."),
    ("start", .startFailed, "The plugin did not start: start went wrong."),
    ("down", .healthDown, "The plugin does not work: The feed is unreachable."),
    ("hang", .stepTimeout, "The plugin did not start: it took longer than 3 s."),
  ])
  func `leaves out a plugin that fails, and those that need it`(
    step: String, code: ProblemCode, message: String
  ) async throws {
    let (plugins, script, lifecycle) = try await Self.world(["healthy-b": step])
    let report = await lifecycle.start(plugins)
    #expect(report.running.map(\.id) == ["single"])
    #expect(report.problems.map(\.code) == [code, .dependencyFailed])
    #expect(report.problems.first?.message == message)
    #expect(report.problems.last?.message == "The plugin needs \"healthy-b\", which did not come to life.")
    #expect(!script.log.contains("start healthy-a"))
  }

  @Test(arguments: ["start", "down"])
  func `ends a plugin whose start went wrong`(step: String) async throws {
    let (plugins, script, lifecycle) = try await Self.world(["single": step])
    _ = await lifecycle.start(plugins)
    #expect(script.log.contains("stop single"))
  }

  @Test func `refuses routes that the manifest lacks`() async throws {
    let (plugins, _, lifecycle) = try await Self.world(["single": "more-routes"])
    let problem = try #require(await lifecycle.start(plugins).problems.first)
    #expect(problem.code == .routeUndeclared)
    #expect(problem.message == "The code has the route DELETE /name, the manifest does not.")
  }

  @Test func `refuses a route that the code has twice, and serves the others`() async throws {
    let (plugins, _, lifecycle) = try await Self.world(["single": "same-routes"])
    let report = await lifecycle.start(plugins)
    #expect(report.running.map(\.id) == ["healthy-b", "healthy-a"])
    let problem = try #require(report.problems.first)
    #expect(problem.code == .routeDuplicate)
    #expect(problem.message == "The code has 2 routes for the same requests: GET /names, GET /names.")
  }

  @Test func `refuses a route that refines what its input does not have`() async throws {
    let (plugins, _, lifecycle) = try await Self.world(["single": "refined"])
    let problem = try #require(await lifecycle.start(plugins).problems.first { $0.code == .routeSchema })
    #expect(
      problem.message == "The input of the route GET /names/{name} has no usable schema: "
        + "There is no member `nmae` to refine. Did you mean `name`?")
  }

  @Test func `refuses routes that the code lacks`() async throws {
    let (plugins, _, lifecycle) = try await Self.world(["single": "no-routes"])
    let problem = try #require(await lifecycle.start(plugins).problems.first)
    #expect(problem.code == .routeMissing)
    #expect(problem.pointer.description == "/contributions/routes/0")
  }

  @Test func `refuses answers that the manifest lacks, and questions that the code does not answer`() async throws {
    let steps: JSON = ["name": "steps", "title": "t", "input": [:], "answer": [:], "access": "everyone"]
    let (plugins, script, lifecycle) = try await Self.world(["single": "answers step"], questions: [steps])
    let report = await lifecycle.start(plugins)
    #expect(report.problems.map(\.code) == [.questionUndeclared, .questionMissing])
    #expect(report.problems[0].remedy == "Add it; or did you mean \"steps\"?")
    #expect(report.problems[1].pointer.description == "/contributions/questions/0")
    #expect(!script.log.contains("began single"))
    let (good, _, other) = try await Self.world(["single": "answers steps"], questions: [steps])
    let running = await other.start(good).running
    #expect(running.first { $0.id == "single" }?.answers.all.map(\.name) == ["steps"])
  }

  @Test func `refuses a permission that the manifest lacks`() async throws {
    let names: JSON = [["name": "manage-names", "title": "Manage names"]]
    let (plugins, _, lifecycle) = try await Self.world(["single": "permission"], permissions: names)
    let problem = try #require(await lifecycle.start(plugins).problems.first)
    #expect(problem.code == .routePermissionUnknown)
    #expect(problem.remedy == "Did you mean \"manage-names\"?")
  }

  @Test(arguments: [
    ("permission", "no parameter", "a parameter of the path"), ("permission in name", nil, nil),
    ("permission in card", "in: \"card\"", "a parameter of the path"),
  ])
  func `refuses a permission for a thing that the route's path does not name`(
    failure: String, found: String?, expected: String?
  ) async throws {
    let permission: JSON = ["name": "manage-name", "title": "Manage a name", "in": "name"]
    let (plugins, _, lifecycle) = try await Self.world(["single": failure], permissions: [permission])
    let problems = await lifecycle.start(plugins).problems
    #expect(problems.map(\.code) == (found == nil ? [] : [.routePermissionScope]))
    #expect(problems.first?.found == found && problems.first?.expected == expected)
    if found != nil {
      let route = failure == "permission" ? "GET /names" : "GET /names/{name}"
      #expect(
        problems.first?.message == "The route \(route) asks for \"manage-name\", which applies to a \"name\".")
    }
  }

  @Test func `refuses a permission for the whole host that a route asks for a thing`() async throws {
    let permission: JSON = ["name": "manage-name", "title": "Manage names"]
    let (plugins, _, lifecycle) = try await Self.world(["single": "permission in name"], permissions: [permission])
    let problem = try #require(await lifecycle.start(plugins).problems.first)
    #expect(problem.code == .routePermissionScope)
    #expect(
      problem.message
        == "The route GET /names/{name} asks for \"manage-name\", which applies to the whole host.")
  }

  @Test func `takes a real library into the process`() async throws {
    let installation = try Installation()
    let plugins = await installation.check().plugins
    let factory = ScriptedFactory(script: Script(), folder: installation.folder.path)
    let report = await PluginLifecycle(factory: factory).start(plugins)
    #expect(report.problems == [])
    #expect(report.running.map { $0.routes.map(\.path) } == [["/names"], ["/names"]])
  }

  @Test func `names what the loader refuses`() async throws {
    let installation = try Installation()
    try installation.add(PluginFixture("later", symbol: "fixture_contract"))
    var configuration = installation.configuration
    configuration.probe = nil
    let plugins = await Checker(configuration).run().plugins
    let factory = ScriptedFactory(script: Script(), folder: installation.folder.path)
    let report = await PluginLifecycle(factory: factory).start(plugins)
    #expect(report.problems.map(\.code) == [.contractMismatch])
    #expect(report.running.count == 2)
  }
}
