/// How far a client has come in each store it watches: the id of its events.
///
/// A client watches topics of several plugins through one stream, and each plugin's store numbers its own events, so an
/// id holds a place of each: `card-game:1k3-2f,notifications:9x-a`, the numbers to the base 36.
struct LivePosition: Sendable, Hashable {
  private(set) var places: [String: LivePlace]

  init(_ places: [String: LivePlace]) { self.places = places }

  /// - Returns: nil for what is no id of any host.
  init?(id: String) {
    places = [:]
    for part in id.split(separator: ",", omittingEmptySubsequences: false) {
      let source = part.prefix { $0 != ":" }
      let numbers = part.dropFirst(source.count + 1).split(separator: "-", omittingEmptySubsequences: false)
      guard !source.isEmpty, numbers.count == 2, let epoch = Int64(numbers[0], radix: 36),
        let number = Int64(numbers[1], radix: 36), epoch >= 0, number >= 0
      else { return nil }
      places[String(source)] = LivePlace(epoch: epoch, number: number)
    }
  }

  /// The text that ``init(id:)`` reads.
  var id: String {
    places.sorted { $0.key < $1.key }.map {
      "\($0.key):\(String($0.value.epoch, radix: 36))-\(String($0.value.number, radix: 36))"
    }.joined(separator: ",")
  }

  /// Notes that the client has an event.
  mutating func advance(_ source: String, to number: Int64) { places[source]?.number = number }

  /// Takes over the places of the sources that the client watches, but for those that it is ahead of.
  mutating func advance(to others: [String: LivePlace]) {
    places.merge(others.filter { places[$0.key] != nil }) { $0.isBehind($1) ? $0 : $1 }
  }
}
