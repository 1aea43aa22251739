// Reads the shipped lists into memory, so that ratings need no server and no database.

import { packedList } from '../corpus/importers/packed-list.ts'
import { type PublishedList, published, readPublished } from '../corpus/published/published.ts'
import { homeOf } from '../model/artifacts.ts'
import type { EntryRow, FactRow, SuccessorRow } from '../model/tables.ts'
import type { Pack, TargetProfile } from '../packs/pack.ts'
import { type ActivePack, effectiveOptions } from '../packs/packs.ts'
import type { Context } from '../rating/assemble.ts'
import { indexEdges } from '../rating/edges.ts'
import { type Catalog, readLists } from '../rating/lists.ts'
import { recordsOf } from '../rating/look-up.ts'

const MAX_HOPS = 3

/** The pack with its default settings. */
export function packAsShipped(pack: Pack): ActivePack {
  return { pack, options: effectiveOptions(pack, {}), revision: pack.ref.digest }
}

interface ReadEntry {
  entry: EntryRow
  facts: FactRow[]
  successors: SuccessorRow[]
}

/** Everything that the lists of a target contain. */
export async function openShippedLists(active: ActivePack, target: TargetProfile): Promise<Context> {
  const read = await Promise.all(listsOf(active.pack, target).map((list) => readEntry(active.pack, list)))
  const catalog: Catalog = {
    entries: new Map(read.map(({ entry }) => [entry.list_id!, entry])),
    byEntry: new Map(read.map(({ entry }) => [entry.id, entry])),
    digest: published().commit,
    types: new Map(read.map(({ entry, facts }) => [entry.id, new Set(facts.map(({ type }) => type))])),
    edges: new Map(read.map(({ entry, successors }) => [entry.id, indexEdges(successors)])),
  }
  const lists = readLists(catalog, target)
  const facts = read.flatMap((one) => one.facts)
  const records = recordsOf(catalog, lists, facts)
  // A check has no tenant and no system. The IRIs of custom objects are never shown.
  const home = homeOf('local')
  return { active, target, catalog, lists, records, decisions: new Map(), maxHops: MAX_HOPS, home }
}

const listsOf = (pack: Pack, target: TargetProfile): PublishedList[] =>
  published().lists.filter(
    ({ pack: of, list_id }) =>
      of === pack.ref.id &&
      target.lists.some(({ list }) => (list.endsWith('*') ? list_id.startsWith(list.slice(0, -1)) : list === list_id)),
  )

async function readEntry(pack: Pack, list: PublishedList): Promise<ReadEntry> {
  const source = pack.sources.find(({ id }) => id === list.source_id)
  const text = new TextDecoder().decode(packedList.unpack!(await readPublished(list)))
  const facts: FactRow[] = []
  const successors: SuccessorRow[] = []
  for (const found of packedList.read([text])) {
    if (!('fact' in found)) continue
    const { successors: after, ...fact } = found.fact
    facts.push({ ...fact, entry_id: list.list_id, role: source?.role ?? '' } as FactRow)
    for (const [place, { type, key }] of after.entries())
      successors.push({
        ...{ entry_id: list.list_id, type: fact.type, key: fact.key, place },
        ...{ successor_type: type, successor_key: key },
      })
  }
  return { entry: entryOf(pack, list, source?.complete === true), facts, successors }
}

/** The entry as the corpus would store it. */
function entryOf(pack: Pack, list: PublishedList, isComplete: boolean): EntryRow {
  const { date, license, attribution, source } = published()
  const at = new Date(`${date}T00:00:00Z`)
  const nothing = { documents: 0, statements: 0, rejected: 0 }
  return {
    ...{ id: list.list_id, space: '', pack_id: pack.ref.id, source_id: list.source_id, list_id: list.list_id },
    ...{ kind: 'catalog', title: list.title, uri: `${source}/${list.path}`, version_label: '', revision: '' },
    ...{ content_hash: list.sha256, bytes: 0, media_type: '', language: '', status: 'ready', status_reason: '' },
    license: { spdx: license, attribution, url: '', may_store_text: true, may_redistribute: true },
    completeness: isComplete ? 'complete' : 'partial',
    counts: { ...nothing, artifacts: list.objects },
    validation: { conforms: true, violations: 0, warnings: 0 },
    ...{ changes: null, rejected: [], log: [], blob_key: null, supersedes: null, is_current: true },
    ...{ as_of: at, first_seen_at: at, fetched_at: at, extracted_at: at, retired_at: null },
  }
}
