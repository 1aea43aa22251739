// The projections of lists, documents, decisions and packs, read from the tables in pages.

import type { NewStatement } from '@veritrace/contract/graph/statements'
import { cutText } from '@veritrace/platform/text'
import type { Casework } from '../deps.ts'
import { listCatalogNames } from '../documents/mention-store.ts'
import { homesOf } from '../estate/homes.ts'
import { catalogIri } from '../model/artifacts.ts'
import type { GraphContext } from '../model/graph-contexts.ts'
import type { Pack } from '../packs/pack.ts'
import { catalogStatements } from './catalog-statements.ts'
import { decisionStatements } from './decision-statements.ts'
import { documentStatements } from './document-statements.ts'
import { isProjected } from './entry-context.ts'
import {
  listDecisionsAfter,
  listDocumentsAfter,
  listFactsAfter,
  listProjected,
  type ProjectedEntry,
} from './fact-store.ts'
import { packText, shapesOf } from './pack-texts.ts'
import type { Projection } from './projection.ts'
import type { Described } from './register-dataset.ts'
import { entryContext, spaceOfPlace } from './rules.ts'
import { vocabularyOf } from './vocabulary.ts'

type Deps = Pick<Casework, 'db' | 'packs' | 'corpusSpace' | 'publicUrl'>

const FACTS = 500
const DOCUMENTS = 50
const DECISIONS = 500
/** A source can have many files; the catalog lists the first ones. */
const MAX_FILES = 50

export const ownProjections = (deps: Deps): Projection[] => [
  catalogProjection(deps),
  corpusProjection(deps),
  decisionsProjection(deps),
  packProjection(deps),
]

const catalogProjection = (deps: Deps): Projection => ({
  kind: 'catalog',
  async *statements(context) {
    for (const { entry, pack } of await entriesOf(deps, context)) {
      const vocabulary = vocabularyOf(pack)
      const importer = pack.sources.find(({ id }) => id === entry.source_id)?.importer ?? entry.source_id
      const listed = { ...entry, list_id: entry.list_id!, extractor: `${importer}@1` }
      const parts = pages((after: { type: string; key: string } | undefined) =>
        listFactsAfter(deps.db, entry.id, after, FACTS),
      )
      for await (const facts of parts)
        yield facts.flatMap((fact) => [...catalogStatements(pack, vocabulary, listed, fact)])
    }
  },
  describe: (context) => describe(deps, context),
  shapes: async (context) => {
    const [first] = await entriesOf(deps, context)
    return first && shapesOf(first.pack)
  },
})

const corpusProjection = (deps: Deps): Projection => ({
  kind: 'corpus',
  async *statements(context) {
    const entries = await entriesOf(deps, context)
    const pack = entries[0]?.pack
    if (!pack) return
    const ids = entries.map(({ entry }) => entry.id)
    const spaces = [...new Set([spaceOfPlace(context), deps.corpusSpace])]
    const parts = pages((after: { id: string } | undefined) =>
      listDocumentsAfter(deps.db, spaces, ids, after?.id ?? '', DOCUMENTS),
    )
    for await (const documents of parts) {
      const names = [...new Set(documents.flatMap((document) => document.names))]
      const known = await listCatalogNames(deps.db, spaces, pack.ref.id, names)
      const iris = Map.groupBy(known, ({ name }) => name.toLowerCase())
      yield documents.flatMap((document) => {
        const mentions = document.names.flatMap((name) => iris.get(name) ?? [])
        return [
          ...documentStatements(
            document,
            mentions.map((named) => catalogIri(pack.naming, named)),
          ),
        ]
      })
    }
  },
  describe: (context) => describe(deps, context),
})

/** One dataset per source, with one distribution per file version. */
async function describe(deps: Deps, context: GraphContext): Promise<Described | undefined> {
  const entries = await entriesOf(deps, context)
  const [first] = entries
  if (!first) return undefined
  const source = first.pack.sources.find(({ id }) => id === first.entry.source_id)
  const { spdx, attribution } = first.entry.license
  return {
    title: cutText(source?.title ?? first.entry.title, 300),
    description: `${entries.length === 1 ? 'Read from one file' : `Read from ${entries.length} files`} by casework, pack ${first.pack.title}.`,
    keywords: [first.pack.ref.id, first.entry.kind, first.entry.source_id],
    ...(attribution && { publisher: cutText(attribution, 2048) }),
    ...(spdx && { license: spdx }),
    files: entries.slice(0, MAX_FILES).map(({ entry }) => fileOf(deps, entry)),
  }
}

/** Files that are not on the web can be downloaded from this server. */
const fileOf = ({ publicUrl }: Deps, entry: ProjectedEntry): Described['files'][number] => ({
  title: cutText(entry.title, 300),
  accessURL: `${publicUrl}/api/casework/corpus/${entry.id}`,
  ...(/^https?:/.test(entry.uri) && { downloadURL: entry.uri.slice(0, 2048) }),
  mediaType: entry.media_type,
  byteSize: entry.bytes,
  checksum: { algorithm: 'sha256', value: entry.content_hash.replace('sha256:', '') },
  ...(entry.license.spdx && { license: entry.license.spdx }),
  ...(entry.as_of && { issued: entry.as_of.toISOString() }),
})

const decisionsProjection = ({ db, packs }: Deps): Projection => ({
  kind: 'decisions',
  async *statements(context) {
    const parts = pages((after: { id: string } | undefined) =>
      listDecisionsAfter(db, context, after?.id ?? '', DECISIONS),
    )
    for await (const decisions of parts) {
      const statements: NewStatement[] = []
      const home = await homesOf(db, context, decisions)
      for (const decision of decisions) {
        const { pack } = await packs.of(context, decision.pack_id)
        statements.push(...decisionStatements(pack, decision, home(decision)))
      }
      yield statements
    }
  },
  shapes: async (context) => shapesOf((await packs.of(context)).pack),
})

/** `pack.clean-core.ontology` */
export const packContext = (place: Pick<GraphContext, 'tenant' | 'workspace'>, pack: Pack): GraphContext => ({
  ...place,
  name: `pack.${pack.ref.id}.ontology`,
})

const packProjection = ({ packs }: Deps): Projection => ({
  kind: 'pack',
  async text(context) {
    const id = context.name.split('.')[1]!
    const { pack } = await packs.of(context, id)
    return packText(pack)
  },
})

/** The current entries behind a context: one for a list, one or more for a source of documents. */
async function entriesOf({ db, packs }: Deps, context: GraphContext): Promise<{ entry: ProjectedEntry; pack: Pack }[]> {
  const entries = await listProjected(db, spaceOfPlace(context))
  // Entries of a removed pack are not projected.
  const used = new Map((await packs.all(context)).map(({ pack }) => [pack.ref.id, pack]))
  return entries.flatMap((entry) => {
    const pack = used.get(entry.pack_id)
    const isWanted = pack && isProjected(pack, entry) && entryContext(entry, pack.naming.iriBase).name === context.name
    return isWanted ? [{ entry, pack }] : []
  })
}

/** Reads pages until one is empty. */
async function* pages<T>(read: (after: T | undefined) => Promise<readonly T[]>): AsyncGenerator<readonly T[]> {
  let after: T | undefined
  for (;;) {
    const part = await read(after)
    if (part.length === 0) return
    yield part
    after = part.at(-1)
  }
}
