import FieldhouseAccounts
import FieldhouseContent
import FieldhouseKernel
import FieldhouseKit

/// What the plugins that run ask about people who have agreed to it.
struct SharingOffers: SharingCatalogue {
  private struct Pair {
    let asker: Manifest
    let ask: AskDeclaration
    let asked: Manifest
    let question: QuestionDeclaration
  }

  private let pairs: [Pair]
  private let texts: TextCatalog

  init(_ running: [RunningPlugin], texts: TextCatalog) {
    let manifests = running.map(\.checked.manifest)
    self.texts = texts
    pairs = manifests.flatMap { asker in
      asker.contributions.asks.compactMap { ask in
        guard let asked = manifests.first(where: { $0.id == ask.plugin }),
          let question = asked.contributions.question(ask.name), question.access == .consent
        else { return nil }
        return Pair(asker: asker, ask: ask, asked: asked, question: question)
      }
    }
  }

  func offers(language: String) -> [SharingOffer] {
    pairs.map { pair in
      SharingOffer(
        shared: SharedQuestion(question: pair.ask.question, asker: pair.asker.id), askedName: pair.asked.name,
        askerName: pair.asker.name, version: pair.asked.version.description,
        title: texts.text(pair.asked.id, key: pair.question.title, language: language, arguments: [:]),
        purpose: pair.ask.purpose.map {
          texts.text(pair.asker.id, key: $0, language: language, arguments: [:])
        })
    }
  }
}
