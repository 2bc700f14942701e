// How long it takes to find who walked together among so many people who all were at one place, such as a stadium, and came from homes of
// two. Usage: CompanionBench PEOPLE; prints JSON.

let people = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
var walkers: [String: Set<Companions.Mark>] = [:]
for index in 0..<people {
  var marks = (0..<12).map { Companions.Mark(bucket: $0, cell: "stadium") }
  marks += (0..<4).map { Companions.Mark(bucket: 12 + $0, cell: "home \(index / 2) \($0)") }
  walkers["w\(index)"] = Set(marks)
}
let clock = ContinuousClock()
var found = Companions.Found()
let taken = clock.measure { found = Companions.found(among: walkers) }
print(#"{"seconds": \#(taken / .seconds(1)), "people": \#(found.people.count), "comparisons": \#(found.comparisons)}"#)
