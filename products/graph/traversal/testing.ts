// A tenant with edges, for tests.
import type { TraversalRequest, TraversalResult } from '@veritrace/contract/graph/traversal'
import { traversal } from '@veritrace/contract/graph/traversal'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphTenant } from '../statements/testing.ts'

export const E = 'http://e.test/'

/** Converts `a knows b` to a statement. */
export function edge(text: string, metadata?: Record<string, unknown>) {
  const [subject, predicate, object] = text.split(' ').map(nodeOf) as [string, string, string]
  const objectType = object.startsWith('_:') ? ('bnode' as const) : ('iri' as const)
  return { subject, predicate, object, objectType, ...(metadata && { metadata }) }
}

export const literal = (subject: string, predicate: string, object: string, more: object = {}) => ({
  subject: nodeOf(subject),
  predicate: nodeOf(predicate),
  object,
  objectType: 'literal' as const,
  ...more,
})

const nodeOf = (name: string): string => (/^(_:|\w+:)/.test(name) ? name : E + name)
const nameOf = (node: string): string => (node.startsWith(E) ? node.slice(E.length) : node)

export async function traversalTenant(app: TestApp) {
  const tenant = await graphTenant(app)
  const { as, at } = tenant
  const walk = (start: string, more: Partial<TraversalRequest> = {}, headers = at()) =>
    app
      .client(traversal, tenant.tenant, 'viewer')
      .walk({ body: { ...more, start: nodeOf(start), predicates: (more.predicates ?? []).map(nodeOf) }, headers })
  const say = (statements: unknown[], headers = at()) => as().createBatch({ body: { statements }, headers })
  return { ...tenant, walk, say }
}

/** Nodes with their depths: `a0 b1`. */
export const nodesIn = ({ nodes }: TraversalResult): string =>
  nodes.map(({ nodeId, depth }) => nameOf(nodeId) + depth).join(' ')

/** Edges with their depths: `a knows b 1`. */
export const edgesIn = ({ edges }: TraversalResult): string[] =>
  edges.map(({ from, predicate, to, depth }) => [...[from, predicate, to].map(nameOf), depth].join(' '))
