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
      let file = FaultBookFile(data: try settings.configuration().data)
      var book = file.read()
      guard book.quarantined[id] != nil else { throw NotQuarantined(id: id, known: book.quarantined.keys.sorted()) }
      book.release(id)
      try file.write(book)
      if json {
        Console.print(["id": .string(id), "released": true])
      } else {
        Console.print("\(id) is released. It is tried again when the host starts next; restart it to have that now.")
      }
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
