// Stores an ontology as the next version of its IRI.
import { MOST_TURTLE_BYTES, type NewOntology, type Ontology } from '@veritrace/contract/graph/ontologies'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { newBare, urnOf } from '../catalog/urn.ts'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import { isIri } from '../terms/iri.ts'
import { insertOntology, takeVersion } from './store.ts'
import type { OntologyRow } from './tables.ts'
import type { Counted } from './threads/messages.ts'
import { viewOntology } from './view.ts'

/** The IRI is part of a database key, whose entries are limited to 2,704 bytes. */
const LONGEST_IRI = 2_000

export async function createOntology(
  deps: Graph,
  caller: Caller,
  scope: Scope,
  { name, iri: given, turtle }: NewOntology,
  signal: AbortSignal,
): Promise<Ontology> {
  if (given !== undefined && !isIri(given)) wrong('iri', 'must be an absolute IRI')
  requireFit(turtle)
  const counted = await deps.readers.ask({ tenant: scope.tenant, signal }, 'count', turtle, given)
  if (counted.triples === 0) wrong('turtle', 'must have at least one triple')
  const iri = given ?? declaredIri(counted)
  if (Buffer.byteLength(iri) > LONGEST_IRI) wrong('iri', `must not be more than ${LONGEST_IRI} bytes`)
  return transact(deps.db, async (tx) => {
    const { tenant, workspace, context } = scope
    const row: OntologyRow = {
      tenant_id: tenant,
      workspace_id: workspace,
      context,
      id: newBare(),
      name,
      iri,
      version: await takeVersion(tx, { tenant, workspace, context }, iri),
      turtle,
      ...counted.counts,
      created_at: deps.clock.now(),
      created_by: caller.actor.id,
    }
    await insertOntology(tx, row)
    await deps.events.record(tx, caller, {
      action: 'ontology.create',
      resource: { type: 'ontology', id: urnOf('ontology', row.id), label: name },
      data: { iri, version: row.version },
    })
    return viewOntology(row)
  })
}

function declaredIri({ ontologies }: Counted): string {
  const [only, ...more] = ontologies
  if (only === undefined) return wrong('iri', 'is required, because the Turtle declares no owl:Ontology')
  return more.length === 0 ? only : wrong('iri', 'is required, because the Turtle declares more than one owl:Ontology')
}

/** The schema limits characters, this limits bytes. */
export function requireFit(turtle: string): void {
  if (Buffer.byteLength(turtle) > MOST_TURTLE_BYTES) wrong('turtle', `must not be more than ${MOST_TURTLE_BYTES} bytes`)
  if (!turtle.isWellFormed()) wrong('turtle', 'must be Unicode text')
}

export const wrong = (path: string, message: string): never =>
  fail('invalid_body', `${path} ${message}.`, { errors: [{ path, message }] })
