// Deletes one version of an ontology. Its version number is not reused.

import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { notFound } from '@veritrace/platform/errors'
import { placeOf } from '../catalog/create-dataset.ts'
import { bareOf, urnOf } from '../catalog/urn.ts'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import { deleteOntologyRow, findOntology } from './store.ts'

export function deleteOntology(deps: Graph, caller: Caller, scope: Scope, name: string): Promise<undefined> {
  const id = bareOf('ontology', name)
  return transact(deps.db, async (tx) => {
    const row = (await findOntology(tx, placeOf(scope), id)) ?? notFound('ontology', name)
    // Another caller was faster.
    if (!(await deleteOntologyRow(tx, placeOf(scope), id))) notFound('ontology', name)
    await deps.events.record(tx, caller, {
      action: 'ontology.delete',
      resource: { type: 'ontology', id: urnOf('ontology', id), label: row.name },
      data: { iri: row.iri, version: row.version },
    })
    return undefined
  })
}
