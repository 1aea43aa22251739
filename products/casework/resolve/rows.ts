// One row of a batch: only what a table needs, and more on request. Pure.

import { hash } from 'node:crypto'
import type { ResolutionRow, ResolvedSuccessor } from '@veritrace/contract/casework/resolve'
import type { Rating } from '@veritrace/contract/casework/shapes'
import { sumByName } from '@veritrace/platform/names'
import type { Estate } from '../estate/estate.ts'
import { type Named, shortForm } from '../model/artifacts.ts'
import { counted } from '../model/counted.ts'
import type { ActivePack } from '../packs/packs.ts'
import { addressOf, listedRef } from '../rating/addresses.ts'
import { type Context, type Judged, knownOf } from '../rating/assemble.ts'
import type { Known } from '../rating/known.ts'
import { actionsFor } from './actions.ts'
import { dependentsOf } from './dependents.ts'
import type { Meant } from './resolve-many.ts'

interface Wanted {
  context: Context
  judge: (named: Named) => Judged
  estate: Estate | undefined
  tenant: string
  include: readonly string[]
}

export function openRows({ context, judge, estate, tenant, include }: Wanted): (meant: Meant) => ResolutionRow {
  const { active, target, catalog } = context
  const { pack } = active
  const basis = hash('sha256', `${active.revision} ${target.profile_id} ${catalog.digest}`, 'hex').slice(0, 10)
  const isFull = include.includes('citations')
  const shorten = shortener()
  return ({ item, subject, candidates }) => {
    const query = { raw: item.raw }
    // Built from the digest of the inputs and the subject.
    const idOf = (about: string) => `res_${basis}${about}`
    if (!subject && candidates.length === 0)
      return {
        id: idOf(hashOf(item.raw)),
        query,
        status: 'not_found',
        headline: `No list of ${target.label} names “${item.raw}”.`,
      }
    if (!subject)
      return {
        id: idOf(hashOf(item.raw)),
        query,
        status: 'ambiguous',
        headline: `“${item.raw}” matches ${counted(candidates.length, 'artifact', 'artifacts')}.`,
        candidates: candidates.map(({ named, score, why }) => ({
          artifact: listedRef(pack.naming, named),
          score,
          why,
        })),
      }
    const { rating, acceptable } = judge(subject)
    const artifact = isListed(context, subject)
      ? listedRef(pack.naming, subject)
      : addressOf(pack, context.home, subject)
    const row: ResolutionRow = {
      id: idOf(artifact.id.slice('art_'.length, 'art_'.length + 16)),
      query,
      status: rating.code === pack.scheme.unknown ? 'partial' : 'resolved',
      subject: artifact,
      headline: `${subject.type} ${subject.name}: ${rating.code}.`,
      rating: isFull ? rating : shorten(rating),
      acceptable,
    }
    if (include.length === 0) return row
    const known = knownOf(context, judge, subject)
    return {
      ...row,
      ...(include.includes('successors') && { successors: viewSuccessors(known, judge, shorten) }),
      ...(include.includes('actions') && { actions: actionsFor(active, target, known) }),
      ...(include.includes('dependents') &&
        estate && { dependents: dependentsOf(estate, pack.ref.id, tenant, subject) }),
      ...(isFull && { citations: [...known.citations] }),
    }
  }
}

/** For short answers, things in lists are cached in memory with their statements. */
const isListed = ({ records }: Context, subject: Named): boolean =>
  'statements' in subject || (records.get(shortForm(subject))?.facts.length ?? 0) > 0

const hashOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 16)

/** Removes reasons and conflicts, which refer to citations. Cached because many rows share a rating. */
function shortener(): (rating: Rating) => Rating {
  const short = new Map<Rating, Rating>()
  return (rating) => {
    const known = short.get(rating) ?? { ...rating, reasons: [], conflicts: [] }
    short.set(rating, known)
    return known
  }
}

const viewSuccessors = (
  { successors }: Known,
  judge: (named: Named) => Judged,
  shorten: (rating: Rating) => Rating,
): ResolvedSuccessor[] =>
  successors.map(({ named, code, ...rest }) => ({ ...rest, rating_in_target: shorten(judge(named).rating) }))

export function summaryOf({ pack }: ActivePack, rows: readonly ResolutionRow[]) {
  const by_code = sumByName(rows.flatMap(({ rating }) => (rating ? [[rating.code, 1] as const] : [])))
  const summary = { by_code, acceptable: 0, ambiguous: 0, not_found: 0, unknown: 0 }
  for (const { status, rating, acceptable } of rows) {
    if (status === 'ambiguous') summary.ambiguous++
    if (status === 'not_found') summary.not_found++
    if (rating?.code === pack.scheme.unknown) summary.unknown++
    if (acceptable) summary.acceptable++
  }
  return summary
}
