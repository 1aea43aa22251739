// Finds members of disjoint classes. Super-classes are only walked from classes in which a clash can originate; all of
// their subclasses inherit it.
import { type Facts, push } from './facts.ts'
import * as v from './vocabulary.ts'

export interface Clash {
  subject: string
  between: [string, string]
}
export interface Clashes {
  individuals: Clash[]
  classes: Clash[]
  /** The search was cut short, because the ontology is very deep with many disjoint classes. */
  isPartial: boolean
}

/** A step limit instead of a time limit, so that the same ontology always gets the same score. */
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
  return { individuals: inOrder(individuals), classes: inOrder(classes), isPartial: climb.isExhausted() }
}

const inOrder = (clashes: Clash[]) => clashes.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))

type Nodes = ReadonlyMap<string, readonly string[]>
type Groups = ReadonlyMap<string, readonly number[]>

/** A clash can originate in a class with a disjointness axiom, or where two lines of super-classes meet. */
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
    isExhausted: () => steps > MOST_STEPS,
    /** The first two disjoint classes among these and all their super-classes. */
    clashAbove(classes: readonly string[]): [string, string] | undefined {
      const members = new Map<number, string>()
      const seen = new Set(classes)
      // The iteration includes elements that are added during it.
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

/** The classes of each group are pairwise disjoint; a class can be in many groups. */
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
