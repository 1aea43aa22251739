// The SQL of documents. Every query names the spaces it may read.
import { MOST_COUNTED } from '@veritrace/contract/counts'
import { cappedCount } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { textArray } from '@veritrace/platform/db/text-array'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Scope } from '../model/space.ts'
import { countAll, newestOf } from '../model/space-store.ts'
import type { Tables } from '../tables.ts'
import type { DocumentRow, PassageRow } from './tables.ts'
import type { Counted } from './terms/rules.ts'

/** A document without its text, which may be long. */
export type DocumentHead = Omit<
  DocumentRow,
  'sections' | 'text' | 'html' | 'names' | 'named_at' | 'passages' | 'passage_words'
>

const HEAD = [
  ...(['id', 'space', 'pack_id', 'entry_id', 'evidence_id', 'kind', 'source_id', 'title', 'path', 'url'] as const),
  ...(['language', 'license', 'bytes', 'words', 'content_hash', 'as_of'] as const),
] as const
export const headColumns = (alias: string): RawBuilder<unknown> =>
  sql.join(HEAD.map((column) => sql.ref(`${alias}.${column}`)))

/** The spaces that a workspace can read: the shared corpus and its own. */
export interface Visible {
  shared: string
  own: string
  scope: Scope
}

const COUNTS = ['parsed', 'parsed_with_warnings']

/** Excludes evidence that was superseded or rejected, and evidence of deleted projects. */
export const isVisible = (
  alias: string,
  { shared, own, scope }: Visible,
  statuses: readonly string[] = COUNTS,
): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(`${alias}.space`)} in (${shared}, ${own}) and (${sql.ref(`${alias}.evidence_id`)} is null
    or ${sql.ref(`${alias}.evidence_id`)} in (
      select e.id from casework.evidence e join casework.projects p on p.tenant_id = e.tenant_id and p.id = e.project_id
      where e.tenant_id = ${scope.tenant} and e.workspace_id = ${scope.workspace} and p.deleted_at is null
        and e.status = any(${statuses}::text[])))`

export interface DocumentFilter {
  pack?: string
  kind?: DocumentRow['kind']
  source_id?: string
  except_source?: string
  language?: string
  license?: string
  entry_id?: string
  evidence_id?: string
  space?: string
  /** In lower case. */
  named?: string
}

/** Superseded versions are listed only if their entry is named. */
export const fits = (filter: DocumentFilter): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    [
      filter.entry_id ? sql`d.entry_id = ${filter.entry_id}` : sql`d.passages > 0`,
      ...(filter.pack ? [sql`d.pack_id = ${filter.pack}`] : []),
      ...(filter.kind ? [sql`d.kind = ${filter.kind}`] : []),
      ...(filter.source_id ? [sql`d.source_id = ${filter.source_id}`] : []),
      ...(filter.except_source ? [sql`d.source_id <> ${filter.except_source}`] : []),
      ...(filter.language ? [sql`d.language = ${filter.language}`] : []),
      ...(filter.license ? [sql`d.license->>'spdx' = ${filter.license}`] : []),
      ...(filter.evidence_id ? [sql`d.evidence_id = ${filter.evidence_id}`] : []),
      ...(filter.space ? [sql`d.space = ${filter.space}`] : []),
      ...(filter.named ? [sql`d.names @> array[${filter.named}]::text[]`] : []),
    ],
    sql` and `,
  )}`

