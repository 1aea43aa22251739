// Changes in the lists that affect the references of an estate. Pure.
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { shortForm } from '../model/artifacts.ts'
import type { Known } from '../rating/known.ts'
import type { MeasuredProject } from './measure-project.ts'

type Drift = NonNullable<Readiness['drift']>
type Kind = Drift['changes'][number]['kinds'][number]

/** The flag that a pack's rules set on objects that still work but will be removed. */
const DEPRECATED = 'deprecated'
const MAX_SHOWN = 100

interface Part extends Pick<MeasuredProject, 'estate' | 'measured' | 'known'> {
  /** The references at the baseline, by short form. */
  before: ReadonlyMap<string, Known>
}

export function driftOf(baseline: string, parts: readonly Part[], bestCode: string): Drift {
  const found = new Map<string, Drift['changes'][number]>()
  let affected = 0
  for (const { estate, measured, known, before } of parts) {
    const changed = new Uint8Array(estate.references.length)
    for (const [at, reference] of estate.references.entries()) {
      const form = shortForm(reference)
      const [then, now] = [before.get(form), known.get(form)]
      const kinds = then && now ? changesOf(then, now, bestCode) : []
      if (kinds.length === 0) continue
      changed[at] = 1
      if (!found.has(form))
        found.set(form, { artifact: now!.artifact, kinds, from: then!.rating.code, to: now!.rating.code, objects: 0 })
    }
    affected += countUsers({ estate, measured }, changed, (at) => {
      found.get(shortForm(estate.references[at]!))!.objects++
    })
  }
  const changes = [...found.values()].filter(({ objects }) => objects > 0)
  const count = (kind: Kind): number => changes.filter(({ kinds }) => kinds.includes(kind)).length
  return {
    baseline,
    changed_dependencies: {
      lost_release: count('lost_release'),
      newly_deprecated: count('newly_deprecated'),
      gained_successor: count('gained_successor'),
      removed_from_list: count('removed_from_list'),
    },
    affected_objects: affected,
    changes: changes
      .sort((a, b) => b.objects - a.objects || (a.artifact.iri < b.artifact.iri ? -1 : 1))
      .slice(0, MAX_SHOWN),
  }
}

function changesOf(then: Known, now: Known, bestCode: string): Kind[] {
  const kinds: Kind[] = []
  if (then.rating.code === bestCode && now.rating.code !== bestCode) kinds.push('lost_release')
  if (!then.rating.flags.includes(DEPRECATED) && now.rating.flags.includes(DEPRECATED)) kinds.push('newly_deprecated')
  if (then.successors.length === 0 && now.successors.length > 0 && then.facts.length > 0) kinds.push('gained_successor')
  if (then.facts.length > 0 && now.facts.length === 0) kinds.push('removed_from_list')
  return kinds
}

/** Counts objects that use a changed reference. Calls `uses` once for each pair of object and changed reference. */
function countUsers(
  { estate, measured }: Pick<Part, 'estate' | 'measured'>,
  changed: Uint8Array,
  uses: (reference: number) => void,
): number {
  const { from, to } = estate.uses
  const isAffected = new Uint8Array(estate.objects.length)
  const seen = new Set<number>()
  let count = 0
  for (let use = 0; use < from.length; use++) {
    const object = from[use]!
    const reference = to[use]!
    if (changed[reference] === 0 || measured.counted[object] === 0) continue
    const pair = object * estate.references.length + reference
    if (seen.has(pair)) continue
    seen.add(pair)
    uses(reference)
    if (isAffected[object] === 0) count++
    isAffected[object] = 1
  }
  return count
}
