internal import FieldhouseKit
internal import Foundation

/// Changes of body data; what is left out stays.
struct BodyInput: RouteInput {
  let weight: Change<Double>
  let height: Change<Double>
  let fitnessLevel: Change<FitnessLevel>
  let reminder: Bool?

  private enum CodingKeys: String, CodingKey { case weight, height, fitnessLevel, reminder }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    weight = try container.change(.weight)
    height = try container.change(.height)
    fitnessLevel = try container.change(.fitnessLevel)
    reminder = try container.decodeIfPresent(Bool.self, forKey: .reminder)
  }

  static var schema: Schema {
    .object([
      ("weight", .nullable(.number(20...500, description: "Kilograms."))),
      ("height", .nullable(.number(50...300, description: "Centimetres."))),
      ("fitnessLevel", .nullable(.enumeration(FitnessLevel.allCases.map { .string($0.rawValue) }))),
      ("reminder", .boolean),
    ])
  }

  /// Applies the changes at `now`; a reminder comes `month` seconds after the weight was told. What else is told moves none
  /// that is wanted already.
  func apply(to body: inout Body, now: Date, month: TimeInterval) {
    weight.apply(to: &body.weight)
    height.apply(to: &body.height)
    fitnessLevel.apply(to: &body.fitnessLevel)
    if case .set = weight { body.weighedAt = now }
    if case .clear = weight { body.weighedAt = nil }
    guard reminder ?? (body.remindAt != nil) else {
      body.remindAt = nil
      return
    }
    guard body.remindAt == nil || !weight.isKept else { return }
    body.remindAt = (body.weighedAt ?? now).addingTimeInterval(month)
  }
}

/// Body data as its owner sees it; unknown values are null.
struct BodyView: RouteOutput {
  let body: Body

  private enum CodingKeys: String, CodingKey { case weight, height, fitnessLevel, weighedAt, reminder }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(body.weight, forKey: .weight)
    try container.encode(body.height, forKey: .height)
    try container.encode(body.fitnessLevel, forKey: .fitnessLevel)
    try container.encode(body.weighedAt, forKey: .weighedAt)
    try container.encode(body.remindAt != nil, forKey: .reminder)
  }

  static var schema: Schema {
    let levels = Schema.enumeration(FitnessLevel.allCases.map { .string($0.rawValue) })
    let fields: [(String, Schema)] = [
      ("weight", .nullable(.number())), ("height", .nullable(.number())), ("fitnessLevel", .nullable(levels)),
      ("weighedAt", .nullable(.string(format: .dateTime))), ("reminder", .boolean),
    ]
    return .object(fields, required: fields.map(\.0))
  }
}
