// Plans of small estates with results that can be checked by hand, and invariants for plans of any estate.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlanItem } from '@veritrace/contract/casework/plan'
import fc from 'fast-check'
import type { Estate, EstateObject } from '../../estate/estate.ts'
import { estateOf } from '../../readiness/testing.ts'
import { largeEstate, planInput } from '../testing.ts'
import { diffPlans } from './diff.ts'
import { draftPlan } from './draft.ts'
import { type Draft, PlanContradiction, type PlanInput } from './input.ts'

const CAPACITY = { capacity_fte: 3, days_per_week: 5, sprint_days: 10, start_date: '2026-01-05' }

/** `['Z1 Z2']`: Z1 calls Z2. */
const withCalls = (estate: Estate, calls: readonly string[]): Estate => {
  const place = (name: string): number => estate.objects.findIndex((object) => object.name === name)
  const [from, to] = [0, 1].map((side) => Int32Array.from(calls, (call) => place(call.split(' ')[side]!)))
  return { ...estate, calls: { from: from!, to: to! } }
}
const titled = (plan: Draft, start: string): PlanItem =>
  plan.items.find(({ title }) => title.startsWith(start)) ??
  assert.fail(plan.items.map(({ title }) => title).join('\n'))
const titles = ({ items }: Draft): string[] => items.map(({ title }) => title)

test('one pattern of many objects is one item, and precedes items with less lift for the same effort', () => {
  const many = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`CLAS:Z${at}`, ['read TABL:R1']]))
  const plan = draftPlan(planInput(estateOf({ 'CLAS:Z8': ['read TABL:R2'], ...many }), { objective: 'lift' }))
  assert.deepEqual(titles(plan), ['Replace: R1 (read) → NEW_R1', 'Replace: R2 (read) → NEW_R2'])
  const [first] = plan.items
  assert.equal(first!.artifacts_total, 8)
  assert.deepEqual(first!.lift, { objects_reaching_target: 8, objects_improved: 8 })
  assert.deepEqual(first!.acceptance, [{ kind: 'rating_at_least', code: 'fair' }])
  assert.equal(first!.pattern!.successors[0]!.name, 'NEW_R1')
  assert.deepEqual(plan.totals.before, { good: 0, fair: 0, poor: 0, bad: 9, unknown: 0 })
  assert.deepEqual(plan.totals.after, { good: 9, fair: 0, poor: 0, bad: 0, unknown: 0 })
  assert.deepEqual(
    plan.lift_curve.map(({ objects_at_target, share }) => [objects_at_target, share]),
    [
      [8, 8 / 9],
      [9, 1],
    ],
  )
})

test('objects that are partly fixed are finished before new ones are started', () => {
  const estate = estateOf({
    'CLAS:Z1': ['read TABL:R1', 'read TABL:R2'],
    'CLAS:Z2': ['read TABL:R1', 'read TABL:R2'],
    'CLAS:Z3': ['read TABL:R1'],
    'CLAS:Z4': ['read TABL:R3', 'read TABL:R4', 'read TABL:R5'],
    'CLAS:Z5': ['read TABL:R3', 'read TABL:R4', 'read TABL:R5'],
  })
  const plan = draftPlan(planInput(estate, { objective: 'lift' }))
  assert.match(titles(plan)[0]!, /R1/)
  assert.match(titles(plan)[1]!, /R2/)
})

test('unused objects are retired in wave 1 and get no other item', () => {
  const uses = { 'CLAS:Z1': ['read TABL:R1'], 'CLAS:Z2': ['read TABL:R1'] }
  const unused = { 'CLAS:Z1': { executions: 0 }, 'CLAS:Z2': { executions: 5 } }
  const plan = draftPlan(planInput(estateOf(uses, unused, { usage_window_days: 365 })))
  assert.deepEqual(
    plan.items.map(({ action_id, wave, artifacts_total }) => [action_id, wave, artifacts_total]),
    [
      ['retire', 1, 1],
      ['replace', 3, 1],
    ],
  )
  assert.match(plan.items[0]!.rationale_md, /In wave 1 because retired objects need no fix: 1 object\./)
  assert.equal(titles(plan)[0], 'Retire: Z1')
  const both = { 'CLAS:Z1': { executions: 0, package: 'ZP' }, 'CLAS:Z2': { executions: 0, package: 'ZP' } }
  for (const granularity of ['pattern', 'package'] as const)
    assert.deepEqual(titles(draftPlan(planInput(estateOf(uses, both, { usage_window_days: 365 }), { granularity }))), [
      'Retire: 2 unused objects in ZP',
    ])
  const doubtful = draftPlan(planInput(estateOf(uses, unused, { usage_window_days: 60 })))
  assert.deepEqual(
    doubtful.items.map(({ action_id }) => action_id),
    ['replace'],
    'two months of usage data are not enough',
  )
})

