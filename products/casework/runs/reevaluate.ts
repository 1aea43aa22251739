// Automatically reevaluates cases whose lists, rules or decisions have changed.
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

/** After a failed or canceled run, wait this long before the next automatic one. */
const RETRY_AFTER_MS = 86_400_000

export async function reevaluateStale(deps: Casework): Promise<void> {
  for (const scope of await listScopesWithResults(deps.db)) {
    const { fresh } = await openPinned(deps, scope)
    for await (const theCase of staleCases(deps, scope, fresh))
      if (await isAllowed(deps, scope, theCase.pack_id)) await reevaluate(deps, theCase)
  }
}

/** False if the workspace starts such runs only on request. */
const isAllowed = async ({ packs }: Casework, scope: Scope, packId: string): Promise<boolean> =>
  (await packs.of(scope, packId)).working?.reevaluation !== 'on_request'

/** Reasons that do not come from a change of the case itself. */
const EXTERNAL_REASONS: ReadonlySet<string> = new Set(['catalog_changed', 'ruleset_changed', 'decisions_changed'])

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
      const isAffected = theCase.stale_reasons.some((reason) => EXTERNAL_REASONS.has(reason))
      const isQuiet = theCase.run_state === null || !isUnderWay(theCase.run_state)
      const hasNoResult = theCase.run_state === 'failed' || theCase.run_state === 'cancelled'
      const isTooSoon = hasNoResult && clock.now().getTime() - theCase.run_at!.getTime() < RETRY_AFTER_MS
      if (isAffected && isQuiet && !isTooSoon) yield theCase
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
        message: `Lists, rules or decisions behind ${theCase.key} have changed; run ${run.n} reevaluates it.`,
        data: { reasons: theCase.stale_reasons, run_id: run.id },
      })
    })
  } catch (error) {
    // Another run was started, or the case was closed in the meantime.
    if (!isAppError(error) || error.status >= 500) throw error
  }
}
