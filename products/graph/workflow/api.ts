// The workflow: the endpoints of contract/graph/workflow.ts.
import { workflow } from '@veritrace/contract/graph/workflow'
import type { Caller } from '@veritrace/platform/caller'
import { fail, notFound } from '@veritrace/platform/errors'
import { implement } from '@veritrace/platform/implement'
import { placeOf } from '../catalog/create-dataset.ts'
import { bareOf } from '../catalog/urn.ts'
import type { Graph } from '../deps.ts'
import { scopeOf } from '../scope/scope.ts'
import { createArtifact } from './create-artifact.ts'
import { findArtifact, findSnapshot, listArtifacts, listSteps } from './store.ts'
import { type StepRequest, takeStep } from './take-step.ts'
import { viewArtifact, viewSnapshot, viewSummary } from './view.ts'

type Headers = Parameters<typeof scopeOf>[1]
interface StepInput {
  params: { id: string }
  headers: Headers
  /** Null or undefined if omitted. */
  body: Pick<StepRequest, 'comment' | 'replacedBy'> | null | undefined
  ifVersion: number | undefined
}

export const workflowApi = (deps: Graph) => {
  const step =
    (action: StepRequest['action']) =>
    ({ params, headers, body, ifVersion }: StepInput, caller: Caller) =>
      takeStep(deps, caller, scopeOf(caller, headers), params.id, { ...body, action, ifVersion })
  const getArtifact = async (caller: Caller, headers: Headers, name: string) =>
    (await findArtifact(deps.db, placeOf(scopeOf(caller, headers)), bareOf('artifact', name))) ??
    notFound('artifact', name)

  return implement(workflow, {
    create: ({ body, headers }, caller) => createArtifact(deps, caller, scopeOf(caller, headers), body),
    list: async ({ query: { targetId, ...query }, headers }, caller) => {
      // Accepts URNs of any kind, because bare ids contain no colon.
      const target = targetId?.replace(/^urn:graph:(?:ontology|shape|dataset):/, '')
      const page = await listArtifacts(deps.db, placeOf(scopeOf(caller, headers)), {
        ...query,
        ...(target && { target }),
      })
      return { items: page.items.map(viewSummary), next: page.next }
    },
    status: async ({ params, headers }, caller) => {
      const row = await getArtifact(caller, headers, params.id)
      return viewArtifact(row, await listSteps(deps.db, row))
    },
    snapshot: async ({ params, headers }, caller) => {
      const row = await getArtifact(caller, headers, params.id)
      return viewSnapshot(row, (await findSnapshot(deps.db, row)) ?? fail('snapshot_not_found'))
    },
    submit: step('submit'),
    publish: step('publish'),
    reject: step('reject'),
    deprecate: step('deprecate'),
    archive: step('archive'),
  })
}
