// Validates a rolled-back change outside a transaction, against the context as it is committed now, provided that the
// change would still be the same.
import type { Caller } from '@veritrace/platform/caller'
import type { Graph } from '../deps.ts'
import { currentSeq } from '../statements/change-store.ts'
import { MOST_SHOWN, predicatesOf, SHORT_MS } from './candidate.ts'
import { jobOf } from './check-turtle.ts'
import { applyChange, catchUp, loadContextAsOfNow } from './load-context.ts'
import { loadShapes } from './load-shapes.ts'
import type { Ask } from './threads/pool.ts'
import type { Trial, ValidationTask, Verdict } from './trial.ts'
import { isUntouched } from './untouched.ts'

type Parts = Pick<Graph, 'db' | 'enforcers'>

/** Adds the verdict to the trial, or none if the change must be made again first. */
export async function validateOutside(deps: Parts, caller: Caller, trial: Trial, asked: ValidationTask): Promise<void> {
  const { db, enforcers } = deps
  const { key, candidate } = asked
  const began = performance.now()
  const job = {
    ...jobOf(caller),
    timeoutMs: Math.max(1, Math.floor(trial.leftMs)),
    signal: trial.signal,
    prefers: key,
    isOutside: true,
  }
  const verdict = await enforcers.run(job, async (ask) => {
    const seq = await bringUpToDate(db, asked, ask)
    const found = await judge(db, trial, asked, seq, ask)
    if (!candidate.isNew) await ask({ do: 'keep', key, seq })
    return found
  })
  trial.leftMs -= performance.now() - began
  if (verdict) trial.verdicts.set(key, verdict)
}

/** Returns the number that the thread has reached. */
async function bringUpToDate(db: Graph['db'], { key, candidate, turtle }: ValidationTask, ask: Ask): Promise<number> {
  const { home, shapes } = candidate
  const predicates = predicatesOf(shapes)
  const kept = await ask({ do: 'resume', key })
  if (kept !== undefined) {
    const to = await currentSeq(db, home.tenant, home.workspace)
    const seq = await catchUp(db, home, predicates, { from: kept, to }, ask)
    if (seq !== undefined) return seq
  }
  await loadShapes(ask, shapes, turtle)
  return loadContextAsOfNow(db, home, predicates, ask)
}

/**
 * Returns no verdict if other changes affect what the shapes read: then the change might be different now, and could
 * not be undone in the thread's data.
 */
async function judge(
  db: Graph['db'],
  trial: Trial,
  { key, digest, candidate }: ValidationTask,
  seq: number,
  ask: Ask,
): Promise<Verdict | undefined> {
  const { home, shapes, change, base } = candidate
  const predicates = predicatesOf(shapes)
  if (!(await isUntouched(db, home, predicates, { from: base, to: seq }))) return undefined
  const { added, removed } = change
  await applyChange(home, predicates, change, ask)
  const began = performance.now()
  const found = await ask({ do: 'validate', limit: MOST_SHOWN, as: 'json', onlyViolations: true })
  if (performance.now() - began < SHORT_MS / 2) trial.slow.delete(key)
  await applyChange(home, predicates, { added: removed, removed: added }, ask)
  // Other writers continued during the validation. Checking their changes now saves checking most of them in the
  // transaction.
  const now = await currentSeq(db, home.tenant, home.workspace)
  const isStillSo = await isUntouched(db, home, predicates, { from: seq, to: now })
  return isStillSo ? { digest, seq: now, found } : undefined
}
