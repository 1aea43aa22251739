// Work packages of estates of any size: few enough to review, best first, and compared with doing nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlanItem } from '@veritrace/contract/casework/plan'
import fc from 'fast-check'
import type { EstateObject } from '../../estate/estate.ts'
import { estateOf } from '../../readiness/testing.ts'
import { classicEstate, largeEstate, planInput } from '../testing.ts'
import { draftPlan } from './draft.ts'
import type { Draft } from './input.ts'
import { foldTo, MAX_PACKAGES } from './packages.ts'

const GRANULARITIES = ['pattern', 'object', 'package'] as const

test('folding loses nothing, leaves the heaviest entries alone, and respects the limit', () => {
  const some = fc.array(fc.record({ weight: fc.nat(50), a: fc.nat(9), b: fc.nat(3) }), { maxLength: 200 })
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 40 }), (rows, most) => {
      const all = rows.map(({ weight, a, b }, at) => ({
        ...{ key: `k${at}`, weight, members: [at] },
        families: [`${b} ${a}`, `${b}`, ''],
      }))
      const left = foldTo(all, most, (members) => ({
        ...members[0]!,
        members: members.flatMap((one) => one.members),
      }))
      assert.ok(left.length <= most)
      assert.deepEqual(
        left.flatMap(({ members }) => members).sort((a, b) => a - b),
        all.map((_, at) => at),
      )
      if (all.length <= most) assert.equal(left.length, all.length)
      const heaviest = all.toSorted((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1))[0]
      const hasRoom = most > new Set(all.map(({ families }) => families[0])).size
      if (heaviest && hasRoom)
        assert.ok(left.some(({ members }) => members.length === 1 && members[0] === all.indexOf(heaviest)))
    }),
  )
})

for (const granularity of GRANULARITIES)
  test(`an estate of a thousand objects has at most 60 packages by ${granularity}, and no work is lost`, () => {
    const input = planInput(largeEstate(1_000), { granularity })
    const plan = draftPlan(input)
    assert.ok(plan.items.length <= MAX_PACKAGES, `${plan.items.length}`)
    assert.ok(plan.items.length >= 12, `${plan.items.length}`)
    const fixes = new Set(plan.items.flatMap(({ id }) => plan.details[id]!.fixes))
    assert.ok(fixes.size > MAX_PACKAGES, 'folded fixes are contained in packages')
    assert.equal(plan.lift_curve.at(-1)!.objects_at_target, input.objects.length - plan.totals.unacceptable_left)
    for (const { contents, contents_total, title } of plan.items) {
      assert.ok(contents!.length > 0 && contents!.length <= 30)
      assert.ok(contents_total! >= contents!.length)
      assert.ok(title.length < 160, title)
    }
    const place = new Map(plan.items.map(({ id }, at) => [id, at]))
    for (const [at, { preconditions }] of plan.items.entries())
      for (const before of preconditions) assert.ok(place.get(before)! < at)
  })

test('types are replaced in one batch per component, at low effort', () => {
  const plan = draftPlan(planInput(classicEstate(300)))
  const batches = plan.items.filter(({ title }) => title.endsWith('mechanical'))
  assert.ok(batches.length > 0 && batches.length <= 16, `${batches.length}`)
  for (const { title } of batches) assert.match(title, /^Types in C\d: \d+ replacements at \d+ places, mechanical$/)
  const isTyped = ({ contents }: PlanItem): boolean => contents!.some(({ finding }) => finding === 'Types')
  assert.deepEqual(
    plan.items.filter((item) => isTyped(item) && !item.title.startsWith('Pilot')).length,
    batches.length,
    'types are in no other package',
  )
})

const perDay = ({ lift, effort }: PlanItem): number => lift.objects_reaching_target / Math.max(0.1, effort.p50)
/** The lift per day of each package if it came first, based on the number of packages that block each object. */
function alonePerDay(plan: Draft): number[] {
  const blockers = new Map<string, number>()
  for (const { id } of plan.items)
    for (const object of new Set(plan.details[id]!.objects)) blockers.set(object, (blockers.get(object) ?? 0) + 1)
  return plan.items.map(({ id, effort, lift, artifacts_total }) =>
    // Retired objects may have been acceptable before.
    lift.objects_improved < artifacts_total
      ? 0
      : plan.details[id]!.objects.filter((object) => blockers.get(object) === 1).length / Math.max(0.1, effort.p50),
  )
}

test('no package has more lift per day than the first one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 150 }),
      fc.nat(1_000),
      fc.constantFrom(...GRANULARITIES),
      (size, seed, granularity) => {
        const plan = draftPlan(planInput(largeEstate(size, seed), { granularity, objective: 'lift' }))
        const [first] = plan.items
        if (!first) return
        const free = plan.items.flatMap((item, at) => (item.preconditions.length === 0 ? [at] : []))
        const alone = alonePerDay(plan)
        const best = Math.max(
          ...free.filter((at) => plan.items[at]!.lift.objects_improved > 0).map((at) => alone[at]!),
          0,
        )
        // Days are scaled to sum to the median of the total, which affects all packages equally.
        assert.ok(perDay(first) >= best * 0.999, `${first.title}: ${perDay(first)} of ${best}`)
      },
    ),
    { numRuns: 30 },
  )
})

