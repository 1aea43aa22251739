// What a plan depends on but does not contain: the latest run, the lists, and people's decisions.

import { findSeen } from '../cases/list-store.ts'
import type { CaseRow } from '../cases/tables.ts'
import { openPinned } from '../cases/view.ts'
import type { Casework } from '../deps.ts'
import { type Named, shortForm } from '../model/artifacts.ts'
import { digestOf } from '../model/digest.ts'
import type { Scope } from '../model/space.ts'
import type { DecisionRow } from '../model/tables.ts'
import type { TargetProfile } from '../packs/pack.ts'
import { type ActivePack, targetOf } from '../packs/packs.ts'
import type { PlanBody } from '../planning/tables.ts'
import { listDecisions } from '../rating/facts-store.ts'
import { listsOf } from '../rating/lists.ts'
import { lookUp } from '../rating/look-up.ts'
import { finishedRun } from '../runs/store.ts'
import type { GateFacts } from './gates.ts'

export type PlanContext = Pick<GateFacts, 'conflicts' | 'conflictsDigest' | 'run' | 'unexempted' | 'catalog'>
type Deps = Pick<Casework, 'db' | 'clock' | 'corpusSpace' | 'packs' | 'log'>

/** Call outside a transaction: a plan's content never changes, and each step reads its context again. */
export async function readPlanContext(
  deps: Deps,
  scope: Scope,
  active: ActivePack,
  theCase: CaseRow,
  plan: { target: { profile_id: string }; run_digest: string | null },
  body: PlanBody,
): Promise<PlanContext> {
  const target = targetOf(active, plan.target.profile_id)
  const references = referencesOf(active, body)
  const objects = Object.values(body.details).flatMap((detail) => detail.objects.map(namedBy))
  const names = [...references.values(), ...objects]
  const decisions = await listDecisions(deps.db, scope, active.pack.ref.id, names, deps.clock.now())
  const decided = Map.groupBy(decisions, ({ type, key }) => shortForm({ type, name: key }))
  const conflicts = await conflictsOf(deps, scope, active, target, references, decided)
  return {
    conflicts,
    conflictsDigest: digestOf(conflicts),
    run: await runFacts(deps, scope, theCase, plan.run_digest),
    unexempted: unexemptedOf(body, target, decided),
    catalog: (await listsOf(deps, scope, active, target)).digest,
  }
}

/** Artifacts from lists that the items name, by short form. */
function referencesOf({ pack }: ActivePack, { items }: PlanBody): Map<string, Named> {
  const all = items.flatMap(({ pattern, artifacts }) => [
    ...(pattern ? [pattern.reference] : []),
    ...artifacts.filter(({ kind }) => kind === pack.naming.kind),
  ])
  return new Map(all.map(({ type, name }) => [shortForm({ type, name }), { type, name }]))
}

/** Rules settle conflicts between lists for a rating, but a plan needs a person's decision. */
async function conflictsOf(
  deps: Deps,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  references: ReadonlyMap<string, Named>,
  decided: ReadonlyMap<string, readonly DecisionRow[]>,
): Promise<GateFacts['conflicts']> {
  if (references.size === 0) return []
  const known = await lookUp(deps, scope, active, target, [...references.values()], { maxHops: 0 })
  return [...known].flatMap(([about, { rating }]) =>
    decided.has(about) ? [] : rating.conflicts.map(({ note }) => ({ about, note })),
  )
}

async function runFacts(deps: Deps, scope: Scope, theCase: CaseRow, digest: string | null): Promise<GateFacts['run']> {
  if (theCase.finished_run_id === null) return { id: null, staleReasons: [], differs: false }
  const pinned = await openPinned(deps, scope)
  const seen = await findSeen(deps.db, scope, pinned.fresh, theCase.id)
  const run = await finishedRun(deps.db, scope, theCase.id)
  return {
    id: theCase.finished_run_id,
    staleReasons: seen?.stale_reasons ?? [],
    differs: digest !== null && run?.outputs?.digest !== digest,
  }
}

/** An item that ends at a code acceptable only with an exemption needs one with an owner and an expiry date. */
function unexemptedOf(
  { items, details }: PlanBody,
  target: TargetProfile,
  decided: ReadonlyMap<string, readonly DecisionRow[]>,
): GateFacts['unexempted'] {
  const isExempted = (form: string): boolean =>
    (decided.get(form) ?? []).some(
      ({ kind, expires_at, value }) => kind === 'exemption' && expires_at !== null && Boolean(value.owner),
    )
  return items
    .filter(({ acceptance }) =>
      acceptance.some((one) => one.kind === 'rating_at_least' && target.with_exemption.includes(one.code)),
    )
    .flatMap(({ id, pattern }) => {
      if (pattern && isExempted(shortForm(pattern.reference))) return []
      const open = (details[id]?.objects ?? []).filter((form) => !isExempted(form))
      if (open.length === 0) return []
      return [{ item_id: id, message: `${open[0]} needs an exemption with an owner and an expiry date` }]
    })
}

function namedBy(form: string): Named {
  const at = form.indexOf(':')
  return { type: form.slice(0, at), name: form.slice(at + 1) }
}
