// Proposes deferred recommendations again on their date.
import { transact } from '@veritrace/platform/db/transact'
import type { Job } from '@veritrace/platform/jobs/job'
import { recordCase, systemOf } from '../cases/record.ts'
import { lockCase } from '../cases/store.ts'
import type { Casework } from '../deps.ts'
import { findRecommendation, listDue, updateRecommendation } from './store.ts'

const AT_ONCE = 200

export const recommendationsJobs = (deps: Casework): Job[] => [
  { name: 'casework-deferred', handle: () => proposeAgain(deps), schedule: '*/10 * * * *', concurrency: 1, retries: 1 },
]

async function proposeAgain(deps: Pick<Casework, 'db' | 'clock' | 'events'>): Promise<void> {
  for (const { id, tenant_id, workspace_id, case_id } of await listDue(deps.db, deps.clock.now(), AT_ONCE)) {
    const scope = { tenant: tenant_id, workspace: workspace_id }
    await transact(deps.db, async (tx) => {
      const theCase = await lockCase(tx, scope, case_id)
      const row = await findRecommendation(tx, scope, case_id, id)
      if (!theCase || row?.status !== 'deferred') return
      await updateRecommendation(tx, scope, id, { status: 'proposed', defer_until: null, updated_at: deps.clock.now() })
      await recordCase(deps, tx, systemOf(theCase), theCase, {
        type: 'recommendation.decided',
        subject: { kind: 'recommendation', id, label: row.body.title },
        message: `The deferral of ${row.body.title} has ended; it needs a decision again.`,
        data: { recommendation_id: id, key: row.key, from: 'deferred', to: 'proposed' },
        audit: { action: 'recommendation.return', before: { status: 'deferred' }, after: { status: 'proposed' } },
      })
    })
  }
}
