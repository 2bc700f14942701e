internal import FieldhouseKit

/// Whose an account is: proofs, identifiers, the second factor, notices with a way back.
struct OwnershipArea: Sendable {
  let stepUp: StepUp
  let ownership: Ownership
  let groups: [any RouteGroup]

  init(_ shared: SharedParts) {
    let context = shared.context
    stepUp = StepUp(
      context: context, limits: shared.limits, messages: shared.messages, passwords: shared.passwords,
      secondFactor: shared.secondFactor, challenger: shared.challenger, outbox: shared.outbox)
    ownership = Ownership(context: context, outbox: shared.outbox, stepUp: stepUp)
    let identifiers = MoreIdentifiers(
      context: context, limits: shared.limits, messages: shared.messages, challenger: shared.challenger,
      outbox: shared.outbox)
    groups = [
      IdentifierRoutes(context: context, identifiers: identifiers, ownership: ownership, stepUp: stepUp),
      StepUpRoutes(context: context, ownership: ownership, stepUp: stepUp),
      SecondFactorRoutes(
        context: context, ownership: ownership, secondFactor: shared.secondFactor, stepUp: stepUp),
    ]
  }
}
