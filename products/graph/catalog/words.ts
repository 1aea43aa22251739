// What a caller says of a dataset, as columns.
import type { NewDataset } from '@veritrace/contract/graph/catalog'
import { fail } from '@veritrace/platform/errors'
import { readContext } from '../scope/rules.ts'
import type { Scope } from '../scope/scope.ts'

export function datasetColumns(scope: Scope, words: Partial<NewDataset>) {
  const { contactPoint, accessRights, temporal, conformsTo, contextId, ...same } = words
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
  if (verdict.refused === 'foreign') fail('graph_out_of_scope', 'contextId names a graph of another workspace.')
  const message = 'must be the IRI of a context, or its name'
  return fail('invalid_body', `contextId ${message}.`, { errors: [{ path: 'contextId', message }] })
}

/** A call sees its own context; a wide one all of the workspace. */
export function requireVisible(scope: Scope, context: string): void {
  if (scope.width === 'context' && context !== scope.context)
    fail('graph_out_of_scope', `The context “${context}” is not the one of X-Context-ID.`)
}
