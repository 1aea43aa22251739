import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openLog } from '@veritrace/platform/log'
import type { Engine } from '../engine.ts'
import { memorySource } from '../testing.ts'
import { MEMORY_FILE, readNote, writeNote } from './notes.ts'
import { openOxigraph } from './open.ts'
import { openSnapshots, type Snapshots } from './snapshots.ts'
import { sweepSnapshots } from './sweep-snapshots.ts'

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
  line('twice', `"2"^^<${XSD}integer>`),
  line('twice', `"02"^^<${XSD}integer>`),
  line('blank', '_:b1'),
  `_:b1 <p:p> "of a blank node" <${GRAPH}> .`,
  line('escaped', '"\\u0001"'),
  line('quoting', `"says \\"^^<${XSD}int> here"`),
]

/** The two spellings of 2 are one value. */
const ROWS = LINES.length - 1
const KEEP_ALL = { log, fromStatements: 1, quietMs: 0 }
const ALSO_IMAGES = { ...KEEP_ALL, imageFrom: 1, memoryMb: 256 }

/** A source with its own history, and snapshots of everything. */
function open(lines = LINES, options: typeof KEEP_ALL = KEEP_ALL) {
  const folder = mkdtempSync(join(root, 'f-'))
  const source = {
    ...memorySource(),
    history: 'first',
    async mark(_: string, seq: number) {
      return `${this.history} ${seq}`
    },
  }
  source.commit('w', { added: lines })
  const snapshots = openSnapshots({ folder, source, ...options })
  return { folder, source, snapshots }
}
type Opened = ReturnType<typeof open>

async function written({ snapshots, source }: Opened, workspace = 'w'): Promise<void> {
  const statements = source.lines(workspace).length
  snapshots.consider(workspace, { seq: (await source.load(workspace)).seq, statements })
  await snapshots.idle()
}

const ALL = 'select ?s ?o { ?s ?p ?o }'

async function engineOn({ source, snapshots }: { source: Opened['source']; snapshots: Snapshots }) {
  const engine = await openOxigraph({ source, log, snapshots, workers: 1, memoryMb: 512 })
  return {
    engine,
    rows: async (text = ALL, atLeastSeq = 1, { timeoutMs = 5_000, workspace = 'w' } = {}) => {
      const dataset = { defaultGraphs: [GRAPH], namedGraphs: [] }
      const limits = { timeoutMs, maxRows: 1_000, maxBytes: 1e6, atLeastSeq }
      const body = await engine.query(workspace, { text, dataset, format: 'text/tab-separated-values', ...limits })
      return Buffer.from(body).toString().trimEnd().split('\n').slice(1).sort()
    },
  }
}

const shared = new Map<object, Opened & Awaited<ReturnType<typeof engineOn>>>()
after(() => Promise.all([...shared.values()].map(({ engine }) => engine.close())))

async function share(options: typeof KEEP_ALL) {
  const opened = open([], options)
  const one = { ...opened, ...(await engineOn(opened)) }
  shared.set(options, one)
  return one
}

let count = 0
/** A new workspace on a shared engine: starting an engine takes longer than most tests. */
async function workspaceOn(options: typeof KEEP_ALL) {
  const one = shared.get(options) ?? (await share(options))
  const { engine, source, snapshots } = one
  const add = (lines: string[]): string => {
    const name = `w${count++}`
    source.commit(name, { added: lines })
    return name
  }
  const workspace = add(LINES)
  return {
    engine,
    source,
    snapshots,
    workspace,
    add,
    rows: (text = ALL, atLeastSeq = 1, more = {}) => one.rows(text, atLeastSeq, { workspace, ...more }),
    written: (name = workspace) => written(one, name),
    find: async (name = workspace) => (await snapshots.find(name))!,
  }
}

/** Two statements that the store treats as one are removed as they were written. */
async function removesBothSpellings(engine: Engine, workspace: string): Promise<void> {
  const { removed } = await engine.evaluateUpdate(workspace, {
    text: 'delete where { <s:twice> ?p ?o }',
    dataset: { defaultGraphs: [GRAPH], namedGraphs: [] },
    timeoutMs: 5_000,
    atLeastSeq: 1,
  })
  assert.deepEqual(removed.toSorted(), [LINES[4], LINES[3]].toSorted())
}

