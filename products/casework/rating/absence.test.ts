// What follows if no list names a thing, for random lists: a level that nothing supports would be the worst mistake.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Completeness } from '@veritrace/contract/casework/corpus'
import type { EntryRow, FactRow } from '../model/tables.ts'
import { loadBuiltIn } from '../packs/built-in.ts'
import { activate } from '../packs/open.ts'
import type { ActivePack } from '../packs/packs.ts'
import { assemble } from './assemble.ts'
import { indexEdges } from './edges.ts'
import { openThingsJudge } from './judge-things.ts'
import { type Catalog, readLists } from './lists.ts'
import { recordsOf } from './look-up.ts'

let active: ActivePack
before(async () => {
  const [pack] = await loadBuiltIn()
  active = activate(pack!, {})
})

/** Returns the same numbers for the same seed. */
function openRandom(seed: number) {
  let state = seed >>> 0 || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4_294_967_296
  }
  return { next, pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]! }
}
type Random = ReturnType<typeof openRandom>

const TYPES = ['TABL', 'FUNC', 'CLAS', 'INTF', 'CDS_STOB', 'DTEL', 'DOMA', 'TTYP', 'BADI_DEF', 'SUSO', 'BDEF', 'XSLT']
const STATES = {
  release: ['released', 'deprecated', 'notToBeReleased', 'notToBeReleasedStable'],
  classification: ['classicAPI', 'noAPI', 'internalAPI'],
}

function nameLike({ pick, next }: Random): string {
  const starts = ['BAPI_', 'CL_', 'IF_', 'I_', 'C_', 'VB', 'MA', 'EKK', 'RFC_', '/SCWM/', '/AIF/', 'SD', 'T0', 'X']
  return `${pick(starts)}${Math.floor(next() * 1e6)
    .toString(36)
    .toUpperCase()}`
}

type Kind = Completeness | 'missing'
interface List {
  list: string
  role: 'release' | 'classification'
  kind: Kind
}

function catalogOf(lists: readonly List[], facts: readonly FactRow[]): Catalog {
  const rows = lists.filter(({ kind }) => kind !== 'missing')
  const entryOf = ({ list, kind }: List) =>
    ({ id: `ent_${list}`, list_id: list, completeness: kind, content_hash: list, license: {}, title: list }) as EntryRow
  const entries = new Map(rows.map((one) => [one.list, entryOf(one)]))
  const byEntry = new Map([...entries.values()].map((entry) => [entry.id, entry]))
  const types = new Map(
    [...byEntry.keys()].map((id) => [
      id,
      new Set(facts.filter(({ entry_id }) => entry_id === id).map(({ type }) => type)),
    ]),
  )
  return { entries, byEntry, digest: '', types, edges: new Map([...byEntry.keys()].map((id) => [id, indexEdges([])])) }
}

function factsOf(random: Random, { list, role }: List): FactRow[] {
  return Array.from({ length: 1 + Math.floor(random.next() * 60) }, (_, at) => ({
    entry_id: `ent_${list}`,
    role,
    type: random.pick(TYPES),
    key: nameLike(random),
    state: random.pick(STATES[role]),
    successor_kind: '',
    concept: '',
    labels: [],
    container_type: '',
    container_name: '',
    software_component: '',
    component: '',
    pointer: `/${at}`,
    attributes: null,
  }))
}

/** Random lists for one target, and the ratings of some unlisted names, computed in both ways. */
function ask(random: Random, kinds: readonly Kind[]) {
  const target = random.pick(active.pack.targets)
  const lists = target.lists.map(({ role, list }, at) => ({
    list: list.replace('*', 'acme'),
    role: role as List['role'],
    kind: kinds[at] ?? kinds[0]!,
  }))
  const facts = lists.filter(({ kind }) => kind !== 'missing').flatMap((one) => factsOf(random, one))
  const catalog = catalogOf(lists, facts)
  const read = readLists(catalog, target)
  const listed = new Set(facts.map(({ type, key }) => `${type}:${key}`))
  const names = Array.from({ length: 40 }, () => ({ type: random.pick(TYPES), name: nameLike(random) })).filter(
    ({ type, name }) => !listed.has(`${type}:${name}`),
  )
  const records = recordsOf(catalog, read, facts)
  const context = {
    active,
    target,
    catalog,
    lists: read,
    records,
    decisions: new Map(),
    home: { tenant: 't', system: 'unknown' },
    maxHops: 3,
  }
  const known = assemble(context, names)
  const judge = openThingsJudge(context)
  return {
    lists,
    names,
    ratings: names.map((named) => [known.get(`${named.type}:${named.name}`)!.rating, judge(named).rating]),
  }
}

test('if a list is missing, a sample or partial, an object that no list names gets no level', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const random = openRandom(seed)
    const kinds = Array.from({ length: 3 }, () => random.pick<Kind>(['complete', 'sample', 'partial', 'missing']))
    // The last may be a partner list, which says nothing about SAP names.
    kinds[Math.floor(random.next() * 2)] = random.pick<Kind>(['sample', 'partial', 'missing'])
    const { lists, names, ratings } = ask(random, kinds)
    if (lists.every(({ kind, list }) => kind === 'complete' || list.startsWith('partner.'))) continue
    ratings.forEach((both, at) => {
      for (const { code, status, flags, reasons } of both) {
        const shown = `seed ${seed}: ${names[at]!.type} ${names[at]!.name} of ${JSON.stringify(lists)}`
        assert.deepEqual([code, status, flags], ['unknown', 'provisional', ['low_coverage']], shown)
        assert.ok(
          reasons.some(({ text }) => /is not loaded|only a sample|may be incomplete/.test(text)),
          shown,
        )
      }
    })
  }
})

test('with complete lists, an unlisted SAP object is internal, or unknown if the lists do not cover its type', () => {
  let internal = 0
  for (let seed = 1; seed <= 200; seed++) {
    const { ratings } = ask(openRandom(seed), ['complete'])
    for (const [one, other] of ratings) {
      assert.deepEqual(one, other)
      assert.ok((one!.code === 'C' && one!.flags[0] === 'not_in_catalog') || one!.code === 'unknown')
      if (one!.code === 'C') internal++
    }
  }
  assert.ok(internal > 1000)
})
