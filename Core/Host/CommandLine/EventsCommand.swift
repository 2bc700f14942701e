import ArgumentParser
import FieldhouseKit
import FieldhouseMachine
import FieldhouseStorage
import Foundation

/// `fieldhouse events`
struct EventsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "Events that plugins could not receive and that were put aside.",
    subcommands: [List.self, Resend.self, Discard.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "The first hundred, with what went wrong.")
    @OptionGroup var settings: SettingsOptions
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws {
      let events = try await EventsCommand.withStore(settings) { try await $0.parked() }
      if json {
        Console.print(.array(events.map(\.document)))
      } else {
        for event in events { Console.print(event.line) }
        if events.isEmpty { Console.print("No events were put aside.") }
      }
    }
  }

  struct Resend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Send events again, behind those that wait; a host that runs does so within seconds.")
    @OptionGroup var settings: SettingsOptions
    @Argument(help: "The plugin that could not receive them.") var subscriber: String
    @Argument(help: "The place of one of them; without it all.") var place: Int?
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws {
      let count = try await EventsCommand.withStore(settings) { try await $0.resend(subscriber, place) }
      EventsCommand.report(count, "sent again", json: json)
    }
  }

  struct Discard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Throw events away.")
    @OptionGroup var settings: SettingsOptions
    @Argument(help: "The plugin that could not receive them.") var subscriber: String
    @Argument(help: "The place of one of them; without it all.") var place: Int?
    @Flag(help: "Answer as JSON.") var json = false

    func run() async throws {
      let count = try await EventsCommand.withStore(settings) { try await $0.discard(subscriber, place) }
      EventsCommand.report(count, "thrown away", json: json)
    }
  }

  /// Works on the database itself, beside a host that runs.
  private static func withStore<Value: Sendable>(
    _ settings: SettingsOptions, _ body: (LaneStore) async throws -> Value
  ) async throws -> Value {
    let configuration = try settings.configuration()
    let engine = try await configuration.makeEngine(clock: configuration.makeClock())
    return try await engine.closing { try await body(LaneStore(storage: try await engine.migrated(.host))) }
  }

  private static func report(_ count: Int, _ what: String, json: Bool) {
    let done = counted(count, "event was", plural: "events were")
    Console.print(json ? JSON.object(["count": .integer(Int64(count))]).serialized() : "\(done) \(what).")
  }
}

extension ParkedEvent {
  fileprivate var line: String {
    "\(subscriber) \(place)  \(name)  \(source)  \(counted(tries, "try", plural: "tries")): \(fault)"
  }

  fileprivate var document: JSON {
    [
      "subscriber": .string(subscriber), "place": .integer(Int64(place)), "name": .string(name),
      "source": .string(source), "tries": .integer(Int64(tries)), "fault": .string(fault),
      "since": .string(since.formatted(.iso8601)),
    ]
  }
}
