// Runs whose worker was killed, cut off or held still: another does them, and that is no failed try.
import type { PgBoss } from 'pg-boss'
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'
import { DEAD_LETTERS, LEASE_SECONDS } from './queues.ts'
import { listComingBack, listLost, returnLost } from './store.ts'

/** A job that ends its worker each time would do so for ever. From here on each time counts as a failed try. */
export const MOST_LOSSES = 5

interface Deps {
  boss: PgBoss
  db: Db
  log: Log
}

export async function giveBackLost({ boss, db, log }: Deps, jobs: readonly string[]): Promise<void> {
  for (const lost of await listLost(db, jobs, LEASE_SECONDS)) {
    const { job, id: job_id } = lost
    if (lost.losses < MOST_LOSSES) {
      if (await returnLost(db, lost)) log.warn({ job, job_id }, 'a worker was lost; its job goes to another')
      continue
    }
    const message = `Its worker was lost more than ${MOST_LOSSES} times; the job may be what ends it.`
    log.error({ job, job_id }, message)
    await boss.fail(job, lost, { message })
  }
}

/** What failed through nobody's fault and gave up all the same, also under an earlier release, which gave up sooner. */
export async function putBackDeadLetters({ boss, db, log }: Deps, jobs: readonly string[]): Promise<void> {
  const ids = await listComingBack(db, DEAD_LETTERS, jobs)
  if (ids.length === 0) return
  await boss.redrive(DEAD_LETTERS, { ids })
  log.info({ letters: ids.length }, 'dead letters that were nobody’s fault are back in their queues')
}
