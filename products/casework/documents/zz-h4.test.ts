import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import { testDatabase } from '@veritrace/platform/testing/db'
import { sql } from 'kysely'
import { caseworkMigrations } from '../index.ts'
import { insertEntry } from '../corpus/entry-store.ts'
import { addDocuments } from './add-documents.ts'
import { listDocuments } from './list-documents.ts'
import { readFile } from './read/read-file.ts'
import { searchPassages } from './search-passages.ts'

test('speed', async () => {
  const { db } = await testDatabase([caseworkMigrations])
  const root = '/work/shared/data/guidance/'
  const files = (readdirSync(root, { recursive: true }) as string[]).filter((f) => f.endsWith('.md'))
  const docs = await Promise.all(files.map((f) => readFile({ path: f, bytes: readFileSync(root + f) })))
  const space = newId('sp')
  const now = new Date()
  const t0 = performance.now()
  let n = 0, p = 0
  for (let round = 0; round < 19; round++) {
    const id = newId('ent')
    await insertEntry(db, { id, space, pack_id: 'clean-core', source_id: 's', list_id: null, kind: 'guidance', title: 't', uri: id, version_label: '', revision: '', content_hash: id, bytes: 1, media_type: '', language: 'en', license: '{}', status: 'ready', status_reason: '', counts: '{}', validation: '{}', changes: null, rejected: '[]', log: '[]', blob_key: null, supersedes: null, is_current: true, as_of: null, first_seen_at: now, fetched_at: now, extracted_at: null, retired_at: null })
    await transact(db, (tx) => addDocuments(tx, { entry_id: id, space, pack: 'clean-core', kind: 'guidance', source_id: 's', license: { spdx: 'X', attribution: '', url: '', may_store_text: true, may_redistribute: true }, as_of: null }, docs))
    n += docs.length; p += docs.reduce((s, d) => s + d.passages.length, 0)
  }
  console.log('LINE inserted', n, p, Math.round(performance.now() - t0))
  for (const analyzed of [false, true]) {
    if (analyzed) await sql`analyze casework.passages`.execute(db)
    for (const q of ['released API', 'how do I replace a table read with a released CDS view in abap cloud', 'kubernetes', 'CL_BCS_MAIL_MESSAGE']) {
      const times: number[] = []
      let found = 0
      for (let i = 0; i < 5; i++) { const t = performance.now(); found = (await searchPassages({ db, corpusSpace: space }, { tenant: 'a', workspace: 'b' }, { q, packId: 'clean-core', limit: 20 })).length; times.push(Math.round(performance.now() - t)) }
      const t = performance.now(); const { total } = await listDocuments({ db, corpusSpace: space }, { tenant: 'a', workspace: 'b' }, { q, limit: 20 }); 
      console.log('LINE', analyzed, q, found, times.join(' '), 'docs', total, Math.round(performance.now() - t))
    }
    const t = performance.now(); await listDocuments({ db, corpusSpace: space }, { tenant: 'a', workspace: 'b' }, { limit: 20 }); console.log('LINE list', Math.round(performance.now() - t))
  }
})
