// Whether a context conforms to its enforced shapes as it would be after a change. The thread that has validated the
// context before keeps it as it was committed: it is brought up to date with the log, tried with the change, and put back.
import type { Db } from '@veritrace/platform/db/db'
import { fail } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { readChanges } from '../statements/follow-statements.ts'
import type { Tables } from '../tables.ts'
import { timeOf } from './check-turtle.ts'
import { applyChange, loadContext, type Predicates } from './load-context.ts'
import { type EnforcedShape, type Home, listTurtle } from './store.ts'
import type { Replies } from './threads/messages.ts'
import type { Ask, Validators } from './threads/pool.ts'

/** What a change did, as N-Quads lines. */
export interface Change {
  seq: number
  added: readonly string[]
  removed: readonly string[]
}

interface Tried {
  home: Home
  /** All that are enforced in the context. */
  shapes: readonly EnforcedShape[]
  change: Change
}

const MOST_SHOWN = 100

/** In the transaction of the change, which holds the workspace. */
export async function requireConforming(
  enforcers: Validators,
  tx: Db<Tables>,
  caller: Caller,
  tried: Tried,
): Promise<void> {
  const { home, shapes, change } = tried
  const key = [home.tenant, home.workspace, home.context, ...shapes.map(({ id, version }) => `${id}@${version}`)].join(
    ' ',
  )
  const predicates = predicatesOf(shapes)
  const job = { tenant: caller.tenant, timeoutMs: timeOf(caller), prefers: key }
  const found = await enforcers.run(job, async (ask) => {
    const seq = await ask({ do: 'resume', key })
    const isCaughtUp = seq !== undefined && (await catchUp(tx, home, predicates, { from: seq, to: change.seq }, ask))
    if (!isCaughtUp) await loadAnew(tx, tried, predicates, ask)
    const report = await ask({ do: 'validate', limit: MOST_SHOWN, as: 'json', onlyViolations: true })
    await applyChange(home, predicates, { added: change.removed, removed: change.added }, ask)
    await ask({ do: 'keep', key, seq: change.seq - 1 })
    return report
  })
  refuse(shapes, found)
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
  const found = await validators.run({ tenant: caller.tenant, timeoutMs: timeOf(caller) }, async (ask) => {
    await ask({ do: 'begin', shapes: await turtleOf(db, home, shapes) })
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

const predicatesOf = (shapes: readonly EnforcedShape[]): Predicates =>
  shapes.some(({ predicates }) => !predicates)
    ? undefined
    : [...new Set(shapes.flatMap(({ predicates }) => predicates ?? []))]

async function loadAnew(tx: Db<Tables>, { home, shapes }: Tried, predicates: Predicates, ask: Ask): Promise<void> {
  await ask({ do: 'begin', shapes: await turtleOf(tx, home, shapes) })
  await loadContext(tx, home, { predicates }, ask)
}

/** They live where they are enforced, also where a copy is looked at. */
const turtleOf = (db: Db<Tables>, home: Home, shapes: readonly EnforcedShape[]): Promise<string[]> =>
  listTurtle(
    db,
    { ...home, context: shapes[0]!.context },
    shapes.map(({ id }) => id),
  )

/** Further behind than this, to read all is quicker. */
const MOST_BEHIND = 1_000

/** From the state after one change to that after another; false where the log does not tell. */
async function catchUp(
  tx: Db<Tables>,
  home: Home,
  predicates: Predicates,
  { from, to }: { from: number; to: number },
  ask: Ask,
): Promise<boolean> {
  if (to - from > MOST_BEHIND) return false
  for (let seq = from; seq < to; ) {
    const changes = await readChanges(tx, home.tenant, home.workspace, seq)
    if (!changes || changes.length === 0) return false
    for (const change of changes) await applyChange(home, predicates, change, ask)
    seq = changes.at(-1)!.seq
  }
  return true
}
