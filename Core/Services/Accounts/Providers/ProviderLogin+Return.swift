internal import FieldhouseKit
internal import Foundation

extension ProviderLogin {
  /// Lets somebody in who is back from a provider, or adds the identity to the account that asked for it.
  /// - Parameter caller: who is signed in, as a guest or with an account.
  /// - Throws: ``Problem``; 401 `second-factor-needed` and 409 `terms-needed` leave the attempt open: the same call with
  ///   what was missing goes on.
  func complete(_ back: Return, by caller: Principal?, from client: Client) async throws -> Outcome {
    let (provider, address) = (try provider(back.provider), client.address)
    try limits.check(.returnsPerAddress, .address(address))
    var attempt = try await take(back, from: address)
    if attempt.secrets.identity == nil { attempt.secrets.identity = try await identity(back, attempt, provider) }
    let proved = attempt
    return try await context.storage.write { transaction in
      try await settle(proved, back, by: caller, from: client, in: transaction)
    }.get()
  }

  private func take(_ back: Return, from address: ClientAddress) async throws -> ProviderAttempt {
    let browser = TokenHash(of: back.browser ?? "").text
    let found = try await context.storage.write { [context] transaction -> Result<ProviderAttempt, Problem> in
      let attempt = try await ProviderAttemptStore.take(
        TokenHash(of: back.state).text, provider: back.provider, browserHash: browser, now: context.clock.now,
        secret: context.secret, in: transaction)
      if let attempt { return .success(attempt) }
      return .failure(try await limits.refusal(.returnsPerAddress, .address(address), in: transaction) ?? Self.stale)
    }
    return try found.get()
  }

  /// Asks the provider who it was.
  private func identity(
    _ back: Return, _ attempt: ProviderAttempt, _ provider: IdentityProvider
  ) async throws -> ProviderIdentity {
    let mustNameIssuer = try await client.endpoints(of: provider).namesIssuer
    guard back.issuer == provider.issuer || (back.issuer == nil && !mustNameIssuer) else {
      client.report(provider, "provider-mixed-up")
      throw Self.refused
    }
    guard let code = back.code, !code.isEmpty else { throw Self.refused }
    let exchange = ProviderClient.Exchange(
      code: code, verifier: attempt.secrets.verifier, redirect: redirect(of: provider))
    let token = try await client.token(for: exchange, at: provider)
    do {
      return try token.identity(from: provider, nonce: attempt.secrets.nonce, now: realTime)
    } catch {
      client.report(provider, "provider-token", ["mistake": error.rawValue])
      throw Self.refused
    }
  }

  /// A provider knows nothing of a simulated clock.
  private var realTime: Date { context.clock.isSimulated ? Date() : context.clock.now }

  private func settle(
    _ attempt: ProviderAttempt, _ back: Return, by caller: Principal?, from client: Client,
    in transaction: any Transaction
  ) async throws -> Result<Outcome, Problem> {
    guard let identity = attempt.secrets.identity else { return .failure(Self.refused) }
    if let account = attempt.account {
      return try await add(identity, to: account, attempt, back, by: caller, in: transaction)
    }
    let arrival =
      if let owner = try await IdentifierStore.owner(IdentifierKey(identity: identity.value), in: transaction) {
        try await enter(owner, back, from: client, in: transaction)
      } else {
        try await signUp(identity, back, guest: caller?.account, from: client, in: transaction)
      }
    if case .failure(let problem) = arrival, Self.leavesOpen(problem) {
      try await ProviderAttemptStore.put(attempt, secret: context.secret, in: transaction)
    }
    return arrival.map { .arrived($0, back: attempt.secrets.back) }
  }

  /// Whether the person can go on with the same attempt once something is added.
  private static func leavesOpen(_ problem: Problem) -> Bool {
    [SecondFactor.needed, SecondFactor.wrong, DocumentVersions.needed, Arrivals.leaving].contains(problem)
      || problem.status == 429
  }

  private func enter(
    _ owner: AccountID, _ back: Return, from client: Client, in transaction: any Transaction
  ) async throws -> Result<Arrivals.Arrival, Problem> {
    let isKnown = try await KnownDevices.isKnown(client.device, to: owner, in: transaction)
    let verdict = try await secondFactor.verdict(
      on: back.secondFactor, of: owner, known: isKnown ? client.device : nil, in: transaction)
    if case .refused(let problem) = verdict { return .failure(problem) }
    do {
      let arrival = try await arrivals.enter(
        owner, isNew: false, isStrong: verdict.isShown, keeping: back.keeping, guest: client.account,
        from: client.address, in: transaction)
      try await KnownDevices.remember(client.device, of: owner, now: context.clock.now, in: transaction)
      return .success(arrival)
    } catch let problem as Problem where problem == Arrivals.leaving {
      return .failure(problem)
    }
  }
}
