import FieldhouseKit
import Foundation

/// Where the host that runs on a data folder can be asked: the file `host.address` in the folder.
struct HostRecord: Sendable, Hashable {
  /// What it listens at, `host:port` or `unix:/path`.
  let address: String
  /// Its process id.
  let process: Int32
  /// What to call it, where it answers for certain names only.
  let name: String?
  /// Whether a supervisor starts it again when it ends.
  var isSupervised = false

  /// Writes it into a data folder; the latest host's stays.
  /// - Throws: when the file cannot be written.
  func write(to data: String) throws {
    var document: JSONObject = ["address": .string(address), "process": .integer(Int64(process))]
    document["name"] = name.map(JSON.string)
    document["supervised"] = .bool(isSupervised)
    var bytes: [UInt8] = []
    JSON.object(document).append(to: &bytes)
    let draft = "\(Self.path(data)).\(process)"
    guard FileManager.default.createFile(atPath: draft, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
    guard rename(draft, Self.path(data)) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Removes the record of a process, unless another host has written its own since.
  static func remove(from data: String, process: Int32) {
    if read(from: data)?.process == process { try? FileManager.default.removeItem(atPath: path(data)) }
  }

  /// The record in a data folder; nil when there is none or it cannot be read.
  static func read(from data: String) -> HostRecord? {
    guard let bytes = FileManager.default.contents(atPath: path(data)), let json = try? JSON(parsing: Array(bytes)),
      let address = json["address"]?.string, case .integer(let process)? = json["process"]
    else { return nil }
    return HostRecord(
      address: address, process: Int32(clamping: process), name: json["name"]?.string,
      isSupervised: json["supervised"]?.bool ?? false)
  }

  /// When the latest host of a data folder has begun to serve; nil when there is no record.
  static func writtenAt(in data: String) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: path(data)))?[.modificationDate] as? Date
  }

  private static func path(_ data: String) -> String { "\(data)/host.address" }
}

extension HostConfiguration {
  /// Notes where this host can be asked. Without the note doctor looks for itself.
  func record(_ address: String) {
    let record = HostRecord(
      address: address, process: getpid(), name: hosts.min(), isSupervised: Supervised.address != nil)
    try? record.write(to: data)
  }
}
