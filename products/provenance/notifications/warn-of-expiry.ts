// Daily notices about evidence that expires and trials that end. A missed day is made up for.
import { transact } from '@veritrace/platform/db/transact'
import type { Provenance } from '../deps.ts'
import { createNotices, type News } from './create-notices.ts'
import { listEnding } from './news-store.ts'
import { listEndingTrials } from './people-store.ts'
import { reachedMark, type Settings } from './rules.ts'

type Deps = Pick<Provenance, 'db' | 'clock'>
type Ending = Awaited<ReturnType<typeof listEnding>>[number]

const DAY = 24 * 3_600_000
/** The maximum of `days_before`. */
const FARTHEST = 365
const TRIAL_DAYS = 3
const BATCH = 200

export async function warnOfExpiry(deps: Deps, signal?: AbortSignal): Promise<void> {
  await warnOfTrials(deps)
  const now = deps.clock.now()
  let last: Ending | undefined
  do {
    const ending = await listEnding(deps.db, now, new Date(now.getTime() + FARTHEST * DAY), last, BATCH)
    await transact(deps.db, (tx) =>
      createNotices(
        tx,
        ending.map((piece) => evidenceNews(piece, now)),
        now,
      ),
    )
    last = ending.length < BATCH ? undefined : ending.at(-1)
  } while (last && !signal?.aborted)
}

const daysUntil = (moment: Date, now: Date): number => Math.ceil((moment.getTime() - now.getTime()) / DAY)
const inDays = (days: number): string => (days === 1 ? 'in a day' : `in ${days} days`)
const dateOf = (moment: Date): string => moment.toISOString().slice(0, 10)

function evidenceNews({ id, tenant_id, title, valid_until }: Ending, now: Date): News {
  const left = daysUntil(valid_until, now)
  const keyFor = ({ topics }: Settings): string | undefined => {
    const mark = reachedMark(topics['evidence.expiry'].days_before, left)
    return mark === undefined ? undefined : `expiry ${id} ${valid_until.toISOString()} ${mark}`
  }
  return {
    tenant: tenant_id,
    topic: 'evidence.expiry',
    key: keyFor,
    title: `“${title}” expires ${inDays(left)}, on ${dateOf(valid_until)}`,
    path: `/workspace/evidence/${id}`,
    severity: null,
    pinned: null,
  }
}

const warnOfTrials = ({ db, clock }: Deps): Promise<void> =>
  transact(db, async (tx) => {
    const now = clock.now()
    const ending = await listEndingTrials(tx, now, new Date(now.getTime() + TRIAL_DAYS * DAY))
    const news = ending.map(({ id, trial_ends_at }) => ({
      tenant: id,
      topic: 'billing' as const,
      key: `trial ${trial_ends_at.toISOString()}`,
      title: `The Team plan trial ends ${inDays(daysUntil(trial_ends_at, now))}, on ${dateOf(trial_ends_at)}`,
      path: '/workspace/billing',
      severity: null,
      pinned: null,
    }))
    await createNotices(tx, news, now)
  })
