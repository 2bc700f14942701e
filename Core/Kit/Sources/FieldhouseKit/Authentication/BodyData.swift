public import Foundation

/// What a person has told of the body; every value may be missing.
public struct BodyData: Sendable, Hashable, Codable {
  /// The weight in kilograms, 20 to 500.
  public var weight: Double?
  /// When the weight was told.
  public var weighedAt: Date?
  /// The height in centimetres, 50 to 300.
  public var height: Double?
  /// `beginner`, `regular` or `advanced`.
  public var fitnessLevel: String?
  /// `male`, `female`, `other` or `undisclosed`.
  public var gender: String?
  /// The date of birth, `YYYY-MM-DD`.
  public var dateOfBirth: String?

  /// Nothing told.
  public init() {}
}
