// The parts of the engine, tested as properties for arbitrary input.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDisplayNumbers } from '@veritrace/contract/casework/wave-numbers'
import fc from 'fast-check'
import { effortOf, quantileOf } from '../../effort/pert.ts'
import { effortOfDraws, simulate } from '../../effort/simulate.ts'
import { freezeOf, openCalendar } from './calendar.ts'
import { arrowsOf, cyclesOf } from './cycles.ts'
import { leveled, type Scheduled } from './schedule.ts'
import { cutWaves } from './waves.ts'

/** Items listed in a valid order of their dependencies. */
const someItems: fc.Arbitrary<Scheduled[]> = fc
  .array(
    fc.record({
      effort: fc.integer({ min: 0, max: 400 }).map((tenths) => tenths / 10),
      width: fc.integer({ min: 1, max: 6 }),
      after: fc.array(fc.nat(), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((items) =>
    items.map((item, at) => ({ ...item, after: at === 0 ? [] : [...new Set(item.after.map((one) => one % at))] })),
  )
const someTeam = fc.integer({ min: 1, max: 16 }).map((halves) => halves / 2)

test('no item starts before its dependencies have ended', () => {
  fc.assert(
    fc.property(someItems, someTeam, (items, team) => {
      const { start, finish } = leveled(items, team)
      for (const [at, { after }] of items.entries()) for (const before of after) assert.ok(start[at]! > finish[before]!)
    }),
  )
})

test('no period contains more work than the team can do, and no item more than its people can', () => {
  fc.assert(
    fc.property(someItems, someTeam, (items, team) => {
      const { start, finish } = leveled(items, team)
      for (const [at, { effort, width }] of items.entries())
        assert.ok(effort <= width * (finish[at]! - start[at]! + 1) + 1e-6)
      for (const from of start)
        for (const to of finish.filter((day) => day >= from)) {
          const within = items.filter((_, at) => start[at]! >= from && finish[at]! <= to)
          const work = within.reduce((sum, { effort }) => sum + effort, 0)
          assert.ok(work <= team * (to - from + 1) + 1e-6, `${work} in ${to - from + 1} days`)
        }
    }),
  )
})

test('more people never finish later', () => {
  fc.assert(
    fc.property(someItems, someTeam, someTeam, (items, team, more) => {
      assert.ok(leveled(items, team + more).end <= leveled(items, team).end)
    }),
    { numRuns: 300 },
  )
})

test('capacity that would delay the plan is not used', () => {
  // Greedy scheduling ends on day 9 with 3.5 people but on day 8 with 3.
  const items = [
    { effort: 6, width: 3, after: [] },
    { effort: 2, width: 1, after: [0] },
    { effort: 2, width: 1, after: [] },
    { effort: 7, width: 2, after: [2, 0] },
    { effort: 7, width: 1, after: [] },
    { effort: 2, width: 1, after: [0] },
  ]
  assert.deepEqual([leveled(items, 3).end, leveled(items, 3.5).end], [8, 8])
})

test('no work is scheduled on days off and in freezes', () => {
  const someDay = fc
    .integer({ min: 0, max: 700 })
    .map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10))
  fc.assert(
    fc.property(
      someDay,
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.tuple(someDay, someDay), { maxLength: 4 }),
      (start, daysPerWeek, pairs) => {
        const freezes = pairs.map((pair) => pair.toSorted().join('/'))
        const calendar = openCalendar({ start, daysPerWeek, freezes })
        let last = ''
        for (let day = 0; day < 60; day++) {
          const date = calendar.dateOf(day)!
          assert.ok(date > last && date >= start)
          assert.ok((new Date(date).getUTCDay() + 6) % 7 < daysPerWeek)
          assert.ok(freezes.every((freeze) => date < freeze.slice(0, 10) || date > freeze.slice(11)))
          assert.equal(calendar.daysUntil(date), day + 1)
          last = date
        }
      },
    ),
  )
})

test('a single date is a freeze of one day', () => {
  assert.deepEqual(freezeOf('2026-03-02'), freezeOf('2026-03-02/2026-03-02'))
})

test('two nodes are in one cycle exactly if each reaches the other, and cycle numbers follow the arrows', () => {
  const someArrows = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 20 })
  fc.assert(
    fc.property(someArrows, (pairs) => {
      const arrows = arrowsOf(
        8,
        Int32Array.from(pairs, ([from]) => from),
        Int32Array.from(pairs, ([, to]) => to),
        () => true,
      )
      const { cycle } = cyclesOf(arrows)
      const reach = reachOf(8, pairs)
      for (let a = 0; a < 8; a++)
        for (let b = 0; b < 8; b++) assert.equal(cycle[a] === cycle[b], a === b || (reach[a]![b]! && reach[b]![a]!))
      for (const [from, to] of pairs) assert.ok(cycle[to]! <= cycle[from]!)
    }),
  )
})

