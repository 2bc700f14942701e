import FieldhouseKit
import Testing

@Suite struct `fieldhouse config explain` {
  private func explain(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> [String?] {
    let tool = try await Tool.fieldhouse(["config", "explain", "--json"] + arguments, environment: environment)
    #expect(tool.code == 0, "\(tool.errors)")
    return [try tool.json["value"]?.string, try tool.json["source"]?.string]
  }

  @Test func `names the source: flag before environment before _FILE before file before default`() async throws {
    let folder = try TestFolder()
    let file = try folder.write("settings.json", #"{"listen": "127.0.0.1:4"}"#)
    let secret = try folder.write("listen", "127.0.0.1:3\n")
    let named = ["FIELDHOUSE_LISTEN_FILE": secret]
    let set = named.merging(["FIELDHOUSE_LISTEN": "127.0.0.1:2"]) { $1 }
    let given = ["listen", "--config", file]
    #expect(try await explain(given + ["--listen", "127.0.0.1:1"], set) == ["127.0.0.1:1", "flag --listen"])
    #expect(try await explain(given, set) == ["127.0.0.1:2", "environment FIELDHOUSE_LISTEN"])
    #expect(try await explain(given, named) == ["127.0.0.1:3", "file named by FIELDHOUSE_LISTEN_FILE"])
    #expect(try await explain(given) == ["127.0.0.1:4", "file \(file)"])
    #expect(try await explain(["listen"]) == ["127.0.0.1:8080", "default"])
  }

  @Test func `never shows a secret`() async throws {
    let environment = ["FIELDHOUSE_CONSOLE_TOKEN": RunningHost.token]
    for arguments in [["consoleToken"], ["consoleToken", "--json"], [], ["--json"]] {
      let tool = try await Tool.fieldhouse(["config", "explain"] + arguments, environment: environment)
      #expect(tool.code == 0)
      #expect(tool.output.contains("(secret)"))
      #expect(!(tool.output + tool.errors).contains(RunningHost.token))
    }
  }

  @Test func `of a key that does not exist is wrong usage, with the key that was meant`() async throws {
    let tool = try await Tool.fieldhouse(["config", "explain", "clockrate"])
    #expect(tool.code == 2)
    #expect(tool.errors.contains("There is no setting 'clockrate'. Did you mean 'clockRate'?"))
  }

  @Test func `refuses a settings file with an unknown key or a value that does not fit`() async throws {
    let folder = try TestFolder()
    let unknown = try folder.write("unknown.json", #"{"lisen": "127.0.0.1:4"}"#)
    let first = try await Tool.fieldhouse(["config", "explain", "--config", unknown])
    #expect(first.code == 2)
    #expect(first.errors.contains("There is no setting 'lisen'. Did you mean 'listen'?"))
    let wrong = try folder.write("wrong.json", #"{"clockRate": -1}"#)
    let second = try await Tool.fieldhouse(["config", "explain", "clockRate", "--config", wrong])
    #expect(second.code == 2)
    #expect(second.errors.contains("clockRate: '-1' does not fit."))
  }
}
