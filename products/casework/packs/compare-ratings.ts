// The effect of another version or other options on ratings, tried on names that the workspace uses.

import type { PackEffect } from '@veritrace/contract/casework/packs'
import type { ArtifactRef } from '@veritrace/contract/casework/shapes'
import { sumByName } from '@veritrace/platform/names'
import type { Casework } from '../deps.ts'
import { type Named, shortForm } from '../model/artifacts.ts'
import { type Scope, spaceOf } from '../model/space.ts'
import { listReferenced, sampleListed } from './names-store.ts'
import type { TargetProfile } from './pack.ts'
import { type ActivePack, targetOf } from './packs.ts'

/** The code and address of each name, by short form. Passed in, because the rating slice depends on this one. */
export type RateNames = (
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  names: readonly Named[],
) => Promise<ReadonlyMap<string, { code: string; artifact: ArtifactRef }>>

const MAX_RATED = 5_000
const SAMPLE = 50

export async function compareRatings(
  deps: Casework,
  rateNames: RateNames,
  scope: Scope,
  before: ActivePack,
  after: ActivePack,
): Promise<Omit<PackEffect, 'applied' | 'pack'>> {
  const { basis, names } = await namesFor(deps, scope, before.pack.ref.id)
  const old = await rateNames(scope, before, targetOf(before), names)
  const now = await rateNames(scope, after, targetOf(after), names)
  const codes = names.map((named) => {
    const form = shortForm(named)
    return {
      named,
      before: old.get(form)?.code ?? before.pack.scheme.unknown,
      after: now.get(form)?.code ?? after.pack.scheme.unknown,
    }
  })
  const changed = codes.filter((one) => one.before !== one.after)
  return {
    target: targetOf(after).profile_id,
    before: before.pack.ref,
    rated: names.length,
    basis,
    changed: changed.length,
    by_code_before: countBy(codes.map((one) => one.before)),
    by_code_after: countBy(codes.map((one) => one.after)),
    sample: changed.slice(0, SAMPLE).map(({ named, ...both }) => ({
      artifact: now.get(shortForm(named))!.artifact,
      ...both,
    })),
  }
}

async function namesFor({ db, corpusSpace }: Casework, scope: Scope, packId: string) {
  const referenced = await listReferenced(db, scope, packId, MAX_RATED)
  if (referenced.length > 0) return { basis: 'estates' as const, names: referenced }
  const listed = await sampleListed(db, [spaceOf(scope), corpusSpace], packId, MAX_RATED)
  return { basis: 'lists' as const, names: listed }
}

const countBy = (codes: readonly string[]): Record<string, number> => sumByName(codes.map((code) => [code, 1]))