test('a workspace restored from its snapshot equals the source, with all spellings', async () => {
  const { engine, source, snapshots, workspace, rows, written } = await workspaceOn(KEEP_ALL)
  const expected = await rows()
  await snapshots.idle()
  await engine.forget(workspace)
  await written()
  const { loads } = source
  assert.deepEqual(await rows(), expected)
  assert.equal(source.loads, loads, 'the source was not loaded')
  await removesBothSpellings(engine, workspace)
})

test('changes since the snapshot are applied', async () => {
  const { source, workspace, rows, written } = await workspaceOn(KEEP_ALL)
  await written()
  source.commit(workspace, { added: [line('later', '"new"')], removed: [LINES[0]!] })
  const subjects = await rows('select ?s { ?s <p:p> ?o }', 2)
  assert.ok(subjects.includes('<s:later>') && !subjects.includes('<s:plain>'))
})

test('a snapshot of another history is not used', async () => {
  const opened = open()
  await written(opened)
  opened.source.history = 'second'
  assert.equal(await opened.snapshots.find('w'), undefined)
})

test('truncated or changed lines are detected, and the source is read instead', async () => {
  const damages = [
    (file: string) => truncateSync(file, readFileSync(file).indexOf('\n') + 1),
    (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('"text"', '"next"')),
  ]
  for (const damage of damages) {
    const { rows, written, find } = await workspaceOn(KEEP_ALL)
    await written()
    damage((await find()).files[0]!.file)
    assert.equal((await rows()).length, ROWS)
    assert.equal((await rows('select ?s { ?s <p:p> "text" }')).length, 1)
  }
})

test('a workspace restored from a memory image is complete, follows changes, and survives a time limit', async () => {
  const { engine, source, workspace, rows, written, find } = await workspaceOn(ALSO_IMAGES)
  await written()
  const { files, image } = await find()
  assert.ok(image)
  // With the lines deleted, only the image is left to read.
  for (const { file } of files) rmSync(file)
  const { loads } = source
  const subjects = ['blank', 'escaped', 'number', 'plain', 'quoting', 'respelled', 'twice', 'twice'].map(
    (s) => `<s:${s}>`,
  )
  const held = async () => (await rows('select ?s { ?s ?p ?o filter(isIRI(?s)) }')).toSorted()
  assert.deepEqual(await held(), subjects.slice(0, -1))
  const endless = `select (count(*) as ?n) { ${'[] ?p [] . '.repeat(20)} }`
  await assert.rejects(rows(endless, 1, { timeoutMs: 50 }), { kind: 'timeout' })
  assert.deepEqual(await held(), subjects.slice(0, -1))
  await removesBothSpellings(engine, workspace)
  assert.equal(source.loads, loads, 'the source was not loaded')
  source.commit(workspace, { added: [line('later', '_:b1')], removed: [LINES[0]!, LINES[3]!, LINES[4]!] })
  assert.deepEqual(await rows('select ?s { ?s ?p ?b . ?b ?q "of a blank node" }', 2), ['<s:blank>', '<s:later>'])
  assert.deepEqual(await rows('select ?o { values ?s { <s:plain> <s:twice> } ?s ?p ?o }', 2), [])
  await engine.forget(workspace)
})

test('a damaged image is detected, and the lines are read instead', async () => {
  const { engine, source, workspace, rows, written, find } = await workspaceOn(ALSO_IMAGES)
  await written()
  const file = join((await find()).image!, MEMORY_FILE)
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(file, bytes)
  const { loads } = source
  assert.equal((await rows()).length, ROWS)
  assert.equal(source.loads, loads)
  assert.equal((await find()).image, undefined)
  await engine.forget(workspace)
})

