// Composes a plan from another plan and manually written items, and recalculates its totals. Pure except for ids.

import type { NewCasePlan, NewPlanItem } from '@veritrace/contract/casework/case-plans'
import type { PlanItem, PlanTotals, PlanWave } from '@veritrace/contract/casework/plan'
import type { Citation } from '@veritrace/contract/casework/shapes'
import { sumByName } from '@veritrace/platform/names'
import type { CaseReading } from '../cases/read-case-scope.ts'
import { round } from '../effort/pert.ts'
import { effortOfDraws, SIMULATIONS, simulate } from '../effort/simulate.ts'
import type { Scope } from '../model/space.ts'
import type { Constraints } from '../planning/engine/input.ts'
import type { PlanBody } from '../planning/tables.ts'
import type { Known } from '../rating/known.ts'
import { type Artifact, openArtifacts, type Written, writeItem, wrong } from './compose-items.ts'

export interface Base {
  body: PlanBody
  totals: PlanTotals
}

/** Resolves every artifact of every item once. */
export function readArtifacts({ subject }: CaseReading, scope: Scope, items: readonly NewPlanItem[]): Artifact[][] {
  const find = openArtifacts(subject, scope)
  return items.map(({ artifacts = [] }, place) =>
    artifacts.map(
      (word, at) => find(word) ?? wrong(`items.${place}.artifacts.${at}`, 'is neither in the estate nor in any list'),
    ),
  )
}

export function composePlan(
  reading: CaseReading,
  base: Base | undefined,
  asked: Pick<NewCasePlan, 'items' | 'without'>,
  resolved: { artifacts: readonly Artifact[][]; known: ReadonlyMap<string, Known> },
  constraints: Constraints,
): Base {
  const { subject } = reading
  const citations: Citation[] = [...(base?.body.citations ?? [])]
  const written = (asked.items ?? []).map((item, place) =>
    writeItem(
      {
        ...{ subject, known: resolved.known, cite: openCite(citations) },
        artifactsOf: () => resolved.artifacts[place]!,
      },
      item,
      place,
    ),
  )
  const items = mergeItems(base?.body.items ?? [], written, asked)
  const ids = new Set(items.map(({ id }) => id))
  const details = {
    ...base?.body.details,
    ...Object.fromEntries(written.map(({ item, detail }) => [item.id, detail])),
  }
  const kept = Object.fromEntries(Object.entries(details).filter(([id]) => ids.has(id)))
  const body: PlanBody = {
    ...(base ? withoutHeadline(base.body) : emptyBody(reading, constraints)),
    items: items.map((item) => ({ ...item, preconditions: item.preconditions.filter((id) => ids.has(id)) })),
    details: kept,
    citations,
    waves: wavesOf(base?.body.waves ?? [], items),
  }
  return { body, totals: totalsOf(reading, base, body) }
}

/** A headline describes the whole plan, so it is dropped once items are edited by hand. */
function withoutHeadline({ headline: _, ...kept }: PlanBody): PlanBody {
  return kept
}

/** A rewritten item keeps its position; new items come last. */
function mergeItems(
  before: readonly PlanItem[],
  written: readonly Written[],
  { without = [] }: Pick<NewCasePlan, 'without'>,
): PlanItem[] {
  const byId = new Map(written.map(({ item }) => [item.id, item]))
  if (byId.size < written.length) wrong('items', 'must not contain the same id twice')
  const known = new Set(before.map(({ id }) => id))
  for (const [at, id] of without.entries()) if (!known.has(id)) wrong(`without.${at}`, 'is not an item of the plan')
  const left = before
    .filter(({ id }) => !without.includes(id))
    .map((item) => ({ ...(byId.get(item.id) ?? item), state: 'proposed' as const }))
  return [...left, ...written.map(({ item }) => item).filter(({ id }) => !known.has(id))]
}

function openCite(citations: Citation[]): (citation: Citation) => number {
  const keyOf = ({ kind, entry_id = '', evidence_id = '', document_id = '', locator, quote_hash }: Citation): string =>
    [kind, entry_id, evidence_id, document_id, locator.value, quote_hash].join('\n')
  return (citation) => {
    const known = citations.find((one) => keyOf(one) === keyOf(citation))
    return known ? known.n : citations.push({ ...citation, n: citations.length + 1 })
  }
}

const emptyBody = ({ subject }: CaseReading, constraints: Constraints): PlanBody => ({
  pack: subject.active.pack.ref,
  ruleset: [],
  scope: {},
  constraints,
  objective: 'balanced',
  granularity: 'object',
  seed: 1,
  waves: [],
  items: [],
  details: {},
  lift_curve: [],
  critical_path: [],
  assumptions: ['The items were added manually and are not scheduled.'],
  open_questions: [],
  citations: [],
})

function wavesOf(before: readonly PlanWave[], items: readonly PlanItem[]): PlanWave[] {
  const byWave = Map.groupBy(items, ({ wave }) => wave)
  return [...byWave.keys()]
    .sort((a, b) => a - b)
    .map((n) => {
      const own = byWave.get(n)!
      const known = before.find((wave) => wave.n === n) ?? {
        n,
        title: 'Manually added items',
        purpose: '',
        capacity_days: 0,
      }
      return {
        ...known,
        items: own.map(({ id }) => id),
        load_p50: round(own.reduce((sum, { effort }) => sum + effort.p50, 0)),
      }
    })
}

/** Limits the simulation so that the request stays fast. */
const MAX_DRAWS = 500_000
const FEWEST_DRAWS = 250

/** Each object gets the resulting code of its item's action if that is better than its current code. */
function totalsOf(
  { measured, subject }: CaseReading,
  base: Base | undefined,
  { items, details, seed }: PlanBody,
): PlanTotals {
  const drawn = simulate(
    items.map(({ id, key }) => ({ key, points: details[id]!.points, group: details[id]!.group })),
    { seed, simulations: Math.max(FEWEST_DRAWS, Math.min(SIMULATIONS, Math.floor(MAX_DRAWS / items.length))) },
  )
  const { scale, code, counted } = measured
  const best = new Map<string, number>()
  for (const { id, action_id } of items) {
    const to = scale.indexOf(
      subject.active.pack.actions.find((action) => action.id === action_id)?.resulting_code ?? '',
    )
    if (to >= 0) for (const form of details[id]!.objects) best.set(form, Math.min(best.get(form) ?? to, to))
  }
  const before: [code: string, count: number][] = []
  const after: [code: string, count: number][] = []
  let left = 0
  for (const [at, object] of subject.estate.objects.entries()) {
    if (!counted[at]) continue
    const was = code[at]!
    const will = Math.min(was, best.get(`${object.type}:${object.name}`) ?? was)
    before.push([scale[was]!, 1])
    after.push([scale[will]!, 1])
    if (!subject.target.acceptable.includes(scale[will]!)) left++
  }
  return {
    items: items.length,
    objects: new Set(items.flatMap(({ id }) => details[id]!.objects)).size,
    effort: effortOfDraws(drawn.totals),
    before: base?.totals.before ?? sumByName(before),
    after: sumByName(after),
    unacceptable_left: left,
  }
}