test('a choice between successors belongs to the item that needs it, and adds its effort', () => {
  const plan = draftPlan(planInput(estateOf({ 'CLAS:Z1': ['read TABL:M1'] })))
  const work = titled(plan, 'Replace: M1')
  assert.equal(plan.items.length, 1)
  assert.deepEqual(work.needs_decision, { question: 'Which one?', options: ['ONE', 'TWO'] })
  assert.match(work.rationale_md, /^Decide first: Which one\?/)
  assert.deepEqual(plan.open_questions[0], { text: 'M1 (read) → ONE, TWO: Which one?', item_ids: [work.id] })
  assert.equal(work.contents![0]!.question, 'Which one?')
  assert.deepEqual(work.risk_reasons, ['Someone has to choose.'])
  const decided = draftPlan(
    planInput(estateOf({ 'CLAS:Z1': ['read TABL:M1'] }), {
      choices: { chosen: { [keyOfPattern(plan)]: { successor: 'ONE' } } },
    }),
  )
  assert.deepEqual(titles(decided), ['Replace: M1 (read) → ONE, TWO'])
  assert.equal(decided.items[0]!.needs_decision, undefined)
  assert.ok(decided.items[0]!.effort.p50 < work.effort.p50)
})

/** The key of the last item's fix. */
const keyOfPattern = ({ items, details }: Draft): string => details[items.at(-1)!.id]!.fixes[0]!

test('a wrapper used by many objects is a foundation, and says how many objects depend on it', () => {
  const uses = Object.fromEntries(Array.from({ length: 85 }, (_, at) => [`CLAS:Z${at}`, ['call TABL:W1']]))
  const plan = draftPlan(planInput(estateOf(uses)))
  assert.equal(plan.items[0]!.wave, 2)
  assert.match(plan.items[0]!.rationale_md, /In wave 2 because 85 objects depend on it\.$/)
  assert.equal(plan.totals.after.poor, 85, 'wrapped objects stay poor, but have an exemption')
  assert.equal(plan.totals.unacceptable_left, 0)
})

test('objects that many others call are fixed before their callers', () => {
  const uses = Object.fromEntries(['UTIL', 'A', 'B', 'C', 'D'].map((name) => [`CLAS:${name}`, [`read TABL:R${name}`]]))
  const estate = withCalls(estateOf(uses), ['A UTIL', 'B UTIL', 'C UTIL', 'D A'])
  for (const granularity of ['pattern', 'object'] as const) {
    const plan = draftPlan(planInput(estate, { granularity }))
    const util = plan.items.find(({ artifacts }) => artifacts[0]!.name === 'UTIL')!
    const caller = plan.items.find(({ artifacts }) => artifacts[0]!.name === 'A')!
    assert.equal(util.wave, 2)
    assert.deepEqual(caller.preconditions, [util.id])
    assert.ok(caller.start! > util.finish!)
  }
})

test('objects that call each other in a cycle are one item', () => {
  const uses = Object.fromEntries(['A', 'B', 'C'].map((name) => [`CLAS:${name}`, [`read TABL:R${name}`]]))
  const estate = withCalls(estateOf(uses), ['A B', 'B A', 'C A'])
  const plan = draftPlan(planInput(estate, { granularity: 'object' }))
  assert.deepEqual(titles(plan), ['Replace: CLAS:A + CLAS:B', 'Replace: CLAS:C'])
  assert.deepEqual(plan.items[1]!.preconditions, [plan.items[0]!.id])
})

test('a technology used by an object is an item, and so is a package', () => {
  const more: Record<string, Partial<EstateObject>> = {
    'CLAS:Z1': { technologies: [{ kind: 'old_screen', line: 1, code: 'bad' }], package: 'ZA' },
    'CLAS:Z2': { package: 'ZB' },
  }
  const estate = estateOf({ 'CLAS:Z1': ['read TABL:R1'], 'CLAS:Z2': ['read TABL:R1'] }, more)
  const plan = draftPlan(planInput(estate))
  assert.deepEqual(titles(plan).sort(), ['Rebuild: old screen', 'Replace: R1 (read) → NEW_R1'])
  assert.equal(titled(plan, 'Rebuild').risk, 'high')
  assert.equal(plan.totals.unacceptable_left, 0)
  const packages = draftPlan(planInput(estate, { granularity: 'package' }))
  assert.deepEqual(titles(packages).sort(), ['Rebuild: ZA', 'Replace: ZB'])
})

