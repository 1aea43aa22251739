// The statements for one record of a list: the artifact, the fact with its source, and the successors.
import type { NewStatement } from '@veritrace/contract/graph/statements'
import { catalogIri, componentIri } from '../model/artifacts.ts'
import type { Pack } from '../packs/pack.ts'
import type { ListedFact } from './fact-store.ts'
import { core, DERIVED_FROM, entryIri, pascal, RDF_TYPE, statementsWith, type Vocabulary } from './vocabulary.ts'

export interface ListEntry {
  id: string
  list_id: string
  content_hash: string
  as_of: Date | null
  /** Such as `cloudification-csv@1`. */
  extractor: string
}

export function* catalogStatements(
  { naming }: Pick<Pack, 'naming'>,
  vocabulary: Vocabulary,
  entry: ListEntry,
  fact: ListedFact,
): Generator<NewStatement> {
  const { literal, link } = statementsWith({
    confidence: 1,
    source: entry.id,
    hash: entry.content_hash,
    pointer: fact.pointer,
    extractor: entry.extractor,
    ...(entry.as_of && { as_of: entry.as_of.toISOString().slice(0, 10) }),
    asserted_by: 'import',
  })
  const artifact = catalogIri(naming, { type: fact.type, name: fact.key })
  yield link(artifact, RDF_TYPE, vocabulary.thing)
  yield literal(artifact, vocabulary.own('objectType'), fact.type)
  yield literal(artifact, vocabulary.own('objectKey'), fact.key)
  if (fact.component) yield link(artifact, vocabulary.relation('in_component'), componentIri(naming, fact.component))
  if (fact.software_component) yield literal(artifact, vocabulary.own('softwareComponent'), fact.software_component)

  const factIri = vocabulary.named('fact', entry.list_id, fact.type, fact.key)
  yield link(factIri, RDF_TYPE, vocabulary.own(`${pascal(fact.role)}Fact`))
  yield link(factIri, vocabulary.own('about'), artifact)
  yield link(factIri, vocabulary.own(fact.role), vocabulary.named(fact.role, entry.list_id))
  yield literal(factIri, vocabulary.own('state'), fact.state)
  if (fact.successor_kind) yield literal(factIri, vocabulary.own('successorKind'), fact.successor_kind)
  for (const label of new Set(fact.labels)) yield literal(factIri, vocabulary.own('label'), label)
  yield link(factIri, DERIVED_FROM, entryIri(entry.id))
  yield literal(factIri, core('recordPointer'), fact.pointer)

  if (fact.concept) yield link(artifact, vocabulary.own('hasConcept'), vocabulary.named('concept', fact.concept))
  for (const successor of new Set(fact.successors.map((named) => catalogIri(naming, named))))
    yield link(artifact, vocabulary.relation('has_successor'), successor)
}
