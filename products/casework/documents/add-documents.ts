// Replaces the documents of a file, in the transaction that makes the file current.
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import type { EntryRow, License } from '../model/tables.ts'
import type { Tables } from '../tables.ts'
import type { ReadDocument, ReadPassage } from './read/document.ts'
import { deleteDocuments, insertDocuments, insertPassages, type Owner } from './store.ts'
import { countTerms } from './terms/rules.ts'

/** An entry of the corpus or a piece of evidence, with the properties that all its documents share. */
export interface DocumentOwner extends Owner {
  pack: string
  kind: EntryRow['kind']
  source_id: string
  license: License
  as_of: Date | null
}

/** Returns the ids in the order of the documents. */
export async function addDocuments(
  tx: Db<Tables>,
  owner: DocumentOwner,
  documents: readonly ReadDocument[],
): Promise<string[]> {
  await deleteDocuments(tx, owner)
  const given = documents.map((document) => ({ id: newId('doc'), document, passages: passagesOf(owner, document) }))
  await insertDocuments(
    tx,
    given.map(({ id, document, passages }) => ({
      ...rowOf(owner, id, document),
      passages: passages.length,
      passage_words: passages.reduce((sum, { words }) => sum + words, 0),
    })),
  )
  const passages = given.flatMap(({ id, passages: own }) =>
    own.map((passage, place) => ({ document_id: id, place, ...passage })),
  )
  await insertPassages(tx, { space: owner.space, evidence_id: owner.evidence_id ?? null }, passages)
  return given.map(({ id }) => id)
}

function rowOf(owner: DocumentOwner, id: string, document: ReadDocument) {
  const { may_store_text: isKept } = owner.license
  return {
    id,
    space: owner.space,
    pack_id: owner.pack,
    entry_id: owner.entry_id ?? null,
    evidence_id: owner.evidence_id ?? null,
    kind: owner.kind,
    source_id: owner.source_id,
    title: document.title,
    path: document.path,
    url: document.url,
    language: document.language,
    license: JSON.stringify(owner.license),
    sections: JSON.stringify(isKept ? document.sections : []),
    text: isKept ? document.text : null,
    html: isKept ? document.html : null,
    bytes: document.bytes,
    words: document.words,
    content_hash: document.content_hash,
    as_of: owner.as_of,
    names: isKept ? [...new Set(document.named_at.map(([name]) => name))] : [],
    named_at: JSON.stringify(isKept ? document.named_at : []),
  }
}

/** A document whose text must not be stored, or that has none, is found by its title and links to its address. */
const passagesOf = ({ license }: DocumentOwner, document: ReadDocument): ReadPassage[] =>
  license.may_store_text && document.passages.length > 0 ? document.passages : [titleOf(document)]

const titleOf = ({ title }: ReadDocument): ReadPassage => ({
  section: '',
  start: 0,
  stop: 0,
  text: '',
  ...countTerms(title),
})