test('a plan without effect says so first, with the cost of exempting instead', () => {
  const plan = draftPlan(planInput(estateOf({ 'CLAS:Z1': ['read TABL:U1'], 'CLAS:Z2': ['read TABL:G1'] })))
  assert.match(
    plan.headline!,
    /^This plan has no effect: 1 of 2 objects are acceptable before and after .* person-days of work\./,
  )
  const wrapped = draftPlan(planInput(estateOf({ 'CLAS:Z1': ['call TABL:W1'], 'CLAS:Z2': ['call TABL:W1'] })))
  assert.match(
    wrapped.headline!,
    /^This plan raises no level: .* make 2 objects acceptable by exemption only\. Exempting everything instead takes about/,
  )
  const nothing = draftPlan(planInput(estateOf({ 'CLAS:Z1': ['read TABL:G1'] })))
  assert.match(nothing.headline!, /^Nothing to do/)
  const lifting = draftPlan(planInput(estateOf({ 'CLAS:Z1': ['read TABL:R1'] })))
  assert.match(lifting.headline!, /^1 work package brings 1 of 1 object to the target in /)
})

test('every plan is compared with doing nothing and with exempting everything possible', () => {
  const more: Record<string, Partial<EstateObject>> = {
    'CLAS:Z4': { technologies: [{ kind: 'old_screen', line: 1, code: 'poor' }] },
  }
  const uses = { 'CLAS:Z1': ['read TABL:G1'], 'CLAS:Z2': ['call TABL:W1'], 'CLAS:Z3': ['read TABL:R1'], 'CLAS:Z4': [] }
  const { baselines } = draftPlan(planInput(estateOf(uses, more)))
  assert.deepEqual(
    baselines!.map(({ id, acceptable }) => [id, acceptable]),
    [
      ['do_nothing', { objects: 1, share: 0.25 }],
      ['exempt_all', { objects: 3, share: 0.75 }],
    ],
  )
  const [nothing, exempted] = baselines!
  assert.equal(nothing!.effort.p90, 0)
  assert.ok(exempted!.effort.p10 > 0 && exempted!.effort.p10 < exempted!.effort.p90)
  assert.match(exempted!.text, /would make 2 more objects acceptable\. No level changes\./)
})

test('finished work calibrates the next plan, which shows the factors', () => {
  const estate = largeEstate(60)
  const plain = draftPlan(planInput(estate))
  const calibration = { actual_items: 9, bias: 2, by_action: { replace: 2 }, finished: { replace: 9 } }
  const taught = draftPlan(planInput(estate, { calibration }))
  assert.deepEqual(taught.calibration!.by_action, [{ action_id: 'replace', factor: 2, finished: 9 }])
  for (const { key, action_id, effort } of taught.items) {
    const before = plain.items.find((one) => one.key === key)!
    const factor = action_id === 'replace' ? 2 : 1
    assert.ok(Math.abs(effort.p50 - factor * before.effort.p50) < 0.02)
  }
  assert.deepEqual(taught.details, plain.details, 'the uncalibrated estimate is kept, so it is not calibrated twice')
  const width = ({ totals: { effort } }: Draft): number => (effort.p90 - effort.p10) / effort.p50
  assert.ok(width(taught) < width(plain), 'finished work narrows the range')
})

test('if nothing lifts alone, one whole component goes first as a pilot', () => {
  const uses = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`CLAS:Z${at}`, [`read TABL:R${at % 5}`, `call TABL:W${at % 3}`]]),
  )
  const more = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`CLAS:Z${at}`, { component: `C${at % 4}` }]))
  const plan = draftPlan(planInput(estateOf(uses, more)))
  const [first] = plan.items
  assert.match(first!.title, /^Pilot: bring C\d to the target$/)
  assert.equal(first!.lift.objects_reaching_target, 10)
  assert.equal(plan.totals.unacceptable_left, 0)
  assert.equal(plan.lift_curve.at(-1)!.objects_at_target, 40)
  const sites = plan.items.reduce(
    (sum, { contents }) => sum + contents!.reduce((all, { places }) => all + places, 0),
    0,
  )
  assert.equal(sites, 80, 'every place is counted exactly once')
})

test('a batch of unrelated wrappers is not a foundation, so items with more lift per day come first', () => {
  const wrapped = Object.fromEntries(
    Array.from({ length: 90 }, (_, at) => [`CLAS:Z${at}`, [`call TABL:W${at}`, `read TABL:M${at}`]]),
  )
  const plan = draftPlan(
    planInput(
      estateOf({ ...wrapped, ...Object.fromEntries([1, 2, 3, 4].map((n) => [`CLAS:ZR${n}`, ['read TABL:R1']])) }),
    ),
  )
  const batch = plan.items.find(({ contents_total }) => contents_total! > 10)
  assert.ok(batch, 'some wrappers are batched')
  assert.ok(!plan.waves.some(({ n }) => n === 2), 'there is no shared foundation')
  assert.match(plan.items[0]!.title, /R1/)
})
