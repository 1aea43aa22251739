// Emits the neighbors of a node of the estates along the followed relations. Pure.
import { confidenceOf } from '../estate/certainty.ts'
import type { Rows } from '../readiness/use-order.ts'
import type { EstateGraph, EstateIndex } from './estate-graph.ts'
import { CALLS_OWN, type Follow, IN_COMPONENT, MEMBER_OF } from './relations.ts'

export type Emit = (from: number, to: number, relation: string, count: number, confidence: number) => void

/** Calls between own objects. */
const PARSED = 0.95
const STATED = 1

export function expand({ estates, nodes }: EstateGraph, number: number, follow: Follow, emit: Emit): void {
  const node = nodes[number]
  if (!node) return
  for (let at = 0; at < node.places.length; at += 2) {
    const index = estates[node.places[at]!]!
    const place = node.places[at + 1]!
    if (node.kind === 'own') expandOwn(index, number, place, follow, emit)
    if (node.kind === 'artifact') expandUses(index, index.usesIn, place, follow.in, follow.ofAccess, emit)
    if (node.kind === 'package' && follow.in.has(MEMBER_OF)) expandMembers(index, number, MEMBER_OF, emit)
    if (node.kind === 'component' && follow.in.has(IN_COMPONENT)) expandMembers(index, number, IN_COMPONENT, emit)
  }
}

function expandOwn(index: EstateIndex, number: number, place: number, follow: Follow, emit: Emit): void {
  expandUses(index, index.usesOut, place, follow.out, follow.ofAccess, emit)
  const { calls } = index.estate
  if (follow.out.has(CALLS_OWN))
    for (const call of rowsOf(index.callsOut, place))
      emit(number, index.ownNode[calls.to[call]!]!, CALLS_OWN, 1, PARSED)
  if (follow.in.has(CALLS_OWN))
    for (const call of rowsOf(index.callsIn, place))
      emit(index.ownNode[calls.from[call]!]!, number, CALLS_OWN, 1, PARSED)
  const within = [
    [MEMBER_OF, index.packageNode[place]!],
    [IN_COMPONENT, index.componentNode[place]!],
  ] as const
  for (const [relation, group] of within)
    if (group >= 0 && follow.out.has(relation)) emit(number, group, relation, 1, STATED)
}

function expandUses(
  { estate, ownNode, thingNode }: EstateIndex,
  rows: Rows,
  place: number,
  wanted: ReadonlySet<string>,
  ofAccess: Follow['ofAccess'],
  emit: Emit,
): void {
  const { from, to, access, sites, basis } = estate.uses
  for (const use of rowsOf(rows, place)) {
    const relation = ofAccess[access[use]!]
    if (relation === undefined || !wanted.has(relation)) continue
    emit(ownNode[from[use]!]!, thingNode[to[use]!]!, relation, sites[use]!, confidenceOf(access[use]!, basis[use]!))
  }
}

function expandMembers(index: EstateIndex, number: number, relation: string, emit: Emit): void {
  for (const place of index.members.get(number) ?? []) emit(index.ownNode[place]!, number, relation, 1, STATED)
}

function* rowsOf({ start, order }: Rows, place: number): Generator<number> {
  for (let row = start[place]!; row < start[place + 1]!; row++) yield order ? order[row]! : row
}

/** The total number of incoming and outgoing relations of a node, whatever is followed. */
export function degreesOf({ estates, nodes }: EstateGraph, number: number): { degree_in: number; degree_out: number } {
  const node = nodes[number]
  const degrees = { degree_in: 0, degree_out: 0 }
  const count = ({ start }: Rows, place: number): number => start[place + 1]! - start[place]!
  for (let at = 0; node && at < node.places.length; at += 2) {
    const index = estates[node.places[at]!]!
    const place = node.places[at + 1]!
    if (node.kind === 'own') {
      degrees.degree_out += count(index.usesOut, place) + count(index.callsOut, place)
      degrees.degree_in += count(index.callsIn, place)
    } else if (node.kind === 'artifact') degrees.degree_in += count(index.usesIn, place)
    else degrees.degree_in += index.members.get(number)?.length ?? 0
  }
  return degrees
}
