// Builds the texts to embed for nodes from their statements. Pure functions.
import { hash } from 'node:crypto'
import { bareId } from '@veritrace/platform/rdf/statement-id'
import { counterpartId } from '../statements/mirror-change.ts'
import { bestLabel, textOf } from './label-rules.ts'
import type { SearchRow } from './store.ts'

interface NodeText {
  node: string
  nodeId: string
  text: string
  /** Hash of the text and of the cited statement. */
  textHash: string
  /** The bare id of that statement. */
  label: string
}

export function textsOf(nodes: readonly string[], facts: readonly SearchRow[]): NodeText[] {
  const byNode = Map.groupBy(facts, ({ subject }) => subject)
  return nodes.flatMap((node) => {
    const own = byNode.get(node) ?? []
    const text = textOf(own)
    if (text === undefined) return []
    const label = bestLabel(own)!.id
    return { node, nodeId: bareId(node), text, textHash: hash('sha256', `${label} ${text}`, 'base64url'), label }
  })
}

/**
 * The texts of a copy, with hashes as in its context, so that vectors can be reused. `label` is the statement in the
 * copy.
 */
export function textsInContext(
  place: { tenant: string; workspace: string },
  nodes: readonly string[],
  facts: readonly SearchRow[],
): NodeText[] {
  const copies = new Map(facts.map((row) => [counterpartId(place, row), row]))
  const current = [...copies].map(([id, row]) => ({ ...row, id })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return textsOf(nodes, current).map((one) => ({ ...one, label: copies.get(one.label)!.id }))
}
