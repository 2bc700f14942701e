import ArgumentParser
import FieldhouseKit
import FieldhouseMachine
import FieldhouseStorage
import Foundation

/// `fieldhouse restore`
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put a backup in the place of what there is, or try whether that could be done.",
    discussion: """
      No host may run. Databases, media, pictures and secret.key change together: ended at any point, all of them are as \
      before or all of them are restored, which the next start or command sees to. What was there before is kept; --undo \
      brings it back, and --discard-previous removes it.
      """)
  @OptionGroup var settings: SettingsOptions
  @Argument(help: "The backup.") var file: String?
  @Flag(help: "Try it in a folder beside, and change nothing.") var verify = false
  @Flag(help: "Bring back what was there before the last restore.") var undo = false
  @Flag(help: "Keep nothing of what was there before; without a backup, remove what was kept.")
  var discardPrevious = false
  @Option(help: "The file whose first line sealed the secret.") var passphraseFile: String?
  @Flag(help: "Leave secret.key as it is.") var withoutSecret = false
  @Option(help: "A namespace of the backup to leave out.") var leaveOut: [String] = []
  @Flag(help: "Answer as JSON.") var json = false

  func validate() throws {
    if file == nil, !undo, !discardPrevious { throw ValidationError("Name a backup, or give --undo.") }
    if file != nil, undo { throw ValidationError("--undo brings back what was kept and takes no backup.") }
    if verify, file == nil || discardPrevious { throw ValidationError("--verify takes a backup and changes nothing.") }
  }

  func run() async throws {
    let configuration = try settings.configuration()
    var options = RestoreOptions()
    options.passphrase = try passphraseFile.map(Passphrase.read)
    options.withoutSecret = withoutSecret
    options.discardsPrevious = discardPrevious
    options.known = try await configuration.declaredNamespaces(await configuration.decidedParts())
    options.leftOut = leaveOut
    options.now = configuration.makeClock().now
    let bar = ProgressBar(isWanted: !json)
    defer { bar.finish() }
    if let file, verify { return try await self.verify(file, configuration, options, bar) }
    let engine = try await configuration.makeEngine(clock: configuration.makeClock())
    let restore = StorageRestore(into: configuration.data, engine: engine, options: options) { bar.show($0) }
    try await engine.closing {
      if file == nil, !undo { return try await forget(restore) }
      let report = try await file == nil ? restore.undo() : restore.run(file ?? "")
      bar.finish()
      show(report, configuration)
    }
  }

  private func verify(
    _ file: String, _ configuration: HostConfiguration, _ options: RestoreOptions, _ bar: ProgressBar
  ) async throws {
    let trial = try await configuration.trial(of: file, options) { bar.show($0) }
    bar.finish()
    Console.print(json ? trial.document(file).serialized(pretty: true) : trial.text)
    let bad = trial.lines.count { !$0.isGood }
    guard bad == 0, let manifest = trial.manifest else {
      Console.complain("The backup cannot be restored as it should: \(counted(bad, "finding")). Nothing was restored.")
      throw ExitCode(1)
    }
    Console.complain("The backup was restored in a folder beside, and everything works. Nothing was changed.")
    try configuration.noteVerified(manifest, file)
  }

  private func forget(_ restore: StorageRestore) async throws {
    let names = try await restore.forgetKept()
    if json { Console.print(["removed": .array(names.map(JSON.string))]) }
    Console.complain(names.isEmpty ? "Nothing was kept." : "Removed: \(names.joined(separator: ", ")).")
  }

  private func show(_ report: RestoreReport, _ configuration: HostConfiguration) {
    if json {
      Console.print(report.document(file: file))
    } else if let file, let manifest = report.manifest {
      Console.print(manifest.text(file))
    }
    for remark in report.remarks(data: configuration.data, isWithoutSecret: withoutSecret) { Console.complain(remark) }
  }
}

extension RestoreReport {
  fileprivate func document(file: String?) -> JSON {
    var document = file.flatMap { manifest?.document(file: $0).object } ?? [:]
    document["kept"] = kept.map(JSON.string) ?? .null
    document["unknown"] = .array(unknown.map(JSON.string))
    return .object(document)
  }

  /// What the operator must know.
  fileprivate func remarks(data: String, isWithoutSecret: Bool) -> [String] {
    var remarks = [
      manifest == nil
        ? "Everything is as it was before the last restore."
        : "Everything is as it was when the backup was made. The next start runs what migrations there are since."
    ]
    if let manifest, manifest.format == 1 {
      remarks.append("The backup holds databases only: media, pictures and secret.key are those of \(data).")
    }
    if manifest != nil, !hasSecret {
      remarks.append(
        isWithoutSecret || manifest?.secret == nil
          ? "ATTENTION: \(data)/secret.key must be the one the backup was made with. Put your copy of it there before the "
            + "next start: without it, nobody with a second factor can sign in." : "")
    }
    if !unknown.isEmpty {
      remarks.append("No plugin is installed for \(unknown.joined(separator: ", ")): the data waits for it.")
    }
    if let kept {
      remarks.append(
        "What was there before is kept (\(data)/\(kept)): fieldhouse restore --undo brings it back, "
          + "fieldhouse restore --discard-previous removes it.")
    }
    return remarks.filter { !$0.isEmpty }
  }
}
