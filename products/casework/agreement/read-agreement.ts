// Computes an agreement and caches it, so that a page does not compute it again.
import type { Agreement, AgreementCounts, AgreementState } from '@veritrace/contract/casework/agreement'
import { iso } from '@veritrace/platform/clock'
import type { Casework } from '../deps.ts'
import { shortForm } from '../model/artifacts.ts'
import { digestOf } from '../model/digest.ts'
import type { Scope } from '../model/space.ts'
import type { TargetProfile } from '../packs/pack.ts'
import { type ActivePack, targetOf, viewTarget } from '../packs/packs.ts'
import { getProject } from '../projects/get-project.ts'
import { measureProject } from '../readiness/measure-project.ts'
import { type Compared, compareSides, type Point } from './compare.ts'
import { EXPLANATIONS } from './reasons.ts'
import { type ReadSides, readSides } from './sides.ts'

type Deps = Pick<Casework, 'db' | 'clock' | 'corpusSpace' | 'packs'>

export interface ReadAgreement extends Compared {
  projectId: string
  active: ActivePack
  target: TargetProfile
  digest: string
  sides: Pick<ReadSides, 'runs' | 'checked' | 'ours' | 'findings' | 'checks' | 'covered'>
}

/** An agreement of the largest projects takes about 20 MB. */
const MOST_CACHED = 6
const caches = new WeakMap<object, Map<string, Promise<ReadAgreement>>>()

export async function readAgreement(
  deps: Deps,
  scope: Scope,
  projectId: string,
  asked?: string,
): Promise<ReadAgreement> {
  const project = await getProject(deps.db, scope, projectId)
  const active = await deps.packs.of(scope, project.pack_id)
  const target = targetOf(active, asked ?? project.default_target)
  const { known, digest: measured } = await measureProject(deps, scope, { projectId, active, target })
  const digest = digestOf({ agreement: 1, measured, rules: active.pack.ref.digest })
  const key = `${scope.tenant} ${scope.workspace} ${digest}`
  const cache = caches.get(deps.db) ?? new Map<string, Promise<ReadAgreement>>()
  caches.set(deps.db, cache)
  const compute = async (): Promise<ReadAgreement> => {
    const sides = await readSides(deps, scope, { projectId, pack: active.pack, target, known })
    return { projectId, active, target, digest, sides, ...compareSides(sides) }
  }
  const answer = cache.get(key) ?? compute()
  // Moves the key to the end, so that the least recently used one is deleted first.
  cache.delete(key)
  cache.set(key, answer)
  answer.catch(() => cache.delete(key))
  for (const oldest of cache.keys()) {
    if (cache.size <= MOST_CACHED) break
    cache.delete(oldest)
  }
  return answer
}

export function viewAgreement({
  projectId,
  active,
  target,
  digest,
  sides,
  points,
  notChecked,
}: ReadAgreement): Agreement {
  const counts = countStates(points)
  const comparable = points.length - counts.not_comparable
  const findings = Map.groupBy(sides.findings, ({ evidence_id }) => evidence_id)
  const own = new Set(sides.ours.values())
  return {
    project_id: projectId,
    target: viewTarget(active, target),
    pack: active.pack.ref,
    digest,
    runs: sides.runs.map(({ id, label, check_variant, at }) => ({
      ...{ evidence_id: id, label, check_variant, collected_at: iso(at) },
      findings: findings.get(id)?.length ?? 0,
      other_release: sides.checks.isOtherRelease(check_variant, target.profile_id),
    })),
    objects: {
      uploaded: own.size,
      checked: sides.checked,
      both: [...own].filter((object) => sides.covered.has(shortForm(object))).length,
    },
    not_checked: notChecked,
    counts,
    share_agreed: comparable > 0 ? counts.agreed / comparable : null,
    checks: byCheck(points)
      .map(({ check, points: of }) => ({ ...check, counts: countStates(of) }))
      .sort((a, b) => sum(b.counts) - sum(a.counts) || (a.id < b.id ? -1 : 1)),
    reasons: [...Map.groupBy(points, ({ reason }) => reason)]
      .flatMap(([reason, of]) => (reason ? [{ reason, explanation: EXPLANATIONS[reason], count: of.length }] : []))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
  }
}

export const byCheck = (points: readonly Point[]): { check: Point['check']; points: Point[] }[] =>
  [...Map.groupBy(points, ({ check }) => check.id).values()].map((of) => ({ check: of[0]!.check, points: of }))

export function countStates(points: readonly { state: AgreementState }[]): AgreementCounts {
  const counts = { agreed: 0, rated_otherwise: 0, only_atc: 0, only_ours: 0, not_comparable: 0 }
  for (const { state } of points) counts[state]++
  return counts
}
const sum = (counts: AgreementCounts): number => Object.values(counts).reduce((total, one) => total + one, 0)
