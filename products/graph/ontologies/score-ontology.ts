// Scores a stored ontology, or one in the request.
import type { OntologyScore, OntologyToScore } from '@veritrace/contract/graph/ontologies'
import { notFound } from '@veritrace/platform/errors'
import { placeOf } from '../catalog/create-dataset.ts'
import { bareOf } from '../catalog/urn.ts'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import { requireFit, wrong } from './create-ontology.ts'
import { findOntology } from './store.ts'

export async function scoreOntology(
  { db, readers }: Pick<Graph, 'db' | 'readers'>,
  scope: Scope,
  { ontologyId, turtle }: OntologyToScore,
  signal: AbortSignal,
): Promise<OntologyScore> {
  if (turtle !== undefined) requireFit(turtle)
  const kept =
    ontologyId === undefined ? undefined : await findOntology(db, placeOf(scope), bareOf('ontology', ontologyId))
  if (ontologyId !== undefined && !kept) notFound('ontology', ontologyId)
  const score = await readers.ask({ tenant: scope.tenant, signal }, 'score', kept?.turtle ?? turtle!, kept?.iri)
  return score ?? wrong('turtle', 'must have at least one triple')
}
