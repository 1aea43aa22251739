// The known state of a vendor before a batch of its pages is recorded. Each recorded page updates it.
import type { Provenance } from '../deps.ts'
import { draftsOf } from './draft.ts'
import type { Page, Read } from './fetch.ts'
import { linkSubprocessors } from './link-subprocessors.ts'
import { listCurrentClaims, listElsewhere, listReportedRemovals } from './store.ts'
import type { CurrentClaim, Draft, ReportedRemoval, StatementElsewhere } from './tables.ts'

export interface Known {
  /** Claims read from each page of the batch, linked to the directory. */
  drafts: Map<Page, Draft[]>
  /** Current claims of the pages of the batch and of the pages that they replace. */
  current: Map<string, CurrentClaim[]>
  /** Current claims of the vendor's other pages. */
  others: readonly StatementElsewhere[]
  /** Removals reported earlier. Their claims may have moved to this page. */
  removals: ReportedRemoval[]
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
    removals: await listReportedRemovals(tx, vendorId, new Date(now.getTime() - A_WEEK)),
  }
}

/** A page that was never read and replaces no other has no claims. */
async function currentClaims(tx: Provenance['db'], pages: readonly Page[]): Promise<Known['current']> {
  const known = pages.filter(({ last, read }) => last !== undefined || pagesOf(read).length > 1)
  if (known.length === 0) return new Map()
  const ids = known.flatMap(({ read }) => pagesOf(read))
  return Map.groupBy(await listCurrentClaims(tx, ids), ({ source_id }) => source_id)
}

/** Links all pages with one query. */
async function linkedDrafts(tx: Provenance['db'], vendorId: string, pages: readonly Page[]) {
  const drafts = pages.map(({ read }) => draftsOf(read.extraction))
  const linked = await linkSubprocessors(tx, vendorId, drafts.flat())
  const rest = linked.values()
  return new Map(pages.map((page, place) => [page, [...rest.take(drafts[place]!.length)]]))
}

/** The page itself, and the page that it replaces. */
export const pagesOf = ({ source }: Read): string[] =>
  source.replacement_for_source_id ? [source.id, source.replacement_for_source_id] : [source.id]

export const elsewhereOf = ({ current, others }: Known, except: readonly string[]): StatementElsewhere[] => [
  ...others,
  ...[...current].flatMap(([id, claims]) => (except.includes(id) ? [] : claims)),
]
