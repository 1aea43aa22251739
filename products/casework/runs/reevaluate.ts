// Cases whose lists, rules or decisions have changed are looked at again without being asked for.
import { transact } from '@veritrace/platform/db/transact'
import { isAppError } from '@veritrace/platform/errors'
import { listSeen, type SeenCase } from '../cases/list-store.ts'
import { recordCase, systemOf } from '../cases/record.ts'
import type { Fresh } from '../cases/staleness-store.ts'
import { listScopesWithResults } from '../cases/store.ts'
import { openPinned } from '../cases/view.ts'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import { isUnderWay } from './rules.ts'
import { aboutRun, startRun } from './start-run.ts'

/** One that failed, or that somebody has stopped, is not tried again all day. */
const PATIENCE_MS = 86_400_000

export async function reevaluateStale(deps: Casework): Promise<void> {
  for (const scope of await listScopesWithResults(deps.db)) {
    const { fresh } = await openPinned(deps, scope)
    for await (const theCase of staleCases(deps, scope, fresh))
      if (await isAllowed(deps, scope, theCase.pack_id)) await reevaluate(deps, theCase)
  }
}

/** A workspace may want to begin such runs itself. */
const isAllowed = async ({ packs }: Casework, scope: Scope, packId: string): Promise<boolean> =>
  (await packs.of(scope, packId)).working?.reevaluation !== 'on_request'

/** What nobody did to the case itself. */
const OURS: ReadonlySet<string> = new Set(['catalog_changed', 'ruleset_changed', 'decisions_changed'])

async function* staleCases({ db, clock }: Casework, scope: Scope, fresh: Fresh): AsyncGenerator<SeenCase> {
  let cursor = ''
  do {
    const page = await listSeen(db, scope, fresh, {
      stale: true,
      sort: 'created_at',
      limit: 200,
      ...(cursor && { cursor }),
    })
    for (const theCase of page.items) {
      const isOurs = theCase.stale_reasons.some((reason) => OURS.has(reason))
      const isQuiet = theCase.run_state === null || !isUnderWay(theCase.run_state)
      const cameToNothing = theCase.run_state === 'failed' || theCase.run_state === 'cancelled'
      const isTooSoon = cameToNothing && clock.now().getTime() - theCase.run_at!.getTime() < PATIENCE_MS
      if (isOurs && isQuiet && !isTooSoon) yield theCase
    }
    cursor = page.next
  } while (cursor !== '')
}

async function reevaluate(deps: Casework, theCase: SeenCase): Promise<void> {
  const caller = systemOf(theCase)
  try {
    await transact(deps.db, async (tx) => {
      const run = await startRun(deps, tx, caller, theCase, 'reevaluate')
      await recordCase(deps, tx, caller, theCase, {
        type: 'catalog.changed',
        subject: aboutRun(run),
        message: `Lists, rules or decisions that ${theCase.key} rests on have changed; run ${run.n} looks again.`,
        data: { reasons: theCase.stale_reasons, run_id: run.id },
      })
    })
  } catch (error) {
    // Somebody was faster, or has closed it meanwhile.
    if (!isAppError(error) || error.status >= 500) throw error
  }
}
