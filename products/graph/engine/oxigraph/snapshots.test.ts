import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openLog } from '@veritrace/platform/log'
import { memorySource } from '../testing.ts'
import { openOxigraph } from './open.ts'
import { openSnapshots, type Snapshots } from './snapshots.ts'

const root = mkdtempSync(join(tmpdir(), 'veritrace-snapshots-'))
after(() => rmSync(root, { recursive: true, force: true }))
const log = openLog('silent')
const GRAPH = 'urn:tenant:t:ws:w:graph:g'
const line = (subject: string, object: string) => `<s:${subject}> <p:p> ${object} <${GRAPH}> .`
const XSD = 'http://www.w3.org/2001/XMLSchema#'
const LINES = [
  line('plain', '"text"'),
  line('number', `"1"^^<${XSD}integer>`),
  line('respelled', `"01"^^<${XSD}integer>`),
  line('twin', `"2"^^<${XSD}integer>`),
  line('twin', `"02"^^<${XSD}integer>`),
  line('blank', '_:b1'),
  `_:b1 <p:p> "of a blank node" <${GRAPH}> .`,
  line('escaped', '"\\u0001"'),
  line('quoting', `"says \\"^^<${XSD}int> here"`),
]

/** A source with a history of its own, and an engine that keeps snapshots of everything. */
function open(lines = LINES) {
  const folder = mkdtempSync(join(root, 'f-'))
  const source = {
    ...memorySource(),
    history: 'first',
    async mark(_: string, seq: number) {
      return `${this.history} ${seq}`
    },
  }
  source.commit('w', { added: lines })
  const snapshots = openSnapshots({ folder, source, log, fromStatements: 1, quietMs: 0 })
  return { folder, source, snapshots }
}
type Opened = ReturnType<typeof open>

async function written({ snapshots, source }: Opened): Promise<void> {
  const statements = source.lines('w').length
  snapshots.consider('w', { seq: (await source.load('w')).seq, statements })
  await snapshots.idle()
}

async function engineOn({ source, snapshots }: { source: Opened['source']; snapshots: Snapshots }) {
  const engine = await openOxigraph({ source, log, snapshots, workers: 1, memoryMb: 512 })
  return {
    engine,
    rows: async (text = 'select ?s ?o { ?s ?p ?o }', atLeastSeq = 1) => {
      const dataset = { defaultGraphs: [GRAPH], namedGraphs: [] }
      const limits = { timeoutMs: 5_000, maxRows: 1_000, maxBytes: 1e6, atLeastSeq }
      const { body } = await engine.query('w', { text, dataset, format: 'text/tab-separated-values', ...limits })
      return Buffer.from(body).toString().trimEnd().split('\n').slice(1).sort()
    },
  }
}

test('a workspace comes back from its snapshot as it would from the source, with all spellings', async () => {
  const opened = open()
  const direct = await engineOn({ ...opened, source: opened.source })
  const expected = await direct.rows()
  await direct.engine.close()
  const again = { ...opened, snapshots: openSnapshots({ ...opened, log, fromStatements: 1, quietMs: 0 }) }
  await written(again)
  const loads = opened.source.loads
  const { engine, rows } = await engineOn(again)
  assert.deepEqual(await rows(), expected)
  assert.equal(opened.source.loads, loads, 'the source was not read whole')
  const { removed } = await engine.evaluateUpdate('w', {
    text: 'delete where { <s:twin> ?p ?o }',
    dataset: { defaultGraphs: [GRAPH], namedGraphs: [] },
    timeoutMs: 5_000,
    atLeastSeq: 1,
  })
  assert.deepEqual(removed.toSorted(), [LINES[4], LINES[3]].toSorted())
  await engine.close()
})

test('what has changed since the snapshot is caught up with', async () => {
  const opened = open()
  await written(opened)
  opened.source.commit('w', { added: [line('later', '"new"')], removed: [LINES[0]!] })
  const { engine, rows } = await engineOn(opened)
  const subjects = await rows('select ?s { ?s <p:p> ?o }', 2)
  assert.ok(subjects.includes('<s:later>') && !subjects.includes('<s:plain>'))
  await engine.close()
})

test('a snapshot of another history is not used', async () => {
  const opened = open()
  await written(opened)
  opened.source.history = 'second'
  assert.equal(await opened.snapshots.find('w'), undefined)
})

test('a snapshot that cannot be read is dropped, and the source is read instead', async () => {
  const opened = open()
  await written(opened)
  const { plain } = (await opened.snapshots.find('w'))!
  truncateSync(plain, 30)
  rmSync((await opened.snapshots.find('w'))!.rest)
  const { engine, rows } = await engineOn(opened)
  assert.equal((await rows('select ?s { ?s <p:p> "text" }')).length, 1)
  await engine.close()
})

test('a new snapshot takes the place of the old one, and a forgotten workspace has none', async () => {
  const opened = open()
  await written(opened)
  opened.source.commit('w', { added: Array.from({ length: 10 }, (_, n) => line(`more-${n}`, '"x"')) })
  await written(opened)
  assert.equal((await opened.snapshots.find('w'))!.seq, 2)
  assert.equal(readdirSync(opened.folder).flatMap((name) => readdirSync(join(opened.folder, name))).length, 1)
  await opened.snapshots.drop('w')
  assert.deepEqual(readdirSync(opened.folder), [])
})

test('a value that is replaced two hundred thousand times is found as fast as at first', async () => {
  const opened = open([line('hot', '"0"')])
  const { engine, rows } = await engineOn({ ...opened, snapshots: openSnapshots({ ...opened, log }) })
  const question = 'select ?o { <s:hot> <p:p> ?o }'
  const cost = async (seq: number) => {
    const times: number[] = []
    for (let i = 0; i < 41; i++) {
      const began = performance.now()
      await rows(question, seq)
      times.push(performance.now() - began)
    }
    return times.sort((a, b) => a - b)[4]!
  }
  await cost(1)
  const first = await cost(1)
  const COUNT = 200_000
  let seq = 1
  for (let n = 1; n <= COUNT; n++) {
    const change = opened.source.commit('w', { removed: [line('hot', `"${n - 1}"`)], added: [line('hot', `"${n}"`)] })
    seq = change.seq
    // One after the other would take minutes; the engine takes many at once, as it does when it catches up.
    if (n % 1_000 === 0) await rows(question, seq)
  }
  assert.deepEqual(await rows(question, seq), [`"${COUNT}"`])
  const last = await cost(seq)
  assert.ok(last < 3 * first + 0.5, `${last} ms after, ${first} ms before`)
  await engine.close()
})