function reachOf(size: number, pairs: readonly [number, number][]): boolean[][] {
  const reach = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  for (const [from, to] of pairs) reach[from]![to] = true
  for (let k = 0; k < size; k++)
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) reach[i]![j] ||= reach[i]![k]! && reach[k]![j]!
  return reach
}

test('a chain of a hundred thousand calls does not overflow the stack', () => {
  const from = Int32Array.from({ length: 99_999 }, (_, at) => at)
  const { count } = cyclesOf(
    arrowsOf(
      100_000,
      from,
      from.map((at) => at + 1),
      () => true,
    ),
  )
  assert.equal(count, 100_000)
})

const somePoints = fc
  .tuple(fc.nat(500), fc.nat(500), fc.nat(500))
  .map(([a, b, c]) => ({ low: a / 10, likely: (a + b) / 10, high: (a + b + c) / 10 }))

test('quantiles of an effort are between its bounds and increase', () => {
  fc.assert(
    fc.property(somePoints, (points) => {
      const { p10, p50, p80, p90 } = effortOf(points)
      const all = [points.low, p10, p50, p80, p90, points.high]
      for (let at = 1; at < all.length; at++) assert.ok(all[at - 1]! <= all[at]! + 0.01, all.join())
    }),
  )
})

test('the quantiles of a symmetric PERT distribution match known values', () => {
  // Beta(3, 3) has its quartile at 0.3594 (tables of the incomplete beta function).
  assert.ok(Math.abs(quantileOf({ low: 0, likely: 0.5, high: 1 }, 0.25) - 0.3594) < 0.003)
  assert.ok(Math.abs(quantileOf({ low: 0, likely: 0.5, high: 1 }, 0.5) - 0.5) < 0.003)
})

const items = (count: number, group: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => ({
    key: `k${at}`,
    group: group(at),
    points: { low: 1, likely: 2, high: 9 },
  }))
const options = { seed: 1, simulations: 10_000 }

test('simulated sums have the mean of PERT, and the same seed gives the same sums', () => {
  const { totals } = simulate(items(40, String), options)
  const mean = totals.reduce((sum, days) => sum + days, 0) / totals.length
  assert.ok(Math.abs(mean - (40 * (1 + 4 * 2 + 9)) / 6) < 1, `${mean}`)
  assert.deepEqual(simulate(items(40, String), options).totals, totals)
  assert.notDeepEqual(simulate(items(40, String), { ...options, seed: 2 }).totals, totals)
})

test('adding an item does not change the draws of the others', () => {
  const few = simulate(items(5, String), options).totals
  const more = simulate(items(6, String), options).totals
  const last = simulate(items(6, String).slice(5), options).totals
  assert.ok(more.every((total, at) => Math.abs(total - few[at]! - last[at]!) < 1e-3))
})

test('items of one pattern are correlated', () => {
  const width = (group: (at: number) => string): number => {
    const { p10, p90 } = effortOfDraws(simulate(items(30, group), options).totals)
    return p90 - p10
  }
  // With a correlation of 0.3, the variance of a sum of n is 1 + 0.3 (n - 1) times that of independent items.
  const ratio = width(() => 'one') / width(String)
  assert.ok(Math.abs(ratio - Math.sqrt(1 + 0.3 * 29)) < 0.3, `${ratio}`)
})

test('the parts of a simulation add up to the total', () => {
  const halves = items(8, String).map((item, at) => ({ ...item, shares: [{ part: at % 2, share: 1 }] }))
  const { totals, parts } = simulate(halves, { ...options, parts: 2 })
  assert.ok(totals.every((total, at) => Math.abs(total - parts[0]![at]! - parts[1]![at]!) < 1e-3))
})

test('waves take a few sprints each, are at most eight, and keep the order', () => {
  const many = Array.from({ length: 100 }, () => ({ stage: 3, effort: 50, component: 'SD', action: 'Replace' }))
  const waves = cutWaves(many, [...many.keys()], 30)
  assert.equal(waves.length, 8)
  assert.deepEqual(
    waves.flatMap((wave) => wave.items),
    [...many.keys()],
  )
  assert.deepEqual(
    cutWaves(many.slice(0, 3), [0, 1, 2], 30).map(({ n, items: { length } }) => [n, length]),
    [
      [3, 2],
      [4, 1],
    ],
  )
})

test('the waves shown to readers are numbered without gaps', () => {
  const wave = (n: number) => ({ n, title: '', purpose: '', items: [], capacity_days: 0, load_p50: 0 })
  const item = (wave: number) => ({ wave, rationale_md: `In wave ${wave} because it is so.` })
  const plan = { items: [item(1), item(4), item(4)], waves: [wave(1), wave(4)] }
  const read = withDisplayNumbers(plan)
  assert.deepEqual(read.items, [item(1), item(2), item(2)])
  assert.deepEqual(read.waves, [wave(1), wave(2)])
})
