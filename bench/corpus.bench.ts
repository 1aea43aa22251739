// The complete import of two real lists, compared with a bare COPY of the same rows into bare tables.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openDisk } from '@veritrace/platform/blobs/disk'
import { systemClock } from '@veritrace/platform/clock'
import { migrate } from '@veritrace/platform/db/migrate'
import { openDatabase } from '@veritrace/platform/db/open'
import { openLog } from '@veritrace/platform/log'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type ImportOrder, importFile } from '../products/casework/corpus/import-file.ts'
import { importerFor } from '../products/casework/corpus/importers/importers.ts'
import { decode } from '../products/casework/corpus/importers/text.ts'
import { openReaders } from '../products/casework/documents/threads/readers.ts'
import { caseworkMigrations } from '../products/casework/index.ts'
import { openPacks } from '../products/casework/packs/open.ts'
import type { Bench, Result } from './benches.ts'
import { compare, type Target } from './measure.ts'

const DATA = new URL('../../shared/data/cloudification/', import.meta.url)
const LISTS = [
  { file: 'archive/objectReleaseInfo_PCE2023_3.csv', importer: 'cloudification-csv', role: 'release' },
  { file: 'objectClassifications_SAP.json', importer: 'classification-json', role: 'classification' },
]
const ROUNDS = 5
/** Objects per second that are read, stored, compared and activated. */
const WANTED_PER_SECOND = 5000

export const corpusBench: Bench = {
  name: 'corpus',
  run: async ({ databaseUrl }) => {
    if (existsSync(DATA)) return measureImport(databaseUrl)
    console.log('  corpus: the real lists are missing, so nothing is measured')
    return []
  },
}

async function measureImport(databaseUrl: string): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-bench-'))
  const log = openLog('silent')
  const settings = { url: databaseUrl, pool: 10, statementTimeoutMs: 60_000, prepare: true }
  const { db, close } = await openDatabase({ dataDir: folder, database: settings }, log)
  const bare = new pg.Client({ connectionString: databaseUrl })
  await bare.connect()
  const blobs = await openDisk({ folder, secret: 'bench', publicUrl: () => '', clock: systemClock })
  const documentReaders = openReaders(log)
  try {
    await migrate(db, [caseworkMigrations])
    await bare.query('create schema if not exists bench')
    for (const table of ['facts', 'successors'])
      await bare.query(`create table bench.${table} (like casework.${table} including all)`)
    const packs = await openPacks({ db, log, clock: systemClock })
    const deps = { db, blobs, log, clock: systemClock, documentReaders, packs }
    const { ours, floor, ratio } = await compare(bareCopy(bare), imports(deps, bare), ROUNDS).finally(() =>
      packs.close(),
    )
    const rates = `${Math.round(ours)} objects/s against ${Math.round(floor)}/s`
    return [
      { what: 'import of two lists / bare COPY of their rows', ratio, target: 0.2, detail: rates },
      {
        what: `import / ${WANTED_PER_SECOND} objects per second`,
        ratio: ours / WANTED_PER_SECOND,
        target: 1,
        detail: `${Math.round(ours)} objects/s`,
      },
    ]
  } finally {
    await bare.query('drop schema if exists bench cascade')
    await bare.end()
    await documentReaders.close()
    await blobs.close()
    await close()
    rmSync(folder, { recursive: true })
  }
}

async function timed(work: () => Promise<number>): Promise<number> {
  const begun = performance.now()
  const objects = await work()
  return objects / ((performance.now() - begun) / 1000)
}

const license = { spdx: 'Apache-2.0', attribution: '', url: '', may_store_text: true, may_redistribute: true }
let spaces = 0

/** Each round uses a new space, so that everything is new. */
function imports(deps: Parameters<typeof importFile>[0], bare: pg.Client): Target {
  const files = LISTS.map(({ file, ...list }) => ({ ...list, file, bytes: readFileSync(new URL(file, DATA)) }))
  return {
    round: async () => {
      const space = `bench-${++spaces}`
      await bare.query('truncate casework.facts, casework.successors')
      return timed(async () => {
        let objects = 0
        for (const { file, importer, role, bytes } of files) {
          const source = { id: file, kind: 'catalog', title: file, version_label: '', license, list_id: file } as const
          const order: ImportOrder = {
            space,
            pack: 'bench',
            source: { ...source, importer, role },
            bytes,
            uri: file,
            asOf: null,
          }
          objects += (await importFile(deps, order)).counts.artifacts
        }
        return objects
      })
    },
  }
}

const FACTS =
  'entry_id, type, key, role, state, successor_kind, concept, container_type, container_name, software_component, component, pointer'
const SUCCESSORS = 'entry_id, type, key, place, successor_type, successor_key'

/** The rows are created before the measurement starts. */
function bareCopy(client: pg.Client): Target {
  const facts: string[] = []
  const successors: string[] = []
  for (const { file, importer, role } of LISTS)
    for (const found of importerFor(importer)!.read(decode(readFileSync(new URL(file, DATA))))) {
      if (!('fact' in found)) continue
      const { type, key, state, successor_kind, concept, pointer, ...fact } = found.fact
      const place = [fact.container_type, fact.container_name, fact.software_component, fact.component, pointer]
      facts.push(line([file, type, key, role, state, successor_kind, concept, ...place]))
      successors.push(...fact.successors.map((to, at) => line([file, type, key, String(at), to.type, to.key])))
    }
  const [factRows, successorRows] = [Buffer.from(facts.join('')), Buffer.from(successors.join(''))]
  return {
    round: async () => {
      await client.query('truncate bench.facts, bench.successors')
      return timed(async () => {
        await pipeline([factRows], client.query(copyFrom(`copy bench.facts (${FACTS}) from stdin`)))
        await pipeline([successorRows], client.query(copyFrom(`copy bench.successors (${SUCCESSORS}) from stdin`)))
        return facts.length
      })
    },
  }
}

/** The lists contain no tab, line break or backslash. */
const line = (values: readonly string[]): string => `${values.join('\t')}\n`
