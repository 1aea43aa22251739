// The statements for one record of a list: the artifact, the fact with its source, and the successors.
import type { NewStatement } from '@veritrace/contract/graph/statements'
import { catalogIri, componentIri } from '../model/artifacts.ts'
import type { Pack } from '../packs/pack.ts'
import type { ListedFact } from './fact-store.ts'
import { core, DERIVED_FROM, entryIri, pascal, RDF_TYPE, sayWith, type Vocabulary } from './vocabulary.ts'

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
  const { say, link } = sayWith({
    confidence: 1,
    source: entry.id,
    hash: entry.content_hash,
    pointer: fact.pointer,
    extractor: entry.extractor,
    ...(entry.as_of && { as_of: entry.as_of.toISOString().slice(0, 10) }),
    asserted_by: 'import',
  })
  const thing = catalogIri(naming, { type: fact.type, name: fact.key })
  yield link(thing, RDF_TYPE, vocabulary.thing)
  yield say(thing, vocabulary.own('objectType'), fact.type)
  yield say(thing, vocabulary.own('objectKey'), fact.key)
  if (fact.component) yield link(thing, vocabulary.relation('in_component'), componentIri(naming, fact.component))
  if (fact.software_component) yield say(thing, vocabulary.own('softwareComponent'), fact.software_component)

  const said = vocabulary.named('fact', entry.list_id, fact.type, fact.key)
  yield link(said, RDF_TYPE, vocabulary.own(`${pascal(fact.role)}Fact`))
  yield link(said, vocabulary.own('about'), thing)
  yield link(said, vocabulary.own(fact.role), vocabulary.named(fact.role, entry.list_id))
  yield say(said, vocabulary.own('state'), fact.state)
  if (fact.successor_kind) yield say(said, vocabulary.own('successorKind'), fact.successor_kind)
  for (const label of new Set(fact.labels)) yield say(said, vocabulary.own('label'), label)
  yield link(said, DERIVED_FROM, entryIri(entry.id))
  yield say(said, core('recordPointer'), fact.pointer)

  if (fact.concept) yield link(thing, vocabulary.own('hasConcept'), vocabulary.named('concept', fact.concept))
  for (const successor of new Set(fact.successors.map((named) => catalogIri(naming, named))))
    yield link(thing, vocabulary.relation('has_successor'), successor)
}