test('unknown artifacts are researched last and lift nothing', () => {
  const plan = draftPlan(planInput(estateOf({ 'CLAS:Z1': ['read TABL:U1'], 'CLAS:Z2': ['read TABL:R1'] })))
  const research = titled(plan, 'Research')
  assert.equal(plan.items.at(-1)!.id, research.id)
  assert.match(research.rationale_md, /because it brings no object to the target/)
  assert.deepEqual(research.lift, { objects_reaching_target: 0, objects_improved: 0 })
  assert.equal(plan.totals.unacceptable_left, 1)
  assert.equal(plan.lift_curve.at(-1)!.objects_at_target, 1)
})

test('the objective changes the order: lift prefers cheap items, risk prefers bad objects', () => {
  const estate = estateOf({
    ...{ 'CLAS:Z1': ['read TABL:M1'], 'CLAS:Z2': ['read TABL:M1'] },
    ...{ 'CLAS:Z3': ['read TABL:R1'], 'CLAS:Z4': ['read TABL:R1'] },
  })
  const sites = Int32Array.of(1, 1, 8, 8)
  const firstOf = (objective: PlanInput['objective']): string =>
    titled(draftPlan(planInput({ ...estate, uses: { ...estate.uses, sites } }, { objective })), 'Replace').title
  assert.match(firstOf('lift'), /M1/)
  assert.match(firstOf('effort'), /M1/)
  assert.match(firstOf('risk'), /R1/)
})

test('required entries come first in their stage, and excluded ones stay unchanged', () => {
  const many = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`CLAS:Z${at}`, ['read TABL:R1']]))
  const estate = estateOf({ ...many, 'CLAS:Z8': ['read TABL:R2'] })
  const wished = draftPlan(
    planInput(estate, { constraints: { ...CAPACITY, must_include: ['CLAS:Z8'], exclude: ['CLAS:Z0'] } }),
  )
  assert.match(titles(wished)[0]!, /R2/)
  assert.match(wished.items[0]!.rationale_md, /the plan must include it/)
  assert.equal(wished.items[1]!.artifacts_total, 7)
  assert.equal(wished.totals.unacceptable_left, 1)
  const without = draftPlan(planInput(estate, { constraints: { ...CAPACITY, exclude: ['TABL:R1', 'NO:THING'] } }))
  assert.equal(without.items.length, 1)
  assert.ok(without.assumptions.some((text) => text.includes('NO:THING')))
})

test('contradictory constraints are rejected', () => {
  const estate = withCalls(estateOf({ 'CLAS:Z1': ['read TABL:R1'], 'CLAS:Z2': ['read TABL:R2'] }), ['Z1 Z2'])
  const cases: [string[], string[]][] = [
    [['CLAS:Z1'], ['CLAS:Z1']],
    [['TABL:R1'], ['urn:plain:TABL:R1']],
    [['CLAS:Z1'], ['CLAS:Z2']],
  ]
  for (const [must_include, exclude] of cases)
    assert.throws(
      () => draftPlan(planInput(estate, { constraints: { ...CAPACITY, must_include, exclude } })),
      PlanContradiction,
    )
})

test('a deadline or budget that cannot be met is reported with a suggestion', () => {
  const estate = largeEstate(40)
  const tight = { ...CAPACITY, deadline: '2026-01-09', budget_days: 5 }
  const { infeasible, items } = draftPlan(planInput(estate, { constraints: tight }))
  assert.equal(infeasible!.length, 2)
  assert.match(infeasible![0]!.reason, /the deadline is 2026-01-09/)
  assert.match(infeasible![1]!.reason, /the budget is 5/)
  assert.ok(items.length > 0)
  const people = Number(/^(\d+(?:\.5)?) people/.exec(infeasible![0]!.suggestion)?.[1])
  if (people) {
    const enough = { ...tight, capacity_fte: people }
    assert.equal(draftPlan(planInput(estate, { constraints: enough })).infeasible!.length, 1, 'the suggestion works')
  }
  assert.equal(
    draftPlan(planInput(estate, { constraints: { ...CAPACITY, deadline: '2030-01-01' } })).infeasible,
    undefined,
  )
})

