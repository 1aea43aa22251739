// Who is in two classes that exclude each other. Only where a class can begin to clash are its super-classes walked;
// what is below it clashes with it.
import { type Facts, push } from './facts.ts'
import * as v from './vocabulary.ts'

export interface Clash {
  subject: string
  between: [string, string]
}
export interface Clashes {
  individuals: Clash[]
  classes: Clash[]
  /** The ontology is so deep, with so many disjoint classes, that not all was looked at. */
  isPartial: boolean
}

/** Counted instead of timed, so that the same ontology has the same score. */
const MOST_STEPS = 500_000

export function findClashes(facts: Facts): Clashes {
  const groupsOf = readGroups(facts)
  if (groupsOf.size === 0) return { individuals: [], classes: [], isPartial: false }
  const parents = facts.related.get(v.SUB_CLASS)!
  const climb = openClimb(parents, groupsOf)
  const clashing = findClashingClasses(parents, groupsOf, climb)
  const individuals = [...facts.individuals].flatMap(([subject, types]): Clash[] => {
    const known = types.find((type) => clashing.has(type))
    const between = known ? clashing.get(known) : types.length > 1 ? climb.clashAbove(types) : undefined
    return between ? [{ subject, between }] : []
  })
  const classes = [...clashing].map(([subject, between]) => ({ subject, between }))
  return { individuals: inOrder(individuals), classes: inOrder(classes), isPartial: climb.isTired() }
}

const inOrder = (clashes: Clash[]) => clashes.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))

type Nodes = ReadonlyMap<string, readonly string[]>
type Groups = ReadonlyMap<string, readonly number[]>

/** A class begins to clash where it is disjoint with something, or where two lines of super-classes meet. */
function findClashingClasses(parents: Nodes, groupsOf: Groups, climb: ReturnType<typeof openClimb>) {
  const below = new Map<string, string[]>()
  for (const [child, above] of parents) for (const parent of above) push(below, parent, child)
  const meetings = [...parents].filter(([, above]) => above.length > 1).map(([child]) => child)
  const clashing = new Map<string, [string, string]>()
  for (const start of [...new Set([...groupsOf.keys(), ...meetings])].toSorted()) {
    const between = clashing.has(start) ? undefined : climb.clashAbove([start])
    if (!between) continue
    const affected = [start]
    for (let node = affected.pop(); node !== undefined; node = affected.pop()) {
      if (clashing.has(node)) continue
      clashing.set(node, between)
      affected.push(...(below.get(node) ?? []))
    }
  }
  return clashing
}

function openClimb(parents: Nodes, groupsOf: Groups) {
  let steps = 0
  return {
    isTired: () => steps > MOST_STEPS,
    /** The first two classes that exclude each other, among these and all above them. */
    clashAbove(classes: readonly string[]): [string, string] | undefined {
      const members = new Map<number, string>()
      const seen = new Set(classes)
      // A set gives what is added to it while it is walked.
      for (const node of seen) {
        for (const group of groupsOf.get(node) ?? []) {
          const other = members.get(group)
          if (other !== undefined && other !== node) return [other, node].toSorted() as [string, string]
          members.set(group, node)
        }
        for (const parent of parents.get(node) ?? []) seen.add(parent)
        steps += 1
        if (steps > MOST_STEPS) return undefined
      }
      return undefined
    },
  }
}

/** Each group is of classes that exclude each other pairwise; a class can be in many. */
function readGroups({ related, types }: Facts): Map<string, number[]> {
  const groupsOf = new Map<string, number[]>()
  let group = 0
  const add = (members: readonly string[]) => {
    for (const member of new Set(members)) push(groupsOf, member, group)
    group += 1
  }
  for (const [one, others] of related.get(v.DISJOINT)!) for (const other of others) add([one, other])
  for (const [, lists] of related.get(v.DISJOINT_UNION)!) for (const list of lists) add(readList(related, list))
  for (const [node, lists] of related.get(v.MEMBERS)!)
    if (types.get(node)?.includes(v.ALL_DISJOINT)) for (const list of lists) add(readList(related, list))
  return groupsOf
}

function readList(related: Facts['related'], list: string): string[] {
  const members: string[] = []
  const seen = new Set<string>()
  for (let node: string | undefined = list; node && node !== v.NIL && !seen.has(node); ) {
    seen.add(node)
    members.push(...(related.get(v.FIRST)!.get(node) ?? []))
    node = related.get(v.REST)!.get(node)?.[0]
  }
  return members
}
