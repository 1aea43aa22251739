// The webhook subscription, and endpoints to test it during development.
import { development, webhooks } from '@veritrace/contract/provenance/webhooks'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { putSubscription } from './put-subscription.ts'
import { getSubscription, readDeliveries } from './read-subscription.ts'
import { recordTestUsage } from './record-test-usage.ts'
import { viewSubscription } from './view.ts'

export const webhooksApi = (deps: Provenance) =>
  implement(webhooks, {
    get: async (_, caller) => {
      const endpoint = await getSubscription(deps, caller)
      return viewSubscription(endpoint, await readDeliveries(deps, caller, endpoint.id))
    },
    put: ({ body, ifVersion }, caller) => putSubscription(deps, caller, body, ifVersion),
  })

export const developmentApi = (deps: Provenance) =>
  implement(development, {
    testWebhook: async (_, caller) => {
      const { id } = await getSubscription(deps, caller)
      return deps.webhooks.sendTest(caller, id)
    },
    testUsage: ({ body }, caller) => recordTestUsage(deps, caller, body),
  })
