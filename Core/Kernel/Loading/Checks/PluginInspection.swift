internal import FieldhouseKit

/// What the files of one plugin show.
struct PluginInspection: Sendable {
  let draft: PluginDraft
  let migrations: [MigrationFile]
  /// Problems of files and hash.
  let integrity: [ManifestProblem]
  /// Problems of the settings.
  let settingsProblems: [ManifestProblem]
  /// Problems of texts, libraries and migrations.
  let contents: [ManifestProblem]
  /// The table of texts of each language, as far as they can be read.
  let texts: [String: [String: String]]

  private let files: PluginFiles
  /// Whether the plugin is part of this process.
  private let isLinked: Bool
  private let settings: JSON

  init(_ draft: PluginDraft, _ configuration: CheckerConfiguration) {
    self.draft = draft
    isLinked = configuration.linked[draft.id] != nil
    files = PluginFiles(draft, configuration)
    integrity = files.problems + IntegrityCheck().problems(draft, files)
    (settings, settingsProblems) = SettingsCheck(configuration: configuration).check(draft)
    let (texts, textProblems) = TextCheck().check(draft, files)
    let (migrations, migrationProblems) = MigrationCheck().check(draft, files)
    self.texts = texts
    self.migrations = migrations
    contents =
      textProblems + ScriptCheck().problems(draft, files)
      + LibraryCheck(configuration: configuration).problems(draft, files)
      + RuleModuleCheck(configuration: configuration).problems(draft, files) + migrationProblems
  }

  /// The rule modules with full paths; those whose file is not there are left out.
  private var rules: [RuleModuleDeclaration] {
    draft.manifest.contributions.rules.enumerated().compactMap { index, rule in
      files.paths[Manifest.pointer(toModule: index).appending("module")].map {
        RuleModuleDeclaration(module: $0, sha256: rule.sha256, functions: rule.functions)
      }
    }
  }

  /// What the probe tries; nil without a library.
  var target: ProbeTarget? {
    files.paths[Manifest.pointerToLibrary].map {
      ProbeTarget(id: draft.id, library: $0, symbol: draft.manifest.library.symbol, rules: rules)
    }
  }

  /// The plugin, when its files are there.
  var checked: CheckedPlugin? {
    let library = isLinked ? "" : files.paths[Manifest.pointerToLibrary]
    guard let folder = files.folder, let library else { return nil }
    return CheckedPlugin(
      file: draft.file, manifest: draft.manifest, folder: folder, library: library, rules: rules,
      migrations: migrations, texts: texts, settings: settings, source: draft.source)
  }
}
