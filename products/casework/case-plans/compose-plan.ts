// A plan out of another one and of items that people write: what it comes to is worked out anew. Pure but for ids.

import type { NewCasePlan, NewPlanItem } from '@veritrace/contract/casework/case-plans'
import type { PlanItem, PlanTotals, PlanWave } from '@veritrace/contract/casework/plan'
import type { Citation } from '@veritrace/contract/casework/shapes'
import { sumByName } from '@veritrace/platform/names'
import type { CaseReading } from '../cases/read-case-scope.ts'
import type { Scope } from '../model/space.ts'
import type { Constraints } from '../planning/engine/input.ts'
import { round } from '../planning/engine/pert.ts'
import { effortOfDraws, SIMULATIONS, simulate } from '../planning/engine/simulate.ts'
import type { PlanBody } from '../planning/tables.ts'
import type { Known } from '../rating/known.ts'
import { type Artifact, openArtifacts, type Written, writeItem, wrong } from './compose-items.ts'

export interface Base {
  body: PlanBody
  totals: PlanTotals
}

/** Every word of every item, resolved once. */
export function readArtifacts({ subject }: CaseReading, scope: Scope, items: readonly NewPlanItem[]): Artifact[][] {
  const find = openArtifacts(subject, scope)
  return items.map(({ artifacts = [] }, place) =>
    artifacts.map(
      (word, at) => find(word) ?? wrong(`items.${place}.artifacts.${at}`, 'names nothing in the estate or in a list'),
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

/** What was said of the whole holds no longer once its parts are changed by hand. */
function withoutHeadline({ headline: _, ...kept }: PlanBody): PlanBody {
  return kept
}

/** What is written in the place of an item stands where it stood; what is new comes last. */
function mergeItems(
  before: readonly PlanItem[],
  written: readonly Written[],
  { without = [] }: Pick<NewCasePlan, 'without'>,
): PlanItem[] {
  const byId = new Map(written.map(({ item }) => [item.id, item]))
  if (byId.size < written.length) wrong('items', 'must not name an id twice')
  const known = new Set(before.map(({ id }) => id))
  for (const [at, id] of without.entries()) if (!known.has(id)) wrong(`without.${at}`, 'is no item of the plan')
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
  assumptions: ['The items were written by hand: nothing was scheduled.'],
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
        title: 'Items written by hand',
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

/** A request is not kept waiting for more draws than this. */
const MOST_DRAWS = 500_000
const FEWEST_DRAWS = 250

/** Objects take the code that the action of their item leads to, as far as that is better. */
function totalsOf(
  { measured, subject }: CaseReading,
  base: Base | undefined,
  { items, details, seed }: PlanBody,
): PlanTotals {
  const drawn = simulate(
    items.map(({ id, key }) => ({ key, points: details[id]!.points, group: details[id]!.group })),
    { seed, simulations: Math.max(FEWEST_DRAWS, Math.min(SIMULATIONS, Math.floor(MOST_DRAWS / items.length))) },
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
