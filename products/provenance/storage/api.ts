// Evidence storage: the six endpoints of contract/provenance/storage.ts.
import { storage } from '@veritrace/contract/provenance/storage'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { listShares } from './match-store.ts'
import { metricsOf } from './rules.ts'
import { findLastRun, listPolicies, listRuns } from './store.ts'
import { viewPolicy, viewRun } from './view.ts'
import { createPolicy, startRun, updatePolicy } from './write-policy.ts'

export const storageApi = (deps: Provenance) =>
  implement(storage, {
    metrics: async (_, { tenant }) => {
      const [shares, last] = await Promise.all([listShares(deps.db, tenant), findLastRun(deps.db, tenant)])
      return { ...metricsOf(shares), quota_bytes: null, last_cleanup_run: last ? viewRun(last) : null }
    },
    listPolicies: async ({ query }, { tenant }) => {
      const { items, next } = await listPolicies(deps.db, tenant, query)
      return { items: items.map((policy) => viewPolicy(policy, deps.clock.now())), next }
    },
    createPolicy: ({ body }, caller) => createPolicy(deps, caller, body),
    updatePolicy: ({ params, body, ifVersion }, caller) => updatePolicy(deps, caller, params.id, body, ifVersion),
    listRuns: async ({ query }, { tenant }) => {
      const { items, next } = await listRuns(deps.db, tenant, query)
      return { items: items.map(viewRun), next }
    },
    startRun: ({ body }, caller) => startRun(deps, caller, body),
  })
