// What is known of a vendor before a batch of its pages is recorded, and how that moves with each of them.
import type { Provenance } from '../deps.ts'
import { draftsOf } from './draft.ts'
import type { Page, Read } from './fetch.ts'
import { linkSubprocessors } from './link-subprocessors.ts'
import { listCurrentClaims, listElsewhere, listToldRemovals } from './store.ts'
import type { Draft, SaidElsewhere, StandingClaim, ToldRemoval } from './tables.ts'

export interface Known {
  /** What each page of the batch claims now, linked to the directory. */
  drafts: Map<Page, Draft[]>
  /** What stands of the pages of the batch, and of those that they replace. */
  current: Map<string, StandingClaim[]>
  /** What stands of the vendor's other pages. */
  others: readonly SaidElsewhere[]
  /** What was told to be gone, and may turn out to have moved. */
  removals: ToldRemoval[]
}

const A_WEEK = 7 * 24 * 3_600_000

export async function loadKnown(
  tx: Provenance['db'],
  vendorId: string,
  pages: readonly Page[],
  now: Date,
): Promise<Known> {
  if (pages.length === 0) return { drafts: new Map(), current: new Map(), others: [], removals: [] }
  const ids = pages.flatMap(({ read }) => pagesOf(read))
  return {
    drafts: await linkedDrafts(tx, vendorId, pages),
    current: await currentClaims(tx, pages),
    others: await listElsewhere(tx, vendorId, ids),
    removals: await listToldRemovals(tx, vendorId, new Date(now.getTime() - A_WEEK)),
  }
}

/** A page that was never read has none, and takes nobody's place. */
async function currentClaims(tx: Provenance['db'], pages: readonly Page[]): Promise<Known['current']> {
  const known = pages.filter(({ last, read }) => last !== undefined || pagesOf(read).length > 1)
  if (known.length === 0) return new Map()
  const ids = known.flatMap(({ read }) => pagesOf(read))
  return Map.groupBy(await listCurrentClaims(tx, ids), ({ source_id }) => source_id)
}

/** One query for the names of all pages. */
async function linkedDrafts(tx: Provenance['db'], vendorId: string, pages: readonly Page[]) {
  const drafts = pages.map(({ read }) => draftsOf(read.extraction))
  const linked = await linkSubprocessors(tx, vendorId, drafts.flat())
  const rest = linked.values()
  return new Map(pages.map((page, place) => [page, [...rest.take(drafts[place]!.length)]]))
}

/** The page itself, and the one whose place it has taken. */
export const pagesOf = ({ source }: Read): string[] =>
  source.replacement_for_source_id ? [source.id, source.replacement_for_source_id] : [source.id]

export const elsewhereOf = ({ current, others }: Known, except: readonly string[]): SaidElsewhere[] => [
  ...others,
  ...[...current].flatMap(([id, claims]) => (except.includes(id) ? [] : claims)),
]