test('a plan without work is empty', () => {
  const plan = draftPlan(planInput(estateOf({ 'CLAS:Z1': ['read TABL:G1'] })))
  assert.deepEqual([plan.items, plan.waves, plan.lift_curve, plan.critical_path], [[], [], [], []])
  assert.equal(plan.totals.effort.p90, 0)
})

test('a plan of any estate satisfies the invariants', () => {
  const some = fc.record({
    size: fc.integer({ min: 1, max: 60 }),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    granularity: fc.constantFrom('pattern' as const, 'object' as const, 'package' as const),
    objective: fc.constantFrom('lift' as const, 'risk' as const, 'effort' as const, 'balanced' as const),
    team: fc.integer({ min: 1, max: 8 }),
  })
  fc.assert(
    fc.property(some, ({ size, seed, granularity, objective, team }) => {
      const constraints = { ...CAPACITY, capacity_fte: team / 2, calendar: ['2026-01-20/2026-02-10'] }
      const input = planInput(largeEstate(size, seed), { granularity, objective, constraints })
      const plan = draftPlan(input)
      assert.equal(JSON.stringify(draftPlan(structuredClone(input))), JSON.stringify(plan), 'the same bytes')
      assertInvariants(plan, size)
    }),
    { numRuns: 25 },
  )
})

function assertInvariants(plan: Draft, size: number): void {
  const place = new Map(plan.items.map(({ id }, at) => [id, at]))
  assert.equal(place.size, plan.items.length, 'ids are unique')
  for (const [at, item] of plan.items.entries()) {
    for (const before of item.preconditions) {
      assert.ok(place.get(before)! < at)
      assert.ok(plan.items[place.get(before)!]!.finish! < item.start!)
    }
    assert.ok(at === 0 || plan.items[at - 1]!.wave <= item.wave)
    assert.ok(item.finish! < '2026-01-20' || item.finish! > '2026-02-10')
    assert.ok(item.acceptance.length > 0)
  }
  const curve = plan.lift_curve
  for (let at = 1; at < curve.length; at++) {
    assert.ok(curve[at]!.cumulative_p50 >= curve[at - 1]!.cumulative_p50)
    assert.ok(curve[at]!.objects_at_target >= curve[at - 1]!.objects_at_target)
  }
  const last = curve.at(-1)
  if (last) assert.equal(last.objects_at_target, size - plan.totals.unacceptable_left)
  if (last) assert.ok(Math.abs(last.cumulative_p50 - plan.totals.effort.p50) < 0.02)
  assert.deepEqual(
    plan.waves.flatMap(({ items }) => items),
    plan.items.map(({ id }) => id),
  )
  assert.ok(
    plan.critical_path.every(
      (id, at) => at === 0 || plan.items[place.get(id)!]!.preconditions.includes(plan.critical_path[at - 1]!),
    ),
  )
}

test('two plans differ by added, removed and changed items, and by their inputs', () => {
  const inputs = { catalog: 'c', evidence: 'e', ruleset: 'r', decisions: 'd', constraints: 'x' }
  const of = (uses: Record<string, string[]>, id: string, more = {}) => ({
    ...{ id, inputs: { ...inputs, ...more } },
    ...draftPlan(planInput(estateOf(uses))),
  })
  const from = of({ 'CLAS:Z1': ['read TABL:R1', 'read TABL:R2'] }, 'a')
  const to = of({ 'CLAS:Z1': ['read TABL:R1', 'read TABL:R3'], 'CLAS:Z2': ['read TABL:R1'] }, 'b', { evidence: 'f' })
  const diff = diffPlans(from, to)
  assert.deepEqual(
    diff.items.added.map(({ title }) => title),
    ['Replace: R3 (read) → NEW_R3'],
  )
  assert.deepEqual(
    diff.items.removed.map(({ title }) => title),
    ['Replace: R2 (read) → NEW_R2'],
  )
  assert.deepEqual(
    diff.items.changed.find(({ field }) => field === 'artifacts_total'),
    {
      ...{ key: titled(from, 'Replace: R1').key, field: 'artifacts_total' },
      ...{ from: 1, to: 2 },
    },
  )
  assert.deepEqual([diff.causes, diff.totals.objects_delta], [['evidence'], 1])
  assert.deepEqual(diffPlans(from, { ...from, id: 'c' }).items, { added: [], removed: [], changed: [] })
})
