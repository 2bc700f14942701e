import ArgumentParser
import FieldhouseKernel
import FieldhouseKit
import FieldhouseStorage
import Foundation

/// `fieldhouse doctor`
struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Every known problem of this installation with its remedy; exit 1 if there is any.")
  @OptionGroup var settings: SettingsOptions
  @Flag(help: "Answer as JSON.") var json = false

  func run() async throws {
    let findings = await Examination(configuration: try settings.configuration()).findings()
    if json {
      Console.print(.array(findings.map(\.document)))
    } else {
      for finding in findings { Console.print(finding.text) }
    }
    if findings.contains(where: { $0.severity == "problem" }) { throw ExitCode(1) }
  }
}

/// Something worth telling the operator.
struct Finding: Sendable {
  /// `ok`, `warning` or `problem`.
  let severity: String
  /// A stable name.
  let code: String
  /// A sentence, with the remedy where one is needed.
  let message: String

  var document: JSON { ["severity": .string(severity), "code": .string(code), "message": .string(message)] }
  var text: String { "\(severity.uppercased())  \(code): \(message)" }
}

/// Looks at everything that keeps an installation from working.
struct Examination: Sendable {
  /// Less free space than this is worth a warning, in bytes.
  private static let scarce: Int64 = 512 << 20

  let configuration: HostConfiguration

  func findings() async -> [Finding] {
    var all = folderFindings() + spaceFindings() + addressFindings()
    all += await databaseFindings()
    all += await pluginFindings()
    return all
  }

  private func folderFindings() -> [Finding] {
    let manager = FileManager.default
    var findings: [Finding] = []
    if manager.fileExists(atPath: configuration.data), !manager.isWritableFile(atPath: configuration.data) {
      findings.append(
        Finding(
          severity: "problem", code: "data-not-writable",
          message: "The data folder \(configuration.data) cannot be written. Give its user the right to."))
    }
    if !manager.fileExists(atPath: configuration.manifests) {
      findings.append(
        Finding(
          severity: "problem", code: "manifests-missing",
          message: "There is no folder \(configuration.manifests). Name the right one with --manifests."))
    }
    if findings.isEmpty { findings.append(Finding(severity: "ok", code: "folders", message: "All folders are there.")) }
    return findings
  }

  private func spaceFindings() -> [Finding] {
    let path = FileManager.default.fileExists(atPath: configuration.data) ? configuration.data : "."
    guard let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path),
      let free = (attributes[.systemFreeSize] as? NSNumber)?.int64Value
    else { return [] }
    let text = "\(free >> 20) MiB are free where the data is."
    let isScarce = free < Self.scarce
    return [
      Finding(
        severity: isScarce ? "problem" : "ok", code: "disk-space", message: isScarce ? text + " Make room." : text)
    ]
  }

  private func addressFindings() -> [Finding] {
    do {
      _ = try configuration.makeAddress()
      return []
    } catch {
      return [Finding(severity: "problem", code: "listen-address", message: "\(error)")]
    }
  }

  private func databaseFindings() async -> [Finding] {
    do {
      let engine = try configuration.makeEngine(clock: configuration.makeClock())
      let health = await engine.health()
      await engine.close()
      let version = Finding(severity: "ok", code: "database", message: "\(health.engine) \(health.version)")
      return [version] + health.findings.map(Finding.init)
    } catch {
      return [Finding(severity: "problem", code: "database", message: "\(error)")]
    }
  }

  private func pluginFindings() async -> [Finding] {
    guard let checker = try? configuration.checker(executable: Serve.executable) else { return [] }
    let report = await Checker(checker).run()
    let problems = report.problems.map {
      Finding(severity: $0.severity == .error ? "problem" : "warning", code: $0.code.rawValue, message: $0.description)
    }
    return problems + [Finding(severity: "ok", code: "plugins", message: "\(report.plugins.count) plugins can serve.")]
  }
}

extension Finding {
  init(_ finding: StorageHealth.Finding) {
    let severity =
      switch finding.severity {
      case .information: "ok"
      case .warning: "warning"
      case .problem: "problem"
      }
    self.init(severity: severity, code: finding.code, message: finding.message)
  }
}