/** Newest first, with the total count. */
export async function listDocuments(db: Db<Tables>, visible: Visible, query: PageQuery & DocumentFilter) {
  const spaces = [...new Set([visible.own, visible.shared])]
  const matching = (space: string) => sql`casework.documents d
    where d.space = ${space} and ${isOpen(visible)} and ${fits(query)}`
  const page = await pageById(`${visible.own} documents`, query, (after, count) =>
    newestOf(spaces, count, async (space) => {
      const { rows } = await sql<DocumentHead>`
        select ${headColumns('d')} from ${matching(space)} and ${after === undefined ? sql`true` : sql`d.id < ${after}`}
        order by d.id desc limit ${count}`.execute(db)
      return rows
    }),
  )
  const total = await countAll(spaces, async (space) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
      select 1 from ${matching(space)} limit ${MOST_COUNTED + 1}) as found`.execute(db)
    return cappedCount(rows[0]!.count)
  })
  return { ...page, total }
}

/** The same condition as isVisible, evaluated per document. */
const isOpen = ({ scope }: Visible) => sql`(d.evidence_id is null or exists (
  select from casework.evidence e join casework.projects p on p.tenant_id = e.tenant_id and p.id = e.project_id
  where e.id = d.evidence_id and e.tenant_id = ${scope.tenant} and e.workspace_id = ${scope.workspace}
    and p.deleted_at is null and e.status = any(${COUNTS}::text[])))`

export type WholeDocument = Omit<DocumentRow, 'passages' | 'passage_words'>

/** Also finds superseded evidence, which may have been cited. */
export async function findDocument(db: Db<Tables>, visible: Visible, id: string): Promise<WholeDocument | undefined> {
  const { rows } = await sql<WholeDocument>`
    select ${headColumns('d')}, d.sections, d.text, d.html, d.names, d.named_at
    from casework.documents d where ${isVisible('d', visible, [...COUNTS, 'superseded'])} and d.id = ${id}`.execute(db)
  return rows[0]
}

/** Current documents of one source by their paths, with their text. */
export async function listDocumentsAt(
  db: Db<Tables>,
  space: string,
  place: { pack_id: string; source_id: string; paths: readonly string[] },
): Promise<Pick<DocumentRow, 'id' | 'entry_id' | 'path' | 'title' | 'text' | 'license' | 'as_of'>[]> {
  const { rows } = await sql<Pick<DocumentRow, 'id' | 'entry_id' | 'path' | 'title' | 'text' | 'license' | 'as_of'>>`
    select d.id, d.entry_id, d.path, d.title, d.text, d.license, d.as_of from casework.documents d
    join casework.entries e on e.space = d.space and e.id = d.entry_id and e.is_current
    where e.space = ${space} and e.pack_id = ${place.pack_id} and e.source_id = ${place.source_id}
      and d.path = any(${place.paths}::text[])`.execute(db)
  return rows
}

/** Limits the size of one statement. */
const DOCUMENTS_AT_ONCE = 100
const PASSAGES_AT_ONCE = 500

export async function insertDocuments(
  tx: Db<Tables>,
  rows: readonly Insertable<Tables['casework.documents']>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += DOCUMENTS_AT_ONCE)
    await tx
      .insertInto('casework.documents')
      .values(rows.slice(from, from + DOCUMENTS_AT_ONCE))
      .execute()
}

type NewPassage = Omit<PassageRow, 'space' | 'evidence_id' | 'terms'> & Counted

export async function insertPassages(
  tx: Db<Tables>,
  { space, evidence_id }: Pick<PassageRow, 'space' | 'evidence_id'>,
  rows: readonly NewPassage[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += PASSAGES_AT_ONCE) {
    const part = rows.slice(from, from + PASSAGES_AT_ONCE)
    const column = (read: (passage: NewPassage) => string | number) =>
      sql`${textArray(part.map((passage) => String(read(passage))))}::text[]`
    await sql`insert into casework.passages
        (document_id, place, space, evidence_id, section, start, stop, text, words, terms)
      select document_id, place::int, ${space}, ${evidence_id}, section, start::int, stop::int, text, words::int,
        terms::jsonb
      from unnest(${column((one) => one.document_id)}, ${column((one) => one.place)}, ${column((one) => one.section)},
        ${column((one) => one.start)}, ${column((one) => one.stop)}, ${column((one) => one.text)},
        ${column((one) => one.words)}, ${column(writtenTerms)})
        as given (document_id, place, section, start, stop, text, words, terms)`.execute(tx)
  }
}

const writtenTerms = ({ terms, counts }: Counted): string =>
  JSON.stringify(Object.fromEntries(terms.map((term, place) => [term, counts[place]])))

export interface Owner {
  space: string
  entry_id?: string | undefined
  evidence_id?: string | undefined
}
const owns = ({ space, entry_id, evidence_id }: Owner): RawBuilder<boolean> =>
  sql<boolean>`space = ${space} and ${entry_id === undefined ? sql`evidence_id = ${evidence_id}` : sql`entry_id = ${entry_id}`}`

export async function deleteDocuments(tx: Db<Tables>, owner: Owner): Promise<void> {
  await sql`delete from casework.documents where ${owns(owner)}`.execute(tx)
}

/** Removes documents from the search. They remain readable for existing citations. */
export async function unindexDocuments(tx: Db<Tables>, owner: Owner): Promise<void> {
  await sql`delete from casework.passages where document_id in (
    select id from casework.documents where ${owns(owner)})`.execute(tx)
  await sql`update casework.documents set passages = 0, passage_words = 0 where ${owns(owner)}`.execute(tx)
}
