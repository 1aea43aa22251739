// Checks whether a context conforms to its enforced shapes after a change. The thread that has validated the context
// before keeps the committed state: it applies the log and the change, validates, and then undoes the change.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { fail, isAppError } from '@veritrace/platform/errors'
import { supportsCopy } from '../statements/write-store.ts'
import type { Tables } from '../tables.ts'
import { type Candidate, keyOf, MOST_SHOWN, predicatesOf, SHORT_MS } from './candidate.ts'
import { jobOf, timeOf } from './check-turtle.ts'
import { applyChange, catchUp, loadContext, type Predicates } from './load-context.ts'
import { loadShapes } from './load-shapes.ts'
import { type EnforcedShape, type Home, listTurtle } from './store.ts'
import type { Replies } from './threads/messages.ts'
import type { Ask, Validators } from './threads/pool.ts'
import { busy, digestOf, TakesLong, trialOf, type Verdict } from './trial.ts'
import { isUntouched } from './untouched.ts'

/** A change that other processes have overtaken this often locks the workspace during validation. */
const MOST_ROUNDS = 4
/** Other writers may commit between validation and the transaction. Above this many, validate again instead. */
const MOST_SINCE = 20

/** Call in the transaction of the change, which has locked the workspace. */
export async function requireConforming(
  enforcers: Validators,
  tx: Db<Tables>,
  caller: Caller,
  candidate: Candidate,
): Promise<void> {
  refuse(candidate.shapes, await reportOn(enforcers, tx, caller, candidate))
}

async function reportOn(
  enforcers: Validators,
  tx: Db<Tables>,
  caller: Caller,
  candidate: Candidate,
): Promise<Replies['validate']> {
  const { home, shapes, change, base } = candidate
  const trial = trialOf(tx)
  const isOneChange = await isUntouched(tx, home, predicatesOf(shapes), { from: base, to: change.seq - 1 })
  const validate = (timeoutMs: number) => validateHere(enforcers, tx, caller, { ...candidate, timeoutMs, isOneChange })
  if (!trial || !isOneChange) return validate(timeOf(caller))
  const key = keyOf(candidate)
  const verdict = trial.verdicts.get(key)
  if (verdict && (await isStillRight(tx, candidate, verdict))) return verdict.found
  if ((trial.rounds.get(key) ?? 0) >= MOST_ROUNDS) {
    // The embedded database has no other process that writes, and all tenants would wait.
    if (!supportsCopy(tx)) throw busy()
    return validate(timeOf(caller))
  }
  if (!trial.slow.has(key)) {
    try {
      return await validate(SHORT_MS)
    } catch (error) {
      if (!isLate(error)) throw error
      trial.slow.add(key)
    }
  }
  throw new TakesLong({ key, digest: digestOf(change), candidate, turtle: await turtleOf(tx, home, shapes) })
}

async function isStillRight(tx: Db<Tables>, candidate: Candidate, { digest, seq }: Verdict): Promise<boolean> {
  const { home, shapes, change } = candidate
  const since = { from: seq, to: change.seq - 1, most: MOST_SINCE }
  return digest === digestOf(change) && (await isUntouched(tx, home, predicatesOf(shapes), since))
}

/** The validation timed out, or found no thread. */
const isLate = (error: unknown): boolean =>
  isAppError(error) && (error.code === 'query_timeout' || error.code === 'unavailable')

interface LocalCandidate extends Candidate {
  timeoutMs: number
  /** True if the context without this change is in its committed state. */
  isOneChange: boolean
}

function validateHere(
  enforcers: Validators,
  tx: Db<Tables>,
  caller: Caller,
  candidate: LocalCandidate,
): Promise<Replies['validate']> {
  const { home, shapes, change, base, isNew, timeoutMs, isOneChange } = candidate
  const key = keyOf(candidate)
  const predicates = predicatesOf(shapes)
  return enforcers.run({ ...jobOf(caller), timeoutMs, prefers: key }, async (ask) => {
    const seq = await ask({ do: 'resume', key })
    const range = { from: seq ?? 0, to: change.seq }
    const reached = seq === undefined ? undefined : await catchUp(tx, home, predicates, range, ask)
    if (reached === undefined) await loadAnew(tx, candidate, predicates, ask)
    const report = await ask({ do: 'validate', limit: MOST_SHOWN, as: 'json', onlyViolations: true })
    if (isOneChange && !isNew) {
      await applyChange(home, predicates, { added: change.removed, removed: change.added }, ask)
      await ask({ do: 'keep', key, seq: base })
    }
    return report
  })
}

interface CandidateSince extends Pick<Candidate, 'home' | 'shapes'> {
  since: Date
}

/** Checks, without a transaction, the statements of the context that were asserted since a moment. */
export async function requireConformingSince(
  validators: Validators,
  db: Db<Tables>,
  caller: Caller,
  { home, shapes, since }: CandidateSince,
): Promise<void> {
  const predicates = predicatesOf(shapes)
  const found = await validators.run(jobOf(caller), async (ask) => {
    await loadShapes(ask, shapes, await turtleOf(db, home, shapes))
    await loadContext(db, home, { predicates, since }, ask)
    return ask({ do: 'validate', limit: MOST_SHOWN, as: 'json', onlyViolations: true })
  })
  refuse(shapes, found)
}

/** `broken` has indexes of `shapes`; both are ordered by id, as `listTurtle` is. */
function refuse(shapes: readonly EnforcedShape[], { total, broken, results }: Replies['validate']) {
  if (total === 0) return
  const names = broken.map((place) => `“${shapes[place]!.name}”`).join(', ')
  const values = total === 1 ? 'value' : 'values'
  fail(
    'shape_violated',
    `This change would make ${total} ${values} violate the ${broken.length === 1 ? 'shape' : 'shapes'} ${names}.`,
    {
      conforms: false,
      results,
      total,
      truncated: total > results.length,
    },
  )
}

async function loadAnew(tx: Db<Tables>, { home, shapes }: Candidate, predicates: Predicates, ask: Ask): Promise<void> {
  await loadShapes(ask, shapes, await turtleOf(tx, home, shapes))
  await loadContext(tx, home, { predicates }, ask)
}

/** Shapes are stored under the context in which they are enforced, even if a copy is validated. */
const turtleOf = (db: Db<Tables>, home: Home, shapes: readonly EnforcedShape[]): Promise<string[]> =>
  listTurtle(
    db,
    { ...home, context: shapes[0]!.context },
    shapes.map(({ id }) => id),
  )
