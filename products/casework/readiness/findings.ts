// The findings that keep objects from the target, by risk: one group per kind, with the decisions it needs. Pure.
import type { Readiness } from '@veritrace/contract/casework/readiness'
import type { Estate, EstateObject } from '../estate/estate.ts'
import { counted } from '../model/counted.ts'
import { inWords } from '../model/in-words.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { type FindingKind, openFindings } from '../rating/finding.ts'
import type { Measured } from './measure.ts'
import { decisionTitle } from './pattern-titles.ts'

interface Part {
  estate: Estate
  measured: Measured
}
interface Decision {
  key: string
  /** The number of places is only known once all parts are added. */
  titleFor: (places: number) => string
  objects: number
  places: number
}
interface Group {
  kind: FindingKind
  objects: number
  places: number
  decisions: Map<string, Decision>
}

const MAX_DECISIONS = 20

export function findingsOf(
  { active, target }: { active: ActivePack; target: TargetProfile },
  parts: readonly Part[],
): NonNullable<Readiness['findings']> {
  const findingOf = openFindings(active)
  const groups = new Map<string, Group>()
  const groupOf = (kind: FindingKind): Group => {
    const group = groups.get(kind.id) ?? { kind, objects: 0, places: 0, decisions: new Map() }
    groups.set(kind.id, group)
    return group
  }
  const add = (group: Group, found: Decision): void => {
    const known = group.decisions.get(found.key)
    group.places += found.places
    group.decisions.set(
      found.key,
      known ? { ...known, objects: known.objects + found.objects, places: known.places + found.places } : found,
    )
  }
  for (const { estate, measured } of parts) {
    const ofPattern = measured.patterns.map((pattern) => {
      const { key, finding, objects, sites } = pattern
      const group = groupOf(finding)
      add(group, { key, titleFor: (places) => decisionTitle(pattern, places), objects: objects.length, places: sites })
      return group
    })
    for (const [at, object] of estate.objects.entries()) {
      if (measured.counted[at] === 0) continue
      const own = new Set<Group>()
      for (let place = measured.blocking.start[at]!; place < measured.blocking.start[at + 1]!; place++)
        own.add(ofPattern[measured.blocking.pattern[place]!]!)
      for (const [kind, found] of ownFindings(object, target)) {
        const group = groupOf(findingOf(kind))
        own.add(group)
        add(group, found)
      }
      for (const group of own) group.objects++
    }
  }
  return [...groups.values()]
    .sort((a, b) => a.kind.rank - b.kind.rank || (a.kind.id < b.kind.id ? -1 : 1))
    .map(viewGroup)
}

/** Techniques that the target does not accept, and dynamic calls. */
function ownFindings(
  { technologies, dynamic_calls }: EstateObject,
  { acceptable }: TargetProfile,
): [Parameters<ReturnType<typeof openFindings>>[0], Decision][] {
  const byKind = Map.groupBy(
    technologies.filter(({ code }) => !acceptable.includes(code)),
    ({ kind, code }) => `technology:${kind}:${code}`,
  )
  const ofTechniques = [...byKind].map(
    ([key, [first, ...more]]): [{ technology: { kind: string; code: string } }, Decision] => [
      { technology: first! },
      {
        key,
        titleFor: (places) => `${inWords(first!.kind)}: ${counted(places, 'place')}`,
        objects: 1,
        places: 1 + more.length,
      },
    ],
  )
  if (dynamic_calls === 0) return ofTechniques
  const titleFor = (places: number): string =>
    counted(places, 'call is', 'calls are').concat(' resolved only at run time')
  const dynamic = { key: 'dynamic', titleFor, objects: 1, places: dynamic_calls }
  return [...ofTechniques, [{ access: 'dynamic' }, dynamic]]
}

function viewGroup({ kind, objects, places, decisions }: Group) {
  const all = [...decisions.values()].sort(
    (a, b) => b.objects - a.objects || b.places - a.places || (a.key < b.key ? -1 : 1),
  )
  return {
    id: kind.id,
    title: kind.title,
    rank: kind.rank,
    mechanical: kind.isMechanical,
    objects,
    places,
    decisions_total: all.length,
    decisions: all.slice(0, MAX_DECISIONS).map(({ titleFor, ...one }) => ({ ...one, title: titleFor(one.places) })),
  }
}
