// Sends queued messages, and finds those that a dead process left behind.
import type { Job } from '@veritrace/platform/jobs/job'
import { type Delivering, deliverMessage } from './deliver.ts'
import { listOverdue } from './delivery-store.ts'
import { DELIVER, type DeliverOrder } from './queue-delivery.ts'

const MAX_SWEPT = 500

export const planWebhookJobs = (deps: Delivering): Job[] => [
  {
    name: DELIVER,
    handle: (order: DeliverOrder, run) => deliverMessage(deps, order, run),
    concurrency: 4,
    isShared: true,
    retries: 3,
    timeoutSeconds: 60,
  },
  {
    name: 'sweep-plan-deliveries',
    schedule: '* * * * *',
    concurrency: 1,
    handle: async () => {
      for (const { id, tenant_id: tenant, workspace_id: workspace } of await listOverdue(
        deps.db,
        deps.clock.now(),
        MAX_SWEPT,
      ))
        await deps.jobs.add(deps.db, DELIVER, { tenant, workspace, id } satisfies DeliverOrder, { key: id })
    },
  },
]
