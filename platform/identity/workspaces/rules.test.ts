import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mostWorkspaces, nearestTo } from './rules.ts'

const known = [
  { id: 'main', display_name: 'Main' },
  { id: 'merger-2027', display_name: 'Merger' },
  { id: 'ops', display_name: 'Operations' },
  { id: 'a', display_name: 'A' },
]

for (const [asked, near] of [
  ['mian', ['main']],
  ['mainn', ['main']],
  ['mai', ['main']],
  ['nain', ['main']],
  ['merger', ['merger-2027']],
  ['merger-2072', ['merger-2027']],
  ['merger-2026', ['merger-2027']],
  ['operations', ['ops']],
  ['operation', ['ops']],
  ['opps', ['ops']],
  ['b', ['a']],
  ['something-else', []],
] as const)
  test(`“${asked}” suggests ${near.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(nearestTo(asked, known), near)
  })

const Id = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/)

test('an ID with one missing, doubled, wrong or swapped character still suggests the workspace', () => {
  fc.assert(
    fc.property(Id, fc.nat(), fc.constantFrom('drop', 'double', 'swap', 'other'), (id, place, how) => {
      fc.pre(id.length >= 3)
      const at = place % (id.length - 1)
      const [before, one, next, after] = [id.slice(0, at), id[at]!, id[at + 1]!, id.slice(at + 2)]
      const asked = {
        drop: before + next + after,
        double: before + one + one + next + after,
        swap: before + next + one + after,
        other: `${before}${one === 'x' ? 'y' : 'x'}${next}${after}`,
      }[how]
      assert.deepEqual(nearestTo(asked, [{ id, display_name: id }]), [id])
    }),
  )
})

/** The textbook algorithm with the full table. */
function slowly(from: string, to: string): number {
  const rows = Array.from({ length: from.length + 1 }, (_, i) =>
    Array.from({ length: to.length + 1 }, (_, j) => i || j),
  )
  for (let i = 1; i <= from.length; i++)
    for (let j = 1; j <= to.length; j++) {
      const same = Number(from[i - 1] !== to[j - 1])
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1)
    }
  return rows[from.length]![to.length]!
}

test('suggestions agree with the full edit distance table', () => {
  const Word = fc.stringMatching(/^[abc]{9,14}$/)
  fc.assert(
    fc.property(Word, Word, (asked, id) => {
      const isNear = nearestTo(asked, [{ id, display_name: id }]).length === 1
      assert.equal(isNear, slowly(asked, id) <= 3, `${asked} ${id}`)
    }),
    { numRuns: 2_000 },
  )
})

test('at most three existing workspaces are suggested, each once', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 63 }), fc.uniqueArray(Id, { maxLength: 30 }), (asked, ids) => {
      const near = nearestTo(
        asked,
        ids.map((id) => ({ id, display_name: id })),
      )
      assert.ok(near.length <= 3 && new Set(near).size === near.length && near.every((id) => ids.includes(id)))
    }),
  )
})

test('a thousand long names are compared within moments', () => {
  const long = Array.from({ length: 1_000 }, (_, at) => `${'ab'.repeat(29)}-${at}`)
  const began = performance.now()
  nearestTo(
    `${'ba'.repeat(29)}-9`,
    long.map((id) => ({ id, display_name: id })),
  )
  assert.ok(performance.now() - began < 500)
})

test('the largest plan of a tenant sets its number of workspaces', () => {
  assert.equal(mostWorkspaces({ plan: 'free', productPlans: {} }), 5)
  assert.equal(mostWorkspaces({ plan: 'free', productPlans: { graph: 'pro' } }), 50)
  assert.equal(mostWorkspaces({ plan: 'enterprise', productPlans: { graph: 'free' } }), 1_000)
})
