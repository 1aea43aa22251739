// The whole API: three products, each with its base path and its slices.
import { caseworkSlices } from './casework/slices.ts'
import type { Endpoint, Resource } from './endpoint.ts'
import { catalog } from './graph/catalog.ts'
import { queryPage } from './graph/console.ts'
import { health } from './graph/health.ts'
import { ingestions } from './graph/ingestions.ts'
import { ontologies } from './graph/ontologies.ts'
import { search } from './graph/search.ts'
import { shapes } from './graph/shapes.ts'
import { sparql } from './graph/sparql.ts'
import { statements } from './graph/statements.ts'
import { traversal } from './graph/traversal.ts'
import { tutor } from './graph/tutor.ts'
import { workflow } from './graph/workflow.ts'
import { provenanceSlices } from './provenance/slices.ts'
import { workspaces } from './workspaces.ts'

export interface Product {
  readonly title: string
  readonly description: string
  readonly version: string
  readonly base: string
  /** Optional headers of its bearer endpoints, in addition to the scope headers. */
  readonly headers?: Readonly<Record<string, string>>
  readonly slices: Record<string, Resource>
}

export const contract = {
  provenance: {
    title: 'Provenance',
    description: 'A directory of software vendors with evidence for every claim, and a workspace for each customer.',
    version: '0.3.0',
    base: '/api/provenance/v1',
    slices: provenanceSlices,
  },
  graph: {
    title: 'Graph',
    description: 'A multi-tenant RDF knowledge graph: statements, SPARQL, SHACL, search, catalog, workflow.',
    version: '0.2.0',
    base: '/graph',
    headers: {
      'X-Graph-Scope': '`workspace`: all contexts of the workspace. `context` (default): the one in X-Context-ID',
    },
    slices: {
      statements,
      sparql,
      ingestions,
      traversal,
      console: queryPage,
      catalog,
      workflow,
      health,
      ontologies,
      search,
      tutor,
      shapes,
      workspaces,
    },
  },
  casework: {
    title: 'Casework',
    description: 'Cases decided on evidence: corpus, resolve, graph, plan, review.',
    version: '0.2.0',
    base: '/api/casework',
    // One line per slice: contract/casework/slices.ts.
    slices: caseworkSlices,
  },
} as const satisfies Record<string, Product>

export type ProductName = keyof typeof contract

/** Every endpoint of a product with its operation name, for example `pages.update`. */
export const operationsOf = (product: Product): { name: string; endpoint: Endpoint }[] =>
  Object.entries(product.slices).flatMap(([slice, resource]) =>
    Object.entries(resource).map(([verb, endpoint]) => ({ name: `${slice}.${verb}`, endpoint })),
  )
