// Validates a change that was undone, apart from any transaction: on the context as it is committed now, as far as that
// is still what the change was made for.
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import { currentSeq } from '../statements/change-store.ts'
import { beginShapes } from './begin-shapes.ts'
import { jobOf } from './check-turtle.ts'
import { applyChange, catchUp, loadContextAsOfNow } from './load-context.ts'
import type { Ask } from './threads/pool.ts'
import type { Asked, Trial, Verdict } from './trial.ts'
import { MOST_SHOWN, predicatesOf, SHORT_MS } from './tried.ts'
import { isUntouched } from './untouched.ts'

type Parts = Pick<Graph, 'db' | 'enforcers'>

/** Leaves the verdict with the trial, or none where the change has to be made anew first. */
export async function validateApart(deps: Parts, caller: Caller, trial: Trial, asked: Asked): Promise<void> {
  const { db, enforcers } = deps
  const { key, tried } = asked
  const began = performance.now()
  const job = {
    ...jobOf(caller),
    timeoutMs: Math.max(1, Math.floor(trial.leftMs)),
    signal: trial.signal,
    prefers: key,
    isApart: true,
  }
  const verdict = await enforcers.run(job, async (ask) => {
    const seq = await bringUpToDate(db, asked, ask)
    const found = await judge(db, trial, asked, seq, ask)
    if (!tried.isNew) await ask({ do: 'keep', key, seq })
    return found
  })
  trial.leftMs -= performance.now() - began
  if (verdict) trial.verdicts.set(key, verdict)
}

/** Answers how far the thread has come. */
async function bringUpToDate(db: Graph['db'], { key, tried, turtle }: Asked, ask: Ask): Promise<number> {
  const { home, shapes } = tried
  const predicates = predicatesOf(shapes)
  const kept = await ask({ do: 'resume', key })
  if (kept !== undefined) {
    const to = await currentSeq(db, home.tenant, home.workspace)
    const seq = await catchUp(db, home, predicates, { from: kept, to }, ask)
    if (seq !== undefined) return seq
  }
  await beginShapes(ask, shapes, turtle)
  return loadContextAsOfNow(db, home, predicates, ask)
}

/**
 * Where others have changed what the shapes look at, the change may not be what it would be now, and could not be taken
 * back from what the thread keeps.
 */
async function judge(
  db: Graph['db'],
  trial: Trial,
  { key, digest, tried }: Asked,
  seq: number,
  ask: Ask,
): Promise<Verdict | undefined> {
  const { home, shapes, change, base } = tried
  const predicates = predicatesOf(shapes)
  if (!(await isUntouched(db, home, predicates, { from: base, to: seq }))) return undefined
  const { added, removed } = change
  await applyChange(home, predicates, change, ask)
  const began = performance.now()
  const found = await ask({ do: 'validate', limit: MOST_SHOWN, as: 'json', onlyViolations: true })
  if (performance.now() - began < SHORT_MS / 2) trial.slow.delete(key)
  await applyChange(home, predicates, { added: removed, removed: added }, ask)
  // Others went on meanwhile: most of what they did need not be looked at in the transaction any more.
  const now = await currentSeq(db, home.tenant, home.workspace)
  const isStillSo = await isUntouched(db, home, predicates, { from: seq, to: now })
  return isStillSo ? { digest, seq: now, found } : undefined
}
