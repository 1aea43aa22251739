// Runs whose worker was killed, disconnected or paused: another worker repeats them, without counting a failed attempt.
import type { PgBoss } from 'pg-boss'
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'
import { DEAD_LETTERS, LEASE_SECONDS } from './queues.ts'
import { listComingBack, listLost, returnLost } from './store.ts'

/** A job that crashes its worker would do so forever. After this many losses each one counts as a failed attempt. */
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
      if (await returnLost(db, lost, LEASE_SECONDS))
        log.warn({ job, job_id }, 'a worker was lost; its job goes to another')
      continue
    }
    const message = `Its worker was lost more than ${MOST_LOSSES} times; the job itself may crash it.`
    log.error({ job, job_id }, message)
    await boss.fail(job, lost, { message })
  }
}

/**
 * Requeues dead letters caused by a lost worker or an outage, including those of earlier releases, which gave up
 * sooner.
 */
export async function putBackDeadLetters({ boss, db, log }: Deps, jobs: readonly string[]): Promise<void> {
  const ids = await listComingBack(db, DEAD_LETTERS, jobs)
  if (ids.length === 0) return
  await boss.redrive(DEAD_LETTERS, { ids })
  log.info({ letters: ids.length }, 'dead letters caused by lost workers or outages are back in their queues')
}
