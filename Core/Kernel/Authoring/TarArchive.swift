/// A plain tar archive (POSIX ustar) of regular files: what `tar -tf` lists.
///
/// Writing gives the same bytes for the same files. Reading refuses everything but regular files and folders,
/// whose paths stay inside.
enum TarArchive {
  struct File: Hashable, Sendable {
    let path: String
    let content: [UInt8]
  }

  static func encode(_ files: [File]) throws(AuthoringError) -> [UInt8] {
    var bytes: [UInt8] = []
    for file in files {
      bytes += try TarHeader(path: file.path, size: file.content.count).encoded()
      bytes += file.content
      bytes += [UInt8](repeating: 0, count: padding(file.content.count))
    }
    return bytes + [UInt8](repeating: 0, count: 2 * TarHeader.size)
  }

  static func decode(_ bytes: [UInt8]) throws(AuthoringError) -> [File] {
    var files: [File] = []
    var position = 0
    while position + TarHeader.size <= bytes.count {
      guard let header = try TarHeader(bytes[position..<position + TarHeader.size]) else { return files }
      position += TarHeader.size
      guard header.size <= bytes.count - position else { throw .cutOff }
      if !header.isFolder {
        guard !files.contains(where: { $0.path == header.path }) else { throw .twice(header.path) }
        files.append(File(path: header.path, content: Array(bytes[position..<position + header.size])))
      }
      position = min(bytes.count, position + header.size + padding(header.size))
    }
    throw .cutOff
  }

  private static func padding(_ size: Int) -> Int {
    (TarHeader.size - size % TarHeader.size) % TarHeader.size
  }
}

extension AuthoringError {
  fileprivate static var cutOff: AuthoringError {
    AuthoringError(.packageMalformed, "The package is cut off.", remedy: "Copy it again.")
  }

  fileprivate static func twice(_ path: String) -> AuthoringError {
    AuthoringError(.packageForbidden, "The package holds \(path) twice.", remedy: "Package the plugin again.")
  }
}
