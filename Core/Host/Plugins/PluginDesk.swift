import FieldhouseAccounts
import FieldhouseKernel
import FieldhouseKit
import FieldhouseSupervision
import Foundation

/// What operators see of plugins and decide about them while the host runs. A change is held against the checks of loading,
/// with everything that else is decided, and the plugin is tried with it in a process of its own; only then it is kept. Who
/// serves with it is the next worker.
struct PluginDesk: Sendable {
  /// How often a change is checked anew because another one came between.
  private static let tries = 5

  let configuration: HostConfiguration
  let records: OperatorRecords
  /// What this worker has started with.
  let started: OperatorParts
  let status: PluginStates
  /// The program that tries plugins; nil leaves that out.
  let executable: String?
  /// How many rows a plugin that runs keeps.
  let rows: @Sendable (String) async throws -> Int?

  static let unknown = Problem.notFound("plugin-unknown", "No plugin of this id is installed.")
  static let unreadable = Problem.conflict(
    "plugin-manifest-invalid", "The plugin's manifest cannot be read. Mend it first: its problems say where.")
  static let changed = Problem(
    status: 412, code: "plugin-changed",
    detail: "Somebody has changed this by now. Load it again and repeat your change there.")

  /// - Throws: ``Problem`` 404 `plugin-unknown`.
  func detail(of id: String) async throws -> PluginDetail {
    let parts = try OperatorParts(try await records.state())
    return try await detail(of: id, parts, try await report(parts))
  }

  /// What would miss a plugin.
  /// - Throws: ``Problem`` 404 `plugin-unknown`.
  func uses(of id: String) async throws -> PluginUses {
    let parts = try OperatorParts(try await records.state())
    let manifests = ManifestFolder(path: configuration.manifests, parts: parts.parts).read().compactMap(\.manifest)
    guard let manifest = manifests.first(where: { $0.id == id }) else { throw Self.unknown }
    let events = Set(manifest.contributions.events.map { "\(manifest.area).\($0.name)" })
    let others = manifests.filter { $0.id != id && $0.enabled }
    return PluginUses(
      dependents: ManifestFolder(path: configuration.manifests, parts: parts.parts).dependents(of: id),
      askedBy: others.filter { $0.contributions.asks.contains { $0.plugin == id } }.map(\.id),
      heardBy: others.filter { !events.isDisjoint(with: $0.contributions.subscriptions) }.map(\.id),
      hears: manifest.contributions.subscriptions, boards: manifest.contributions.boards.map(\.id),
      rows: try await rows(id))
  }

  /// Tests a change and, unless that is all that is wanted, keeps it.
  /// - Throws: ``Problem`` 404 `plugin-unknown`, 409 `plugin-manifest-invalid`, 412 `plugin-changed`, 422 with each mistake at its place.
  func change(_ input: PluginChangeInput, by actor: String) async throws -> PluginDetail {
    for _ in 0..<Self.tries {
      var parts = try OperatorParts(try await records.state())
      guard let reading = written(input.id) else { throw Self.unknown }
      guard let manifest = reading.manifest else { throw Self.unreadable }
      guard parts.version(of: input.id) == input.revision else { throw Self.changed }
      let change = PluginChange(input, of: manifest, before: parts.part(of: input.id))
      guard change.mistakes.isEmpty else { throw Problem.invalid(change.mistakes) }
      let before = parts
      parts.parts[input.id] = change.after
      let report = try await report(parts)
      try await test(change, parts, before: try await self.report(before), report)
      if input.isTest == true { return try await detail(of: input.id, before, report) }
      let decision = try OperatorParts.decision(
        change.after, about: input.id, action: change.action, by: actor, detail: change.detail)
      do {
        try await records.write(decision, after: parts.change)
      } catch is OperatorRecords.Overtaken {
        continue
      }
      return try await detail(of: input.id, try OperatorParts(try await records.state()), report)
    }
    throw Self.changed
  }

  private func report(_ parts: OperatorParts) async throws -> CheckReport {
    await Checker(try configuration.checker(executable: nil, parts: parts)).run()
  }

  /// The manifest as it is written.
  private func written(_ id: String) -> ManifestReading? {
    ManifestFolder(path: configuration.manifests).read().first { $0.id == id }
  }

  /// - Throws: ``Problem`` 422.
  private func test(
    _ change: PluginChange, _ parts: OperatorParts, before: CheckReport, _ report: CheckReport
  ) async throws {
    let verdict = ChangeVerdict(change: change, before: before, after: report)
    guard verdict.mistakes.isEmpty else { throw Problem.invalid(verdict.mistakes) }
    guard change.isEnabled, change.after != change.before, let executable,
      let plugin = report.plugins.first(where: { $0.id == change.manifest.id })
    else { return }
    let trial = SettingsTrial(configuration: configuration, executable: executable)
    let found = await trial.problems(of: plugin, change.after).filter { $0.severity == .error }
    guard found.isEmpty else { throw Problem.invalid(found.map(verdict.field)) }
  }

  private func detail(of id: String, _ parts: OperatorParts, _ report: CheckReport) async throws -> PluginDetail {
    guard let reading = written(id) else { throw Self.unknown }
    let part = parts.part(of: id)
    let state = await status.all().first { $0.id == id }
    let manifest = reading.manifest
    return PluginDetail(
      id: id, name: manifest?.name ?? id, description: manifest?.description ?? "",
      version: manifest?.version.description ?? "", state: state?.state ?? "disabled", detail: state?.detail ?? "",
      isEnabled: part.enabled ?? manifest?.enabled ?? true, isEnabledHere: part.enabled != nil,
      permissions: manifest.map { PermissionView.all(of: $0, part) } ?? [],
      settings: manifest.map { SettingsSheet($0, part).settings.map(SettingView.init) } ?? [],
      problems: report.problems.filter { $0.file == reading.file }.map(PluginProblem.init),
      faults: faults(of: id), revision: parts.version(of: id), isInUse: started.part(of: id) == part,
      isTakenOver: Supervised.address != nil)
  }

  private func faults(of id: String) -> [PluginFault] {
    let book = FaultBookFile(data: configuration.data).read()
    if let held = book.quarantined[id] { return [PluginFault(at: held.since, detail: held.reason, isKeptOut: true)] }
    return book.incident(of: id, at: Date()).map {
      [PluginFault(at: $0.date, detail: $0.reason, isKeptOut: false)]
    } ?? []
  }
}

extension PermissionView {
  static func all(of manifest: Manifest, _ part: OperatorPart) -> [PermissionView] {
    let hosts = manifest.permissions.http.map { host in
      let isFixed = manifest.grants.http.contains(host)
      return PermissionView(
        kind: "http", host: host, isGranted: isFixed || part.grants.http.contains(host), isFixed: isFixed)
    }
    guard manifest.permissions.media else { return hosts }
    let media = PermissionView(
      kind: "media", host: nil, isGranted: manifest.grants.media || part.grants.media, isFixed: manifest.grants.media)
    return hosts + [media]
  }
}
