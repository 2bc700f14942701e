import Testing

@testable import SoccerPredictions

@Suite struct `The names of a team's players` {
  private let team = "eng-albion"

  /// Which of some names, read in this order, are one player: each as the place of the first name of that player.
  private func players(_ names: String...) -> [Int] {
    var registry = PlayerRegistry()
    let ids = names.map { registry.player($0, of: team).id }
    return ids.map { ids.firstIndex(of: $0) ?? -1 }
  }

  @Test func `are one where a first name is left out, shortened or written out, in whichever order they come`() {
    #expect(
      players("Erling Haaland", "E. Haaland", "Haaland", "ERLING HAALAND", "Erling Braut Haaland") == [0, 0, 0, 0, 0])
    #expect(players("Haaland", "E. Haaland", "Erling Haaland") == [0, 0, 0])
    #expect(players("N'Golo Kanté", "N. Golo Kante") == [0, 0])
    #expect(players("Müller", "Muller", "T. Müller") == [0, 0, 0])
  }

  @Test func `are two where first names contradict each other, or the last ones do`() {
    #expect(players("Thomas Müller", "Gerd Müller", "T. Müller", "G. Müller") == [0, 1, 0, 1])
    #expect(players("Ann Archer", "Ann Adams") == [0, 1])
    #expect(players("Lucas Hernández", "L. Hernández", "Luis Hernández") == [0, 0, 2], "Lucas is no Luis")
    #expect(players("João Silva", "José Silva", "J. Silva") == [0, 1, 2], "both may be meant, so neither is")
  }

  @Test func `take the first name that fits a last one alone, and no other from then on`() {
    #expect(players("Müller", "Gerd Müller", "Thomas Müller", "T. Müller") == [0, 0, 2, 2])
  }

  @Test func `are shown by the longest of them, in the order of the alphabet`() {
    var registry = PlayerRegistry()
    for name in ["Zoe Zell", "E. Haaland", "Haaland", "Erling Haaland", "Åse Ås"] {
      _ = registry.player(name, of: team)
    }
    _ = registry.player("Somebody Else", of: "eng-borough")
    #expect(registry.squad(of: team).map(\.name) == ["Erling Haaland", "Zoe Zell", "Åse Ås"])
    #expect(registry.squad(of: team).map(\.id).contains("eng-albion:e-haaland"), "the id stays the first one")
    #expect(registry.squad(of: "eng-city").isEmpty)
  }

  @Test func `are new once, and known from then on, in other scripts too`() {
    var registry = PlayerRegistry()
    #expect(registry.player("محمد صلاح", of: team).isNew)
    let again = registry.player("محمد صلاح", of: team)
    #expect(!again.isNew && again.id == PlayerID(name: "محمد صلاح", team: team))
    #expect(registry.player("孫興慜", of: team).id != again.id)
    #expect(registry.player("X", of: team).id != registry.player("Y X", of: team).id, "one letter names nobody")
  }
}
