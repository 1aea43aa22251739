// Trust requests: the endpoints of contract/provenance/requests.ts.
import { requests } from '@veritrace/contract/provenance/requests'
import { notFound } from '@veritrace/platform/errors'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { advanceStage } from './advance-stage.ts'
import { cancelRequest } from './close-request.ts'
import { createRequest } from './create-request.ts'
import { revokeGrant } from './revoke-grant.ts'
import { findRequest, listRequests } from './store.ts'
import { viewRequests } from './view.ts'

export const requestsApi = (deps: Provenance) => {
  const { db, clock } = deps
  return implement(requests, {
    list: async ({ query }, { tenant }) => {
      const { items, next } = await listRequests(db, tenant, query, clock.now())
      return { items: await viewRequests(db, tenant, items, clock.now()), next }
    },
    create: ({ body }, caller) => createRequest(deps, caller, body),
    get: async ({ params }, { tenant }) => {
      const row = (await findRequest(db, tenant, params.id)) ?? notFound('request', params.id)
      return (await viewRequests(db, tenant, [row], clock.now()))[0]!
    },
    advance: ({ params, body, ifVersion }, caller) => advanceStage(deps, caller, params, body, ifVersion),
    cancel: ({ params, body, ifVersion }, caller) => cancelRequest(deps, caller, params.id, body.reason, ifVersion),
    revokeGrant: ({ params, body, ifVersion }, caller) => revokeGrant(deps, caller, params.id, body.reason, ifVersion),
  })
}
