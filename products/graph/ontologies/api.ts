// Ontologies: the endpoints of contract/graph/ontologies.ts.
import { ontologies } from '@veritrace/contract/graph/ontologies'
import { notFound } from '@veritrace/platform/errors'
import { implement } from '@veritrace/platform/implement'
import { placeOf } from '../catalog/create-dataset.ts'
import { bareOf } from '../catalog/urn.ts'
import type { Graph } from '../deps.ts'
import { scopeOf } from '../scope/scope.ts'
import { createOntology } from './create-ontology.ts'
import { deleteOntology } from './delete-ontology.ts'
import { scoreOntology } from './score-ontology.ts'
import { LEAST_SCORES, PITFALLS, WEIGHTS } from './scoring/pitfalls.ts'
import { findOntology, listOntologies } from './store.ts'
import { viewOntology, viewSummary } from './view.ts'

export const ontologiesApi = (deps: Graph) =>
  implement(ontologies, {
    create: ({ body, headers, signal }, caller) => createOntology(deps, caller, scopeOf(caller, headers), body, signal),
    list: async ({ query, headers }, caller) => {
      const { items, next } = await listOntologies(deps.db, placeOf(scopeOf(caller, headers)), query)
      return { items: items.map(viewSummary), next }
    },
    pitfalls: () => ({ items: [...PITFALLS], weights: { ...WEIGHTS }, grades: { ...LEAST_SCORES } }),
    score: ({ body, headers, signal }, caller) => scoreOntology(deps, scopeOf(caller, headers), body, signal),
    get: async ({ params, headers }, caller) => {
      const row = await findOntology(deps.db, placeOf(scopeOf(caller, headers)), bareOf('ontology', params.id))
      return viewOntology(row ?? notFound('ontology', params.id))
    },
    delete: ({ params, headers }, caller) => deleteOntology(deps, caller, scopeOf(caller, headers), params.id),
  })
