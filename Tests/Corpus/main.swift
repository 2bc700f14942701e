import Foundation

/// Runs parsers and rules over a folder of real data: `corpus FOLDER`.
guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: corpus FOLDER\n".utf8))
  exit(2)
}

var run = CorpusRun(root: URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true))
try run.football()
try run.json()
try run.schemas()
try run.strings()
try run.versions()
try run.recurrence()
try run.tracks()
try run.generatedTracks()
try run.health()
run.largeExport()
try run.scoreFiles()
try run.competitions()
try run.tournaments()
print(run.findings == 0 ? "All data was read as expected." : "\(run.findings) findings.")
exit(run.findings == 0 ? 0 : 1)
