import Foundation
import Testing

/// A disk under a host that a test can bring into trouble and mend.
struct DiskTrouble: Sendable {
  private static let library: Task<String, any Error> = Task {
    let folder = try TestFolder()
    let library = folder("preload.so")
    let source = "\(Repository.root)/Tests/DiskTrouble/preload.c"
    let tool = try await Tool.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])
    try #require(tool.code == 0, "\(tool.errors)")
    return library
  }

  private let file: String
  /// What the host must be started with.
  let environment: [String: String]

  init(_ installation: Installation) async throws {
    file = try installation.folder.write("trouble", "")
    environment = ["LD_PRELOAD": try await Self.library.value, "FIELDHOUSE_TROUBLE": file]
  }

  /// Brings the disk into trouble: `full`, `read-only` or `failing`; `""` mends it.
  func set(_ trouble: String) throws { try Data(trouble.utf8).write(to: URL(fileURLWithPath: file)) }
}
