// Converts dataset fields of a request to columns.

import type { DatasetPatch, NewDataset } from '@veritrace/contract/graph/catalog'
import { fail } from '@veritrace/platform/errors'
import { mergePatch } from '@veritrace/platform/merge-patch'
import { readContext } from '../scope/rules.ts'
import type { Scope } from '../scope/scope.ts'
import { refuseAll } from './refuse.ts'
import { datasetProblems } from './rules.ts'
import type { DatasetRow } from './tables.ts'

type ContactPoint = NonNullable<NewDataset['contactPoint']>
type Temporal = NonNullable<NewDataset['temporal']>

/** Merges partial objects of a patch with their previous values. */
export function patchedFields(before: DatasetRow, patch: DatasetPatch): Partial<NewDataset> {
  const { description, keywords, themes, conformsTo, contactPoint, temporal, ...same } = patch
  return {
    ...same,
    ...(description !== undefined && { description: description ?? '' }),
    ...(keywords !== undefined && { keywords: keywords ?? [] }),
    ...(themes !== undefined && { themes: themes ?? [] }),
    ...(conformsTo !== undefined && { conformsTo: conformsTo ?? [] }),
    ...(contactPoint !== undefined && {
      contactPoint: contactPoint && mergePatch<ContactPoint>(before.contact_point, contactPoint),
    }),
    ...(temporal !== undefined && { temporal: temporal && mergePatch<Temporal>(before.temporal, temporal) }),
  }
}

export function datasetColumns(scope: Scope, fields: Partial<NewDataset>) {
  refuseAll(datasetProblems(fields))
  const { contactPoint, accessRights, temporal, conformsTo, contextId, ...same } = fields
  return {
    ...same,
    ...(contactPoint !== undefined && { contact_point: contactPoint && JSON.stringify(contactPoint) }),
    ...(accessRights !== undefined && { access_rights: accessRights }),
    ...(temporal !== undefined && { temporal: temporal && JSON.stringify(temporal) }),
    ...(conformsTo !== undefined && { conforms_to: conformsTo }),
    ...(contextId !== undefined && { data_context: contextId && contextName(scope, contextId) }),
  }
}

function contextName(scope: Scope, contextId: string): string {
  const verdict = readContext(contextId, scope.tenant, scope.workspace)
  if ('name' in verdict) {
    requireVisible(scope, verdict.name)
    return verdict.name
  }
  if (verdict.refused === 'foreign') fail('graph_out_of_scope', 'contextId is a graph of another workspace.')
  const message = 'must be the IRI of a context, or its name'
  return fail('invalid_body', `contextId ${message}.`, { errors: [{ path: 'contextId', message }] })
}

/** A call sees its own context, or in workspace scope all contexts of the workspace. */
export function requireVisible(scope: Scope, context: string): void {
  if (scope.width === 'context' && context !== scope.context)
    fail('graph_out_of_scope', `The context “${context}” is not the context of X-Context-ID.`)
}
