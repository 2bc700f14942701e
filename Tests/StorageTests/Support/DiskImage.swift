internal import DiskFaults
internal import FieldhouseTestSupport
internal import Foundation

/// The files of a folder as a loss of power would leave them: of what was written after a file's last sync any
/// sectors may be missing.
struct DiskImage {
  private static let sector = 512

  private struct File {
    /// What a sync has made safe.
    var durable: [UInt8] = []
    /// What was done since, in order.
    var loose: [disk_event] = []
  }

  private var files: [String: File] = [:]

  /// Takes the next operation in.
  mutating func add(_ event: disk_event) {
    switch event.operation {
    case DISK_SYNC:
      var file = files[event.file] ?? File()
      for event in file.loose { Self.apply(event, to: &file.durable) { _ in true } }
      file.loose = []
      files[event.file] = file
    case DISK_DELETE: files[event.file] = nil
    case DISK_OPEN: files[event.file] = files[event.file] ?? File()
    default: files[event.file, default: File()].loose.append(event)
    }
  }

  /// Writes the files into a folder, each loose sector kept or dropped by chance.
  func write(to folder: String, random: inout SeededRandom) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, file) in files {
      var bytes = file.durable
      for event in file.loose { Self.apply(event, to: &bytes) { _ in random.next(below: 2) == 0 } }
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
  }

  private static func apply(_ event: disk_event, to bytes: inout [UInt8], keeping isKept: (Int) -> Bool) {
    guard event.operation == DISK_WRITE else {
      if isKept(0), bytes.count > event.offset { bytes.removeSubrange(Int(event.offset)...) }
      return
    }
    let end = Int(event.offset + event.length)
    var start = Int(event.offset)
    while start < end {
      let next = min(end, (start / sector + 1) * sector)
      if isKept(start) {
        if bytes.count < next { bytes += [UInt8](repeating: 0, count: next - bytes.count) }
        let from = start - Int(event.offset)
        for index in 0..<(next - start) { bytes[start + index] = event.bytes[from + index] }
      }
      start = next
    }
  }
}
