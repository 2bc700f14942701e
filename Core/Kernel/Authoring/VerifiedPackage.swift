internal import FieldhouseMachine

/// A package whose every file is the one that was packaged.
struct VerifiedPackage {
  /// The files that the bundle folder gets.
  let files: [TarArchive.File]
  let manifest: Manifest
  let manifestText: ManifestText

  init(file: String, files: [TarArchive.File]) throws(AuthoringError) {
    try Self.checkSums(files)
    guard let text = files.first(where: { $0.path == PluginPackage.manifestName }) else {
      throw AuthoringError(.packageIncomplete, "The package has no manifest.json.", remedy: "Package the plugin again.")
    }
    let reading = ManifestReading(file: "\(file):\(text.path)", bytes: text.content)
    guard let manifest = reading.manifest else { throw .invalid(reading.file, reading.problems) }
    do { manifestText = try ManifestText(text.content) } catch { throw .unreadable(file, "\(error)") }
    self.manifest = manifest
    self.files = files.filter { ![PluginPackage.manifestName, PluginPackage.sumsName].contains($0.path) }
    try checkFiles()
  }

  /// Every file is listed with its hash, and every listed file is there.
  private static func checkSums(_ files: [TarArchive.File]) throws(AuthoringError) {
    let sums = files.first { $0.path == PluginPackage.sumsName }?.content ?? []
    let listed = Set(String(decoding: sums, as: UTF8.self).split(separator: "\n").map(String.init))
    let found = Set(
      files.filter { $0.path != PluginPackage.sumsName }.map { "\(SHA256.hex(of: $0.content))  \($0.path)" })
    guard let wrong = listed.symmetricDifference(found).min(by: { $0.dropFirst(66) < $1.dropFirst(66) }) else { return }
    throw AuthoringError(
      .packageChecksum, "The package's \(wrong.dropFirst(66)) is not the file that was packaged.",
      remedy: "Get the package again."
    )
  }

  private func checkFiles() throws(AuthoringError) {
    let paths = Set(files.map(\.path))
    if let missing = manifest.files.first(where: { !paths.contains($0.1) }) {
      throw AuthoringError(
        .packageIncomplete, "The package lacks \(missing.1), which its manifest names.", remedy: "Package it again.")
    }
    let library = files.first { $0.path == manifest.library.path }
    guard let expected = manifest.library.sha256, let library, SHA256.hex(of: library.content) != expected else {
      return
    }
    throw AuthoringError(
      .packageChecksum, "The package's library has another hash than its manifest says.", remedy: "Get it again.")
  }
}
