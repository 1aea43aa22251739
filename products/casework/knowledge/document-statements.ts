// The statements for a document of the corpus: its title, its sections, and the artifacts it mentions.
import type { NewStatement } from '@veritrace/contract/graph/statements'
import type { ProjectedDocument } from './fact-store.ts'
import { core, DERIVED_FROM, entryIri, RDF_TYPE, statementsWith } from './vocabulary.ts'

const LABEL = 'http://www.w3.org/2000/01/rdf-schema#label'
const PART_OF = 'http://purl.org/dc/terms/isPartOf'
const SOURCE = 'http://purl.org/dc/terms/source'
/** Below 1 because the name may mean something else in the text. */
const MENTIONED = 0.6

export function* documentStatements(document: ProjectedDocument, mentions: readonly string[]): Generator<NewStatement> {
  const metadata = {
    source: document.entry_id,
    hash: document.content_hash,
    extractor: 'document@1',
    ...(document.as_of && { as_of: document.as_of.toISOString().slice(0, 10) }),
    asserted_by: 'import',
  }
  const { literal, link } = statementsWith({ confidence: 1, ...metadata })
  const iri = `urn:cw:document:${encodeURIComponent(document.id)}`
  yield link(iri, RDF_TYPE, core('Document'))
  yield literal(iri, LABEL, document.title)
  yield link(iri, DERIVED_FROM, entryIri(document.entry_id))
  if (document.url) yield literal(iri, SOURCE, document.url)
  for (const { id, heading } of document.sections) {
    const section = `${iri}#${encodeURIComponent(id)}`
    yield link(section, RDF_TYPE, core('Section'))
    yield link(section, PART_OF, iri)
    if (heading) yield literal(section, LABEL, heading)
  }
  const likely = statementsWith({ confidence: MENTIONED, ...metadata })
  for (const artifact of new Set(mentions)) yield likely.link(iri, core('mentions'), artifact)
}
