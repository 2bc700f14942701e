import FieldhouseKit
import Foundation

/// Data goes to standard output, messages to standard error.
enum Console {
  static func print(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  static func print(_ json: JSON) { print(json.serialized(pretty: true)) }

  static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
