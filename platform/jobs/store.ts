// What pg-boss does not offer a call for, on its table `jobs.job`.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { DeadLetter } from './job.ts'

/** A run that a worker holds: its job, and which try it is. */
export interface Claim {
  id: string
  retryCount: number
}

/** Which of these jobs have something to do now: one question for all of them. */
export async function listReady(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where exists (select 1 from jobs.job where job.name = name.name
      and job.state < 'active' and not job.blocked and job.start_after <= now())`.execute(db)
  return rows.map((row) => row.name)
}

/**
 * Gives runs back to the queue, to be taken at once by another process. The try does not count as one, but keeps its
 * number: a late word from the old run then cannot settle the new one.
 */
export async function returnToQueue(db: Db, job: string, claims: readonly Claim[]): Promise<void> {
  await sql`
    update jobs.job set state = 'retry', start_after = now(), heartbeat_on = null, retry_limit = retry_limit + 1
    where name = ${job} and state = 'active' and (id::text, retry_count) in (
      select claim.id, claim.retry_count from unnest(${claims.map((claim) => claim.id)}::text[],
        ${claims.map((claim) => claim.retryCount)}::int[]) as claim (id, retry_count))`.execute(db)
}

/** Newest first. */
export async function listDeadLetters(db: Db, queue: string, job: string | undefined): Promise<DeadLetter[]> {
  const { rows } = await sql<DeadLetter>`
    select id::text as id, source_name as job, data, created_on as "failedAt", coalesce(
      source_output ->> 'message', source_output -> 'value' ->> 'message', 'no reason was kept') as error
    from jobs.job where name = ${queue} and state = 'created' and ${job ? sql`source_name = ${job}` : sql`true`}
    order by created_on desc, id limit ${MAX_DEAD_LETTERS}`.execute(db)
  return rows
}

const MAX_DEAD_LETTERS = 1_000
