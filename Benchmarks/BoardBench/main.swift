import Foundation

// Measures the leaderboards inside one process, without database or HTTP. Usage: BoardBench SIZE; prints one JSON object.
guard let size = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }), size > 0 else {
  FileHandle.standardError.write(Data("usage: BoardBench SIZE\n".utf8))
  exit(2)
}
let found = try await BoardMeasurement(size: size).run()
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys]
print(String(decoding: try encoder.encode(found), as: UTF8.self))
