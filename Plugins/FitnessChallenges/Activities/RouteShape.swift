import Foundation

/// The route of an activity as it may be shown.
enum RouteShape {
  /// How many metres from its ends on a route is hidden, along it and as the crow flies.
  static let hidden = 200.0
  /// How many points it has at most.
  static let mostPoints = 500

  /// What is shown of a route: nothing of its ends, simplified; empty where too little is left.
  static func shown(_ shape: [Place]) -> [Place] {
    let cut = cutFront(Array(cutFront(shape).reversed()))
    guard cut.count > 1 else { return [] }
    return simplified(cut.reversed())
  }

  private static func cutFront(_ shape: [Place]) -> [Place] {
    guard let start = shape.first else { return [] }
    var (way, before) = (0.0, start)
    for (index, place) in shape.enumerated() {
      way += before.metres(to: place)
      before = place
      if way >= hidden, start.metres(to: place) >= hidden { return Array(shape[index...]) }
    }
    return []
  }

  /// As few points as a tolerance allows (Douglas and Peucker 1973), which grows until there are few enough.
  private static func simplified(_ shape: [Place]) -> [Place] {
    var tolerance = 3.0
    var result = douglasPeucker(shape, tolerance)
    while result.count > mostPoints {
      tolerance *= 2
      result = douglasPeucker(shape, tolerance)
    }
    return result
  }

  private static func douglasPeucker(_ shape: [Place], _ tolerance: Double) -> [Place] {
    var keeps = [Bool](repeating: false, count: shape.count)
    (keeps[0], keeps[shape.count - 1]) = (true, true)
    var open = [(0, shape.count - 1)]
    while let (first, last) = open.popLast() {
      guard last - first > 1 else { continue }
      let farthest = ((first + 1)..<last).map { ($0, distance(shape[$0], from: shape[first], to: shape[last])) }
        .max { $0.1 < $1.1 }
      guard let (index, metres) = farthest, metres > tolerance else { continue }
      keeps[index] = true
      open += [(first, index), (index, last)]
    }
    return zip(shape, keeps).filter(\.1).map(\.0)
  }

  /// How far a place is from a line, in metres on the plane that touches the earth at the line's first end.
  private static func distance(_ place: Place, from start: Place, to end: Place) -> Double {
    func plane(_ other: Place) -> (x: Double, y: Double) {
      let turn = (other.longitude - start.longitude + 540).truncatingRemainder(dividingBy: 360) - 180
      return (turn * 111_195 * cos(start.latitude * .pi / 180), (other.latitude - start.latitude) * 111_195)
    }
    let (point, line) = (plane(place), plane(end))
    let length = line.x * line.x + line.y * line.y
    let part = length > 0 ? min(1, max(0, (point.x * line.x + point.y * line.y) / length)) : 0
    let (east, north) = (point.x - part * line.x, point.y - part * line.y)
    return (east * east + north * north).squareRoot()
  }
}
