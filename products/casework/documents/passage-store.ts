// Search in passages: Okapi BM25 (as ranking/rules.ts has it), exact, with what is rare and what is long measured over
// all that the workspace can read, whatever the filter.
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
  /** Share of the asked terms, by weight, that it has. */
  coverage: number
}

interface Search {
  terms: readonly string[]
  filter: DocumentFilter
  limit: number
}

/** The best passages, two of one document at most: many voices rather than one. */
export async function searchBestPassages(db: Db<Tables>, visible: Visible, search: Search): Promise<Hit[]> {
  if (search.terms.length === 0) return []
  const { rows } = await sql<Hit>`
    ${weighed(visible, search.terms)}, ranked as (
      select w.*, row_number() over (partition by document_id order by score desc, place) as rank from weighed w)
    select ${hitColumns} from ranked r ${joins}
    where r.rank <= 2 and p.stop > p.start and ${fits(search.filter)}
    order by r.score desc, r.document_id, r.place limit ${search.limit}`.execute(db)
  return rows
}

/** Documents by their best passage; `after` is the score and the id of the last one shown. */
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
      select r.* from best r join casework.documents d on d.id = r.document_id where ${fits(search.filter)})
    select ${hitColumns}, (select count(*)::int from found) as total from found r ${joins}
    where ${id === undefined ? sql`true` : sql`(r.score < ${score} or (r.score = ${score} and r.document_id > ${id}))`}
    order by r.score desc, r.document_id limit ${search.limit}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

const hitColumns = sql`${headColumns('d')}, r.place, p.section, p.start, p.stop, p.text as passage, r.score, r.coverage,
  coalesce((select s->>'heading' from jsonb_array_elements(d.sections) s where s->>'id' = p.section limit 1), '')
    as heading`
const joins = sql`join casework.documents d on d.id = r.document_id
  join casework.passages p on p.document_id = r.document_id and p.place = r.place`

/** Scores are rounded, so that both kinds of database put equal ones in the same order. */
const weighed = (visible: Visible, terms: readonly string[]): RawBuilder<unknown> => sql`
  with size as materialized (
    select count(*)::float8 as texts, coalesce(avg(p.words), 1)::float8 as mean
    from casework.passages p where ${isVisible('p', visible)}),
  hits as materialized (${sql.join(
    terms.map((term, place) => sql`
      select ${sql.lit(place)} as term, p.document_id, p.place, p.words,
        p.counts[array_position(p.terms, ${term})]::float8 as count, count(*) over () as seen_in
      from casework.passages p where p.terms @> array[${term}]::text[] and ${isVisible('p', visible)}`),
    sql` union all `,
  )}),
  asked as materialized (
    select term, ln(1 + (texts - seen_in + 0.5) / (seen_in + 0.5)) as idf
    from (select term, max(seen_in)::float8 as seen_in from hits group by term) found, size),
  whole as materialized (
    select coalesce(sum(idf), 0) + (${sql.lit(terms.length)} - count(*)) * ln(1 + ((select texts from size) + 0.5) / 0.5)
      as idf
    from asked),
  weighed as (
    select h.document_id, h.place,
      round(sum(a.idf * h.count * ${sql.lit(K1 + 1)}
        / (h.count + ${sql.lit(K1)} * (${sql.lit(1 - B)} + ${sql.lit(B)} * h.words / s.mean)) order by h.term)::numeric, 6)::float8
        as score,
      round((sum(a.idf order by h.term) / (select idf from whole))::numeric, 6)::float8 as coverage
    from hits h join asked a on a.term = h.term cross join size s
    group by h.document_id, h.place)`
