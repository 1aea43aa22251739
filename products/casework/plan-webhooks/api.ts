// Plan webhooks: the endpoints of contract/casework/plan-webhooks.ts.
import { planWebhooks } from '@veritrace/contract/casework/plan-webhooks'
import { implement } from '@veritrace/platform/implement'
import { getCase } from '../cases/get-case.ts'
import { scopeOf } from '../model/scope.ts'
import { createWebhook, deleteWebhook } from './create-webhook.ts'
import type { Delivering } from './deliver.ts'
import { listWebhooks } from './store.ts'
import { viewWebhook } from './view.ts'

export const planWebhooksApi = (deps: Delivering) =>
  implement(planWebhooks, {
    list: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      const { id } = await getCase(deps.db, scope, params.caseId)
      const { items, ...page } = await listWebhooks(deps.db, scope, id, query)
      return { items: items.map(viewWebhook), ...page }
    },
    create: ({ params, body }, caller) => createWebhook(deps, caller, params.caseId, body),
    remove: ({ params }, caller) => deleteWebhook(deps, caller, params.caseId, params.webhookId),
  })