test('an image of another program, or with different answers, is not used', async () => {
  const { engine, workspace, rows, written, find } = await workspaceOn(ALSO_IMAGES)
  await written()
  const { image } = await find()
  const note = readNote(image!, 'image')!
  writeNote(image!, 'image', { ...note, key: 'another' })
  assert.equal((await find()).image, undefined)
  writeNote(image!, 'image', { ...note, probes: [{ text: 'ASK { GRAPH ?g { <s:plain> ?p ?o } }', answer: 'no' }] })
  assert.equal((await rows()).length, ROWS)
  assert.equal((await find()).image, undefined)
  await engine.forget(workspace)
})

test('a worker restores one workspace from an image and a second one from its lines', async () => {
  const { rows, written, find, add } = await workspaceOn(ALSO_IMAGES)
  const other = add([line('other', '"of v"')])
  await written()
  await written(other)
  const both = await Promise.all([rows(), rows(ALL, 1, { workspace: other })])
  assert.deepEqual([both[0].length, both[1]], [ROWS, ['<s:other>\t"of v"']])
  assert.ok((await find(other)).image)
})

test('a new snapshot replaces the old one, and a forgotten workspace has none', async () => {
  const opened = open()
  await written(opened)
  opened.source.commit('w', { added: Array.from({ length: 10 }, (_, n) => line(`more-${n}`, '"x"')) })
  await written(opened)
  assert.equal((await opened.snapshots.find('w'))!.seq, 2)
  assert.equal(readdirSync(opened.folder).flatMap((name) => readdirSync(join(opened.folder, name))).length, 1)
  await opened.snapshots.drop('w')
  assert.deepEqual(readdirSync(opened.folder), [])
})

test('forgetting a workspace aborts the snapshot being written and leaves none', {
  timeout: 20_000,
}, async () => {
  const opened = open()
  const begun = Promise.withResolvers<void>()
  let waits = 0
  /** Lets writing begin, then blocks until the abort signal. */
  const whenIdle = async (most: AbortSignal) => {
    if (++waits === 1) return
    begun.resolve()
    await once(most, 'abort')
  }
  const snapshots = openSnapshots({ ...opened, ...KEEP_ALL, whenIdle })
  snapshots.consider('w', { seq: 1, statements: LINES.length })
  await begun.promise
  await snapshots.drop('w')
  assert.deepEqual(readdirSync(opened.folder), [])
  await snapshots.idle()
  assert.deepEqual(readdirSync(opened.folder), [])
})

test('a deleted workspace leaves no snapshot behind', async () => {
  const opened = open()
  opened.source.commit('v', { added: LINES })
  await written(opened)
  await written(opened, 'v')
  const workspaces = async () => ['v', 'without a snapshot']
  await sweepSnapshots({ ...opened, workspaces })
  assert.equal(await opened.snapshots.find('w'), undefined)
  assert.ok(await opened.snapshots.find('v'))
  assert.equal(readdirSync(opened.folder).length, 1)
  await sweepSnapshots({ folder: join(opened.folder, 'missing'), workspaces })
})

test('a store with many dead entries for one subject is reloaded before queries get slow', async () => {
  const opened = open([line('hot', '"0"')])
  const { engine, rows } = await engineOn({ ...opened, snapshots: openSnapshots({ ...opened, log }) })
  const question = 'select ?o { <s:hot> <p:p> ?o }'
  const COUNT = 5_000
  for (let n = 1; n <= COUNT; n++) {
    const { seq } = opened.source.commit('w', { removed: [line('hot', `"${n - 1}"`)], added: [line('hot', `"${n}"`)] })
    if (n % 1_000 === 0) assert.deepEqual(await rows(question, seq), [`"${n}"`])
  }
  // After the first load, the third thousand crosses 2,000 dead entries, and the fourth finds the store reloaded.
  assert.equal(opened.source.loads, 2)
  await engine.close()
})

test('a snapshot is written only when nothing more urgent is running', async () => {
  const urgent = Promise.withResolvers<void>()
  const opened = open()
  const snapshots = openSnapshots({ ...opened, ...KEEP_ALL, whenIdle: () => urgent.promise })
  snapshots.consider('w', { seq: 1, statements: LINES.length })
  await pause(20)
  assert.equal(opened.source.loads, 0)
  urgent.resolve()
  await snapshots.idle()
  assert.ok(await snapshots.find('w'))
})
