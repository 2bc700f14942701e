import ArgumentParser
import FieldhouseKit
import FieldhouseSupervision

extension PluginsCommand {
  struct Release: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Let a plugin try again that is kept out because it ended or held up the host.")
    @OptionGroup var settings: SettingsOptions
    @Argument(help: "The plugin's id.") var id: String
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws {
      let data = try settings.configuration().data
      let file = FaultBookFile(data: data)
      var book = file.read()
      guard book.quarantined[id] != nil else { throw NotQuarantined(id: id, known: book.quarantined.keys.sorted()) }
      book.release(id)
      try file.write(book)
      let isTried = await Self.isWatched(data)
      if json {
        Console.print(["id": .string(id), "released": true, "isTried": isTried ? "now" : "atNextStart"])
      } else {
        let when =
          isTried ? "The running host tries it again within a moment." : "It is tried when the host starts next."
        Console.print("\(id) is released. \(when)")
      }
    }

    /// Whether a host runs on a data folder that looks after the book of faults: one that a supervisor starts again.
    static func isWatched(_ data: String) async -> Bool {
      guard HostRecord.read(from: data)?.isSupervised == true else { return false }
      return await isAnswering(data)
    }

    /// Whether a host runs on a data folder.
    static func isAnswering(_ data: String) async -> Bool {
      guard let record = HostRecord.read(from: data) else { return false }
      return await LocalRequest(record: record, path: "/livez").run() != nil
    }
  }
}

/// A plugin that is not kept out.
struct NotQuarantined: Error, CustomStringConvertible {
  let id: String
  let known: [String]

  var description: String {
    let others = known.isEmpty ? "No plugin is." : "Kept out: \(known.joined(separator: ", "))."
    return "The plugin '\(id)' is not kept out. \(others)"
  }
}
