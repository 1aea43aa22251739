// SQL on the table `jobs.job` for what pg-boss has no call for.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { DeadLetter } from './job.ts'

/** A run that a worker holds: its job, and which attempt it is. */
export interface Claim {
  id: string
  retryCount: number
}

/** Finds the jobs that are due, with one query for all names. */
export async function listReady(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where exists (select 1 from jobs.job where job.name = name.name
      and job.state < 'active' and not job.blocked and job.start_after <= now())`.execute(db)
  return rows.map((row) => row.name)
}

/** The attempt does not count, but its number still increases, so that the old run cannot settle the new one. */
const GIVEN_BACK = sql`state = 'retry', heartbeat_on = null, retry_limit = retry_limit + 1`
const countOf = (what: string) => sql`coalesce((output ->> ${what})::int, 0)`

/** Returns runs to the queue, so that another process can take them immediately. */
export async function returnToQueue(db: Db, job: string, claims: readonly Claim[]): Promise<void> {
  await sql`
    update jobs.job set ${GIVEN_BACK}, start_after = now()
    where name = ${job} and state = 'active' and (id::text, retry_count) in (
      select claim.id, claim.retry_count from unnest(${claims.map((claim) => claim.id)}::text[],
        ${claims.map((claim) => claim.retryCount)}::int[]) as claim (id, retry_count))`.execute(db)
}

/**
 * The same for a run that failed because another system was down. The delay grows up to ten minutes.
 * False if the job has failed this way for days, or belongs to another worker by now.
 */
export async function putOff(
  db: Db,
  job: string,
  { id, retryCount }: Claim,
  { message, backoffSeconds }: { message: string; backoffSeconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    update jobs.job set ${GIVEN_BACK},
      start_after = now() + make_interval(secs => least(${backoffSeconds}::float8 * 2 ^ least(${countOf('putOff')}, 10),
        ${LONGEST_WAIT_SECONDS}) * (0.75 + random() / 2)),
      output = jsonb_build_object('putOff', ${countOf('putOff')} + 1, 'message', ${message}::text)
    where name = ${job} and id = ${id} and retry_count = ${retryCount} and state = 'active'
      and created_on > now() - make_interval(days => ${PATIENCE_DAYS})
    returning id`.execute(db)
  return rows.length > 0
}
const LONGEST_WAIT_SECONDS = 600
const PATIENCE_DAYS = 3

export interface LostRun extends Claim {
  job: string
  /** How often this job has lost its worker before. */
  losses: number
}

/** Runs whose worker has sent no heartbeat for this long. */
export async function listLost(db: Db, jobs: readonly string[], silentSeconds: number): Promise<LostRun[]> {
  const { rows } = await sql<LostRun>`
    select id::text as id, name as job, retry_count as "retryCount", ${countOf('lost')} as losses from jobs.job
    where name = any(${jobs}::text[]) and state = 'active'
      and heartbeat_on < now() - make_interval(secs => ${silentSeconds})`.execute(db)
  return rows
}

/** Returns a lost run to the queue; false if it is alive after all, or another process was faster. */
export async function returnLost(
  db: Db,
  { job, id, retryCount, losses }: LostRun,
  silentSeconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    update jobs.job set ${GIVEN_BACK}, start_after = now(), output = jsonb_build_object('lost', ${losses}::int + 1)
    where name = ${job} and id = ${id} and retry_count = ${retryCount} and state = 'active'
      and heartbeat_on < now() - make_interval(secs => ${silentSeconds})
    returning id`.execute(db)
  return rows.length > 0
}

/** Dead letters that are requeued automatically, once each: after a lost worker immediately, after an outage in an hour. */
export async function listComingBack(db: Db, queue: string, jobs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from jobs.job
    where name = ${queue} and state = 'created' and source_name = any(${jobs}::text[]) and ${COMES_BACK}
      and (${WORKER_WAS_LOST} or created_on < now() - interval '1 hour')
    order by created_on limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

const REASON = sql<string>`coalesce(source_output ->> 'message', source_output -> 'value' ->> 'message')`
/** The messages of pg-boss, which handled lost workers in earlier releases. */
const WORKER_WAS_LOST = sql<boolean>`coalesce(${REASON} in ('job heartbeat timeout', 'job timed out'), false)`
/** A dead letter that was requeued before has a different root, and waits for an operator. */
const COMES_BACK = sql<boolean>`(coalesce(source_root_id = source_id, true)
  and (${WORKER_WAS_LOST} or coalesce((source_output ->> 'outside')::boolean, false)))`

/** Newest first. */
export async function listDeadLetters(db: Db, queue: string, job: string | undefined): Promise<DeadLetter[]> {
  const { rows } = await sql<DeadLetter>`
    select id::text as id, source_name as job, data, created_on as "failedAt",
      coalesce(${REASON}, 'no reason was recorded') as error, ${COMES_BACK} as "comesBack"
    from jobs.job where name = ${queue} and state = 'created' and ${job ? sql`source_name = ${job}` : sql`true`}
    order by created_on desc, id limit ${MAX_DEAD_LETTERS}`.execute(db)
  return rows
}

const MAX_DEAD_LETTERS = 1_000
