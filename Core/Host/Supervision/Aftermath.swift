import FieldhouseKernel
import FieldhouseKit
import FieldhouseRuntime
import FieldhouseSupervision

/// What follows from the deaths of earlier workers: they are told, noted in the book of faults, and plugins that brought
/// too many about are kept out.
struct Aftermath {
  let configuration: HostConfiguration
  /// What operators decided apart from the manifests.
  let parts: OperatorParts
  let log: JSONLog

  /// Checks all plugins with that in mind.
  /// - Parameter executable: the program that can run `probe`; nil leaves probing out.
  func check(executable: String?, deaths: [WorkerDeath]) async throws -> CheckReport {
    let report = await Checker(try configuration.checker(executable: executable, parts: parts)).run()
    let file = FaultBookFile(data: configuration.data)
    var book = file.read()
    let before = book
    let versions = report.installedVersions
    book.forgetReplaced(versions)
    var isAnyoneKeptOut = false
    for death in deaths where death.plugin != nil {
      let isKeptOut = book.note(death, version: death.plugin.flatMap { versions[$0] }, rule: configuration.faultRule)
      tell(death, isKeptOut: isKeptOut)
      isAnyoneKeptOut = isAnyoneKeptOut || isKeptOut
    }
    guard book != before else { return report }
    do { try file.write(book) } catch {
      log.error("the book of faults could not be written", ["cause": "\(error)"])
    }
    guard isAnyoneKeptOut else { return report }
    var checker = try configuration.checker(executable: executable, parts: parts)
    checker.quarantined = book.quarantinedVersions
    return await Checker(checker).run()
  }

  private func tell(_ death: WorkerDeath, isKeptOut: Bool) {
    var fields = ["plugin": death.plugin ?? "", "cause": "\(death)", "step": death.step?.rawValue ?? ""]
    fields["frames"] = death.frames.map(\.text).joined(separator: " ")
    log.error(isKeptOut ? "a plugin ended the host and is kept out" : "a plugin ended the host", fields)
  }
}

extension FaultBook {
  /// What the checks ask for.
  var quarantinedVersions: [String: QuarantinedVersion] {
    quarantined.mapValues { QuarantinedVersion(version: $0.version, reason: $0.reason) }
  }
}

extension CheckReport {
  /// The version of each plugin whose manifest tells id and version.
  var installedVersions: [String: String] {
    let known = listing.compactMap { entry in entry.id.flatMap { id in entry.version.map { (id, $0) } } }
    return Dictionary(known, uniquingKeysWith: { first, _ in first })
  }
}
