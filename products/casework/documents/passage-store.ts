// Searches passages with exact Okapi BM25 (see ranking/rules.ts). Term frequency and length statistics cover everything
// that the workspace can read, whatever the filter.
import type { Db } from '@veritrace/platform/db/db'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { B, K1 } from './ranking/rules.ts'
import { type DocumentFilter, type DocumentHead, fits, headColumns, isVisible, type Visible } from './store.ts'

export interface Hit extends DocumentHead {
  place: number
  section: string
  heading: string
  start: number
  stop: number
  passage: string
  score: number
  /** The share of the query terms, by weight, that the passage contains. */
  coverage: number
}

interface Search {
  terms: readonly string[]
  filter: DocumentFilter
  limit: number
}

/** The best passages, at most two per document, so that several documents are represented. */
export async function searchBestPassages(db: Db<Tables>, visible: Visible, search: Search): Promise<Hit[]> {
  if (search.terms.length === 0) return []
  const { rows } = await sql<Hit>`
    ${weighed(visible, search.terms)}, ranked as (
      select w.*, row_number() over (partition by document_id order by score desc, place) as rank from weighed w)
    select ${hitColumns} from ranked r ${joins(visible)}
    where r.rank <= 2 and p.stop > p.start and ${fits(search.filter)}
    order by r.score desc, r.document_id, r.place limit ${search.limit}`.execute(db)
  return rows
}

/** Documents ranked by their best passage; `after` contains the score and the id of the last one shown. */
export async function searchDocuments(
  db: Db<Tables>,
  visible: Visible,
  search: Search & { after: readonly unknown[] },
): Promise<{ rows: Hit[]; total: number }> {
  if (search.terms.length === 0) return { rows: [], total: 0 }
  const [score, id] = search.after
  const { rows } = await sql<Hit & { total: number }>`
    ${weighed(visible, search.terms)}, best as (
      select distinct on (document_id) w.* from weighed w order by document_id, score desc, place),
    found as materialized (
      select r.* from best r join casework.documents d on ${isOfHit(visible)} where ${fits(search.filter)})
    select ${hitColumns}, (select count(*)::int from found) as total from found r ${joins(visible)}
    where ${id === undefined ? sql`true` : sql`(r.score < ${score} or (r.score = ${score} and r.document_id > ${id}))`}
    order by r.score desc, r.document_id limit ${search.limit}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

const hitColumns = sql`${headColumns('d')}, r.place, p.section, p.start, p.stop, p.text as passage, r.score, r.coverage,
  coalesce((select s->>'heading' from jsonb_array_elements(d.sections) s where s->>'id' = p.section limit 1), '')
    as heading`
const isOfHit = ({ shared, own }: Visible) => sql`d.space in (${shared}, ${own}) and d.id = r.document_id`
const joins = (visible: Visible) => sql`join casework.documents d on ${isOfHit(visible)}
  join casework.passages p on p.document_id = r.document_id and p.place = r.place`

/**
 * One pass over the passages that contain any of the terms, followed by arithmetic. Scores are rounded so that both
 * kinds of database sort equal scores in the same order.
 */
function weighed(visible: Visible, terms: readonly string[]): RawBuilder<unknown> {
  const counts = terms.map((term, place) => ({ term, count: sql.ref(`c${place}`), idf: sql.ref(`i${place}`) }))
  const each = (part: (one: (typeof counts)[number]) => RawBuilder<unknown>, between: RawBuilder<unknown> = sql`, `) =>
    sql.join(counts.map(part), between)
  return sql`
    with size as materialized (
      select greatest(sum(d.passages), 1)::float8 as texts,
        greatest(sum(d.passage_words), 1)::float8 / greatest(sum(d.passages), 1) as mean
      from casework.documents d where ${isVisible('d', visible)}),
    hits as materialized (
      select p.document_id, p.place, p.words::float8 as words,
        ${each(({ term, count }) => sql`(p.terms->${term})::float8 as ${count}`)}
      from casework.passages p where p.terms ?| ${terms}::text[] and ${isVisible('p', visible)}),
    asked as materialized (
      select ${each(({ count, idf }) => sql`ln(1 + (s.texts - h.${count} + 0.5) / (h.${count} + 0.5)) as ${idf}`)}, s.mean
      from (select ${each(({ count }) => sql`count(${count})::float8 as ${count}`)} from hits) h, size s),
    weighed as materialized (
      select h.document_id, h.place,
        ${rounded(
          sql`${each(
            ({ count, idf }) => sql`coalesce(a.${idf} * h.${count} * ${sql.lit(K1 + 1)} / (h.${count}
            + ${sql.lit(K1)} * (${sql.lit(1 - B)} + ${sql.lit(B)} * h.words / a.mean)), 0)`,
            sql` + `,
          )}`,
        )} as score,
        ${rounded(sql`(${each(({ count, idf }) => sql`case when h.${count} is null then 0 else a.${idf} end`, sql` + `)})
          / (${each(({ idf }) => sql`a.${idf}`, sql` + `)})`)} as coverage
      from hits h cross join asked a)`
}

/** Rounds to six decimal places in floating point, which is faster than `numeric`. */
const rounded = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`floor((${value}) * 1e6 + 0.5) / 1e6`
