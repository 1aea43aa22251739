// The change log, as an engine reads it.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { systemCaller } from '@veritrace/platform/caller'
import { fakeClock } from '@veritrace/platform/clock'
import { transact } from '@veritrace/platform/db/transact'
import type { TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { statementSource } from '../sparql/statement-source.ts'
import { graphApp } from '../testing.ts'
import { changeStatements, type StatementChange, withMeta } from './change-statements.ts'
import { currentSeq, type Delta, deleteChangesBefore } from './change-store.ts'
import { readAllChanges, readChanges, streamAllLines, streamLines } from './follow-statements.ts'
import { fact, graphTenant } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

async function workspace() {
  // An old date, so that deleting log entries here does not affect other tests.
  const longAgo = { ...app.platform, clock: fakeClock(new Date('2001-01-01')) }
  const { tenant, as, at, iri } = await graphTenant(app)
  const caller = systemCaller(tenant.id, tenant.customer_id)
  return {
    as,
    at,
    id: tenant.id,
    line: (text: string, context = 'facts') => `<http://e.test/s> <http://e.test/p> "${text}" <${iri(context)}> .`,
    change: (change: StatementChange) =>
      transact(app.platform.db, (tx) => changeStatements(longAgo, tx, caller, change)),
    changes: (after: number, lines?: number) => readChanges(app.platform.db, tenant.id, tenant.id, after, lines),
    allChanges: (after: number) => readAllChanges(app.platform.db, tenant.id, tenant.id, after),
    allLines: async () => (await Array.fromAsync(streamAllLines(app.platform.db, tenant.id, tenant.id))).flat(),
    rows: async () =>
      (
        await sql<{ object: string; language: string | null; assertions: number; metadata: object; created: number }>`
          select subject, predicate, object, object_type, datatype, language, context, metadata, assertions, created_by,
            extract(epoch from created_at)::float8 as created
          from graph.statements where tenant_id = ${tenant.id} order by object, language`.execute(app.platform.db)
      ).rows,
    seq: () => currentSeq(app.platform.db, tenant.id, tenant.id),
    lines: async () => (await Array.fromAsync(streamLines(app.platform.db, tenant.id, tenant.id))).flat(),
  }
}
const assertAll = (lines: string[]) => ({ assert: lines.map((line) => ({ line })) })
const applied = (changes: readonly Delta[], start: readonly string[] = []): string[] => {
  const lines = new Set(start)
  for (const { added, removed } of changes) {
    for (const line of removed) lines.delete(line)
    for (const line of added) lines.add(line)
  }
  return [...lines].toSorted()
}

test('a change returns the lines it actually added and removed', async () => {
  const { change, line } = await workspace()
  const [a, b, c] = [line('a'), line('b'), line('c')]
  const first = await change(assertAll([a, b, a]))
  assert.deepEqual([first.seq, first.added.toSorted(), first.removed, first.known], [1, [a, b], [], []])
  const next = await change({ ...assertAll([b, c]), retract: [a, line('never')] })
  assert.deepEqual([next.seq, next.added, next.removed, next.known.length], [2, [c], [a], 1])
})

test('a statement that is retracted and asserted in one change stays as it is', async () => {
  const { change, line, lines } = await workspace()
  const kept = line('kept')
  await change({ assert: [{ line: kept, metadata: { source: 'a' } }] })
  const { added, removed } = await change({ ...assertAll([kept]), retract: [kept] })
  assert.deepEqual([added, removed, await lines()], [[], [], [kept]])
})

test('lines are accepted in any spelling, and retracted by line, id or URN', async () => {
  const { change, line, lines } = await workspace()
  const { added } = await change(assertAll([line('\\u00e9'), line('b'), line('c')]))
  assert.ok(added.includes(line('é')))
  const { known } = await change(assertAll([line('b'), line('c')]))
  const { removed } = await change({ retract: [line('\\u00E9'), known[0]!, `urn:graph:stmt:${known[1]}`] })
  assert.deepEqual([removed.length, await lines()], [3, []])
})

test('a line of another workspace changes nothing', async () => {
  const [one, two] = [await workspace(), await workspace()]
  await two.change(assertAll([two.line('a')]))
  await assert.rejects(one.change(assertAll([one.line('a'), two.line('b')])), { code: 'graph_out_of_scope' })
  const { removed } = await one.change({ retract: [two.line('a')] })
  assert.deepEqual([removed, await one.lines(), await two.lines()], [[], [], [two.line('a')]])
})

test('20 concurrent asserts are numbered without gaps, in the order of the log', async () => {
  const { as, at, changes, seq, lines } = await workspace()
  const asserts = Array.from({ length: 20 }, (_, i) => as().create({ body: fact(i), headers: at() }))
  await Promise.all(asserts)
  assert.equal(await seq(), 20)
  const log = (await changes(0))!
  assert.deepEqual(
    log.map((change) => change.seq),
    Array.from({ length: 20 }, (_, i) => i + 1),
  )
  assert.deepEqual(applied(log), (await lines()).toSorted())
})

test('if two callers retract the same statement at the same time, one succeeds and the other finds nothing', async () => {
  const { as, at, seq } = await workspace()
  const { id } = await as().create({ body: fact('a'), headers: at() })
  const both = await Promise.allSettled([1, 2].map(() => as().delete({ params: { id }, headers: at() })))
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.equal(await seq(), 2)
})

test('an engine that is filled during writes ends with the same statements', async () => {
  const { change, line, lines, changes, seq } = await workspace()
  await change(assertAll(Array.from({ length: 300 }, (_, i) => line(`a${i}`))))
  const start = await seq()
  const writing = (async () => {
    for (let i = 0; i < 20; i++)
      await change({ ...assertAll([line(`b${i}`)]), retract: [line(`a${i}`), line(`b${i - 5}`)] })
  })()
  const filled = await lines()
  await writing
  assert.deepEqual(applied((await changes(start))!, filled), (await lines()).toSorted())
})

test('a long change is logged in parts and read as one', async () => {
  const { change, line, changes, lines } = await workspace()
  const many = Array.from({ length: 10_001 }, (_, i) => line(`v${i}`))
  await change(assertAll(many))
  await change(assertAll([line('last')]))
  const log = (await changes(0))!
  assert.deepEqual(
    log.map(({ seq, added }) => [seq, added.length]),
    [
      [1, 10_001],
      [2, 1],
    ],
  )
  assert.equal(new Set(await lines()).size, 10_002)
  const { removed } = await change({ retract: many.slice(0, 500) })
  assert.equal(removed.length, 500)
  assert.equal((await lines()).length, 9_502)
})

test('the log of a long change has the current metadata of its statements', async () => {
  const { change, line, allChanges, allLines } = await workspace()
  const many = Array.from({ length: 1_001 }, (_, i) => ({ line: line(`v${i}`), metadata: { confidence: 0.5 } }))
  const first = await change({ assert: many })
  const [logged] = (await allChanges(0))!
  assert.deepEqual(logged!.added.toSorted(), withMeta(first).added.toSorted())
  await change({ assert: [{ line: line('v0'), metadata: { confidence: 0.75 } }], retract: [line('v1')] })
  const log = (await allChanges(0))!
  assert.deepEqual(applied(log), (await allLines()).toSorted())
  // An engine that has already applied the first change gets the same result.
  assert.deepEqual(applied(log.slice(1), withMeta(first).added), applied(log))
})

test('one large change stores the same as many small ones, and merges with existing statements', async () => {
  const [together, apart] = [await workspace(), await workspace()]
  const odd = ['', 'a\tb', '\\\\N', '\\\\', 'quote \\" and {brace}, NULL', 'Grüße 𝄞', 'line\\nend', "it's", '\\u007F']
  const said = (text: string, i: number) => ({ metadata: { confidence: i / 400, note: `"${text}" 𝄞` } })
  const assertions = ({ line }: typeof together) =>
    Array.from({ length: 240 }, (_, i) => {
      const text = `${odd[i % odd.length]}${i}`
      const spelled =
        i % 3 === 0 ? { line: line(text).replace('" <urn', '"@en <urn'), language: 'EN' } : { line: line(text) }
      return { ...spelled, ...(i % 2 === 0 && said(text.replaceAll(/["\\]/g, ''), i)) }
    })
  const all = assertions(together)
  await together.change({ assert: [...all, all[1]!] })
  const rowsApart = [...assertions(apart), assertions(apart)[1]!]
  for (let at = 0; at < rowsApart.length; at += 20) await apart.change({ assert: rowsApart.slice(at, at + 20) })
  const stored = async (of: typeof together) =>
    (await of.rows()).map(({ created, ...row }) => ({ ...row, isNew: created > 0 }))
  assert.deepEqual(await stored(together), await stored(apart))
  const more = Array.from({ length: 10 }, (_, i) => ({ line: together.line(`more ${i}`) }))
  const again = await together.change({
    assert: [...all.map((one) => ({ ...one, metadata: { again: true } })), ...more],
  })
  assert.deepEqual([again.added.length, again.known.length], [10, 240])
  const rows = await together.rows()
  assert.deepEqual(
    [
      rows.length,
      rows.filter(({ assertions }) => assertions > 1).length,
      rows.filter(({ metadata }) => 'again' in metadata).length,
    ],
    [250, 240, 240],
  )
  assert.ok(rows.some(({ metadata }) => 'again' in metadata && 'note' in metadata))
})

test('the log is read in pages of whole changes, each starting where the last one ended', async () => {
  const { change, line, changes, seq } = await workspace()
  for (let lot = 0; lot < 7; lot++) await change(assertAll(Array.from({ length: 9 }, (_, i) => line(`${lot} ${i}`))))
  let after = 0
  const sizes: number[] = []
  for (;;) {
    const log = (await changes(after, 50))!
    if (log.length === 0) break
    sizes.push(log.length)
    after = log.at(-1)!.seq
  }
  assert.deepEqual([sizes, after], [[5, 2], await seq()])
  assert.equal((await changes(0, 1))!.length, 1)
})

test('an engine that is further behind than the log, or ahead of it, must reload', async () => {
  const { change, line, changes, lines } = await workspace()
  assert.deepEqual(await changes(0), [])
  for (const text of ['a', 'b', 'c']) await change(assertAll([line(text)]))
  assert.deepEqual(await changes(3), [])
  assert.equal(await changes(4), undefined)
  await deleteChangesBefore(app.platform.db, new Date('2001-01-02'))
  assert.equal(await changes(1), undefined)
  assert.deepEqual(await changes(3), [])
  await change(assertAll([line('d')]))
  assert.deepEqual(
    (await changes(3))!.map(({ seq }) => seq),
    [4],
  )
  assert.equal(await changes(1), undefined)
  assert.equal((await lines()).length, 4)
})

test('an engine that has missed more changes than fit in memory must reload', async () => {
  const { change, id, line } = await workspace()
  await change(assertAll([line('one'), line('two')]))
  await change(assertAll([line('three')]))
  const seqs = async (mostLines: number) =>
    (await statementSource(app.platform.db, mostLines).changes(`${id} ${id}`, 0)).map(({ seq }) => seq)
  assert.deepEqual(await seqs(3), [1, 2])
  assert.deepEqual(await seqs(2), [-1])
})
