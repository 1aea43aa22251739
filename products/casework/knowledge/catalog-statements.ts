// What one list says about its things, as statements: the thing, the fact with where it comes from, and what follows it.
import type { NewStatement } from '@veritrace/contract/graph/statements'
import { catalogIri, componentIri } from '../model/artifacts.ts'
import type { Pack } from '../packs/pack.ts'
import type { ListedFact } from './fact-store.ts'
import { core, DERIVED_FROM, entryIri, pascal, RDF_TYPE, sayWith, type Words } from './vocabulary.ts'

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
  words: Words,
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
  yield link(thing, RDF_TYPE, words.thing)
  yield say(thing, words.own('objectType'), fact.type)
  yield say(thing, words.own('objectKey'), fact.key)
  if (fact.component) yield link(thing, words.relation('in_component'), componentIri(naming, fact.component))
  if (fact.software_component) yield say(thing, words.own('softwareComponent'), fact.software_component)

  const said = words.named('fact', entry.list_id, fact.type, fact.key)
  yield link(said, RDF_TYPE, words.own(`${pascal(fact.role)}Fact`))
  yield link(said, words.own('about'), thing)
  yield link(said, words.own(fact.role), words.named(fact.role, entry.list_id))
  yield say(said, words.own('state'), fact.state)
  if (fact.successor_kind) yield say(said, words.own('successorKind'), fact.successor_kind)
  for (const label of new Set(fact.labels)) yield say(said, words.own('label'), label)
  yield link(said, DERIVED_FROM, entryIri(entry.id))
  yield say(said, core('recordPointer'), fact.pointer)

  if (fact.concept) yield link(thing, words.own('hasConcept'), words.named('concept', fact.concept))
  for (const successor of new Set(fact.successors.map((named) => catalogIri(naming, named))))
    yield link(thing, words.relation('has_successor'), successor)
}
