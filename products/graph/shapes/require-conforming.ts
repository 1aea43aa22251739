// Whether a context conforms to its enforced shapes as it would be after a change. The thread that has validated the
// context before keeps it as it was committed: it is brought up to date with the log, tried with the change, and put
// back.
import type { Db } from '@veritrace/platform/db/db'
import { fail, isAppError } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { supportsCopy } from '../statements/write-store.ts'
import type { Tables } from '../tables.ts'
import { beginShapes } from './begin-shapes.ts'
import { jobOf, timeOf } from './check-turtle.ts'
import { applyChange, catchUp, loadContext, type Predicates } from './load-context.ts'
import { type EnforcedShape, type Home, listTurtle } from './store.ts'
import type { Replies } from './threads/messages.ts'
import type { Ask, Validators } from './threads/pool.ts'
import { busy, digestOf, TakesLong, trialOf, type Verdict } from './trial.ts'
import { keyOf, MOST_SHOWN, predicatesOf, SHORT_MS, type Tried } from './tried.ts'
import { isUntouched } from './untouched.ts'

/** Whom other processes have overtaken so often holds the workspace. */
const MOST_ROUNDS = 4
/** Others commit between a verdict and its transaction. Where these are more, their lines are not read in there. */
const MOST_SINCE = 20

/** In the transaction of the change, which holds the workspace. */
export async function requireConforming(
  enforcers: Validators,
  tx: Db<Tables>,
  caller: Caller,
  tried: Tried,
): Promise<void> {
  refuse(tried.shapes, await reportOn(enforcers, tx, caller, tried))
}

async function reportOn(
  enforcers: Validators,
  tx: Db<Tables>,
  caller: Caller,
  tried: Tried,
): Promise<Replies['validate']> {
  const { home, shapes, change, base } = tried
  const trial = trialOf(tx)
  const isOneChange = await isUntouched(tx, home, predicatesOf(shapes), { from: base, to: change.seq - 1 })
  const validate = (timeoutMs: number) => validateHere(enforcers, tx, caller, { ...tried, timeoutMs, isOneChange })
  if (!trial || !isOneChange) return validate(timeOf(caller))
  const key = keyOf(tried)
  const verdict = trial.verdicts.get(key)
  if (verdict && (await isStillRight(tx, tried, verdict))) return verdict.found
  if ((trial.rounds.get(key) ?? 0) >= MOST_ROUNDS) {
    // No other process writes to the embedded database, and all tenants would wait.
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
  throw new TakesLong({ key, digest: digestOf(change), tried, turtle: await turtleOf(tx, home, shapes) })
}

async function isStillRight(tx: Db<Tables>, tried: Tried, { digest, seq }: Verdict): Promise<boolean> {
  const { home, shapes, change } = tried
  const since = { from: seq, to: change.seq - 1, most: MOST_SINCE }
  return digest === digestOf(change) && (await isUntouched(tx, home, predicatesOf(shapes), since))
}

/** It did not end in time, or found no thread. */
const isLate = (error: unknown): boolean =>
  isAppError(error) && (error.code === 'query_timeout' || error.code === 'unavailable')

interface TriedHere extends Tried {
  timeoutMs: number
  /** Without this one, the context is as it was committed. */
  isOneChange: boolean
}

function validateHere(
  enforcers: Validators,
  tx: Db<Tables>,
  caller: Caller,
  tried: TriedHere,
): Promise<Replies['validate']> {
  const { home, shapes, change, base, isNew, timeoutMs, isOneChange } = tried
  const key = keyOf(tried)
  const predicates = predicatesOf(shapes)
  return enforcers.run({ ...jobOf(caller), timeoutMs, prefers: key }, async (ask) => {
    const seq = await ask({ do: 'resume', key })
    const range = { from: seq ?? 0, to: change.seq }
    const reached = seq === undefined ? undefined : await catchUp(tx, home, predicates, range, ask)
    if (reached === undefined) await loadAnew(tx, tried, predicates, ask)
    const report = await ask({ do: 'validate', limit: MOST_SHOWN, as: 'json', onlyViolations: true })
    if (isOneChange && !isNew) {
      await applyChange(home, predicates, { added: change.removed, removed: change.added }, ask)
      await ask({ do: 'keep', key, seq: base })
    }
    return report
  })
}

interface TriedSince extends Pick<Tried, 'home' | 'shapes'> {
  since: Date
}

/** The same for what was said in the context since a moment, without a transaction. */
export async function requireConformingSince(
  validators: Validators,
  db: Db<Tables>,
  caller: Caller,
  { home, shapes, since }: TriedSince,
): Promise<void> {
  const predicates = predicatesOf(shapes)
  const found = await validators.run(jobOf(caller), async (ask) => {
    await beginShapes(ask, shapes, await turtleOf(db, home, shapes))
    await loadContext(db, home, { predicates, since }, ask)
    return ask({ do: 'validate', limit: MOST_SHOWN, as: 'json', onlyViolations: true })
  })
  refuse(shapes, found)
}

/** The shapes are in the order of their ids, as their texts are (`listTurtle`). */
function refuse(shapes: readonly EnforcedShape[], { total, broken, results }: Replies['validate']) {
  if (total === 0) return
  const names = broken.map((place) => `“${shapes[place]!.name}”`).join(', ')
  const what = total === 1 ? 'value breaks' : 'values break'
  fail('shape_violated', `With this, ${total} ${what} the ${broken.length === 1 ? 'shape' : 'shapes'} ${names}.`, {
    conforms: false,
    results,
    total,
    truncated: total > results.length,
  })
}

async function loadAnew(tx: Db<Tables>, { home, shapes }: Tried, predicates: Predicates, ask: Ask): Promise<void> {
  await beginShapes(ask, shapes, await turtleOf(tx, home, shapes))
  await loadContext(tx, home, { predicates }, ask)
}

/** They live where they are enforced, also where a copy is looked at. */
const turtleOf = (db: Db<Tables>, home: Home, shapes: readonly EnforcedShape[]): Promise<string[]> =>
  listTurtle(
    db,
    { ...home, context: shapes[0]!.context },
    shapes.map(({ id }) => id),
  )
