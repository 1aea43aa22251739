// Transports and deliveries: the endpoints of contract/casework/plan-transports.ts.
import { planTransports } from '@veritrace/contract/casework/plan-transports'
import { answer } from '@veritrace/platform/answer'
import { implement } from '@veritrace/platform/implement'
import { getPlan } from '../case-plans/read-plan.ts'
import { getCase } from '../cases/get-case.ts'
import { scopeOf } from '../model/scope.ts'
import { listDeliveries } from '../plan-webhooks/delivery-store.ts'
import { viewDelivery } from '../plan-webhooks/view.ts'
import { createTransport, type TransportDeps } from './create-transport.ts'
import { reportTransport } from './report-transport.ts'

export const planTransportsApi = (deps: TransportDeps) =>
  implement(planTransports, {
    transport: async ({ params: { caseId, planId }, body }, caller) => {
      if ('transport_id' in body) return reportTransport(deps, caller, caseId, planId, body)
      const made = await createTransport(deps, caller, caseId, planId, body)
      return 'dry_run' in made ? answer(made, { status: 200 }) : made
    },
    deliveries: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      const { id } = await getCase(deps.db, scope, params.caseId)
      const plan = await getPlan(deps.db, scope, id, params.planId)
      const { items, ...page } = await listDeliveries(deps.db, scope, plan.id, query)
      return { items: items.map(viewDelivery), ...page }
    },
  })
