import Foundation

/// Where the sources and the products of the build lie.
enum Repository {
  /// The repository's folder.
  static let root: String = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The host: `FIELDHOUSE_EXECUTABLE`, else the one built beside the tests.
  static let executable: String = {
    if let given = ProcessInfo.processInfo.environment["FIELDHOUSE_EXECUTABLE"] { return given }
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appending(path: "fieldhouse").path
  }()

  /// The folder with the host, Kit's library and its module, and what `.ci/stage` puts beside them.
  static let products: String =
    URL(fileURLWithPath: executable).resolvingSymlinksInPath().deletingLastPathComponent().path

  /// The folder of the shipped match data.
  static let seasonData = "\(root)/Plugins/SoccerPredictions/Data"
}
