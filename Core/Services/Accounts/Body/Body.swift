internal import FieldhouseKit
internal import Foundation

/// How fit somebody is, as that person says.
enum FitnessLevel: String, Sendable, Hashable, Codable, CaseIterable {
  case beginner, regular, advanced
}

/// What a person has told of the body.
struct Body: Sendable, Hashable {
  /// Kilograms.
  var weight: Double?
  /// Centimetres.
  var height: Double?
  var fitnessLevel: FitnessLevel?
  /// When the weight was told.
  var weighedAt: Date?
  /// When to remind of telling the weight again; nil when that is not wanted.
  var remindAt: Date?
}

extension Body {
  init(_ row: Row) throws {
    weight = try row["weight"]
    height = try row["height"]
    fitnessLevel = try (row["fitness_level"] as String?).flatMap(FitnessLevel.init)
    weighedAt = try row["weighed_at"]
    remindAt = try row["remind_at"]
  }
}
