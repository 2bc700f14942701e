import FieldhouseKernel
import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import Foundation

/// Looks at everything that keeps an installation from working, in five seconds whatever hangs. A host that runs is asked
/// what it knows of its parts; without one they are looked at here.
struct Examination: Sendable {
  private static let patience = Duration.milliseconds(4_000)

  let configuration: HostConfiguration

  func findings() async -> [Finding] {
    // Three look at plugins by what operators decided about them; the database is asked once. Where it cannot be, the look at it
    // tells.
    let decided = Task { await configuration.decidedParts() }
    async let host = parts()
    async let database = bounded("database") { await databaseFindings(decided) }
    async let plugins = bounded("plugins") { await pluginFindings(decided) }
    async let stored = bounded("stored") { await storedFindings(decided) }
    // A host that was asked has said the same of the lanes, unless it is newer.
    let told = Set(await host.map(\.code).filter { $0.hasSuffix("/events") })
    return await folderFindings() + addressFindings() + host + database.filter { !told.contains($0.code) }
      + configuration.backupFindings(now: configuration.makeClock().now) + plugins + stored
  }

  /// What the host says of its parts, or what a look at them finds.
  private func parts() async -> [Finding] {
    if let record = HostRecord.read(from: configuration.data) {
      if let parts = await record.parts() { return parts }
      if kill(record.process, 0) == 0 {
        let silence = Finding(
          severity: .problem, code: "host-silent",
          message: "A host runs on this folder (process \(record.process), \(record.address)) and does not answer. "
            + "Restart it if it stays so.")
        return [silence] + (await look())
      }
    }
    return await look()
  }

  private func look() async -> [Finding] {
    guard FileManager.default.fileExists(atPath: configuration.data) else { return [] }
    let isNew = !["secret.key", "namespaces", "media", "pictures"].contains {
      FileManager.default.fileExists(atPath: "\(configuration.data)/\($0)")
    }
    let parts = HostProbes.local(configuration, key: nil).filter {
      !isNew || !["key", "media", "pictures"].contains($0.name)
    }
    let watch = HealthWatch(parts, patience: Self.patience)
    await watch.look()
    return watch.parts.map { Finding($0.part, $0.health) }
  }

  private func bounded(_ code: String, _ body: @escaping @Sendable () async -> [Finding]) async -> [Finding] {
    await Bounded.run(Self.patience, body)
      ?? [
        Finding(
          severity: .problem, code: "\(code)-silent",
          message: "The look at it did not end within 4 s. Look what keeps it, and ask again.")
      ]
  }

  private func folderFindings() -> [Finding] {
    let manager = FileManager.default
    var findings: [Finding] = []
    if manager.fileExists(atPath: configuration.data), !manager.isWritableFile(atPath: configuration.data) {
      findings.append(
        Finding(
          severity: .problem, code: "data-not-writable",
          message: "The data folder \(configuration.data) cannot be written. Give its user the right to."))
    }
    if !manager.fileExists(atPath: configuration.manifests) {
      findings.append(
        Finding(
          severity: .problem, code: "manifests-missing",
          message: "There is no folder \(configuration.manifests). Name the right one with --manifests."))
    }
    if findings.isEmpty { findings.append(Finding(severity: .ok, code: "folders", message: "All folders are there.")) }
    return findings
  }

  private func addressFindings() -> [Finding] {
    do {
      _ = try configuration.makeAddress()
      return []
    } catch {
      return [Finding(severity: .problem, code: "listen-address", message: "\(error)")]
    }
  }

  private func databaseFindings(_ decided: Task<OperatorParts, Never>) async -> [Finding] {
    do {
      let engine = try await configuration.makeEngine(clock: configuration.makeClock())
      let (lanes, health) = try await engine.closing { (await laneFindings(engine, decided), await engine.health()) }
      let version = Finding(severity: .ok, code: "database", message: "\(health.engine) \(health.version)")
      return [version] + health.findings.map(Finding.init) + lanes
    } catch {
      return [Finding(severity: .problem, code: "database", message: "\(error)")]
    }
  }

  /// What host and data are for.
  private func purposeFinding(_ host: any NamespaceStorage) async throws -> Finding {
    let kind = configuration.environment.kind.rawValue
    let noted = try await host.read { try await DataEnvironment.noted(in: $0) }
    guard let noted, noted != kind else {
      return Finding(severity: .ok, code: "environment", message: "Host and data are for \(kind).")
    }
    let mismatch = EnvironmentMismatch(data: noted, host: kind)
    return Finding(severity: .problem, code: "environment", message: mismatch.description)
  }

  /// What host and data are for, and the events that subscribers fail at, whichever host on the database hands them over.
  private func laneFindings(
    _ engine: any StorageEngine, _ decided: Task<OperatorParts, Never>
  ) async -> [Finding] {
    do {
      guard try await engine.namespaces().contains(Namespace.host.id),
        try await engine.plan(.host).pending.isEmpty
      else { return [] }
      let host = try await engine.open(.host)
      let purpose = try await purposeFinding(host)
      let store = LaneStore(storage: host)
      let checker = try configuration.checker(executable: nil, parts: await decided.value)
      let switchedOff = await Checker(checker).run().disabled
      let states = try await store.states(configuration.laneRules, switchedOff: Set(switchedOff))
      return [purpose] + states.map { Finding($0.part, $0.health) }
    } catch {
      let message = "The events that wait cannot be looked at: \(error)"
      return [Finding(severity: .problem, code: "events", message: message)]
    }
  }

  /// What the database says of plugins: applied migrations that have changed, and what is kept of plugins that are gone.
  private func storedFindings(_ decided: Task<OperatorParts, Never>) async -> [Finding] {
    do {
      let engine = try await configuration.makeEngine(clock: configuration.makeClock())
      return try await engine.closing {
        let planner = AppliedMigrations(planner: EnginePlanner(engine: engine))
        let report = await Checker(
          try configuration.checker(executable: nil, parts: await decided.value, planner: planner)
        ).run()
        let kept = try await KeptData.all(
          in: engine, installed: report.listing.compactMap(\.id), data: configuration.data)
        return report.problems.filter { $0.code == .migrationPlan }.map(Finding.init)
          + kept.map { Finding(severity: .warning, code: "data-kept", message: $0.message) }
      }
    } catch {
      // The look at the database tells it.
      return []
    }
  }

  private func pluginFindings(_ decided: Task<OperatorParts, Never>) async -> [Finding] {
    guard let checker = try? configuration.checker(executable: Serve.executable, parts: await decided.value) else {
      return []
    }
    let report = await Checker(checker).run()
    return report.problems.map(Finding.init) + [
      Finding(severity: .ok, code: "plugins", message: "Plugins that can serve: \(report.plugins.count).")
    ]
  }
}

extension Finding {
  fileprivate init(_ problem: ManifestProblem) {
    self.init(
      severity: problem.severity == .error ? .problem : .warning, code: problem.code.rawValue,
      message: problem.description)
  }
}
