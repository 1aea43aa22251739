// Claims are stored with single inserts or with COPY, with the same result.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { fakeClock } from '@veritrace/platform/clock'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import { testDatabase } from '@veritrace/platform/testing/db'
import type { ClaimRow } from '../directory-tables.ts'
import { provenanceMigrations } from '../index.ts'
import type { Tables } from '../tables.ts'
import { insertClaims, listCurrentClaims } from './store.ts'
import { aPage, aVendor, fetched } from './testing.ts'

const clock = fakeClock(new Date('2026-11-15T12:00:00.123Z'))
let db: Db<Tables>
before(async () => {
  db = (await testDatabase([provenanceMigrations])).db as Db<Tables>
})

const ODD = ['plain', 'Grüße aus Köln 🚀', 'cut \ud83d', 'nul \0 nul', '', '"quoted" \\ \t\n', 'long '.repeat(5_000)]

async function aClaim(): Promise<ClaimRow> {
  const vendor = await aVendor({ db, clock })
  const page = await aPage({ db, clock }, vendor, 'security')
  await fetched({ db, clock }, vendor, page, '<h1>Security</h1><p>We are SOC 2 Type II certified.</p>')
  const { url: _, ...claim } = (await listCurrentClaims(db, [page]))[0]!
  return claim
}

test('many claims inserted together are stored like single ones, whatever their text', async () => {
  const claim = await aClaim()
  const rows = Array.from({ length: 120 }, (_, number): ClaimRow => {
    const text = ODD[number % ODD.length]!
    const details = { text, list: [number, null, { text }], ...(number % 2 && { expires_on: '2027-01-01' }) }
    const place = { snippet_start: number, snippet_end: number + 1 + text.length }
    const at = new Date(Date.UTC(1970 + number, 1, 3, 4, 5, 6, number))
    const said = { claim_text: text, snippet: text, prefix: text, suffix: text, value: text.slice(0, 200), details }
    return { ...claim, ...said, ...place, id: '', confidence: number / 120, valid_from: at, recorded_at: at }
  })
  const named = (key: string) => rows.map((row, i) => ({ ...row, id: newId('clm'), claim_key: `${key} ${i}` }))
  const [alone, together] = [named('alone'), named('together')]
  for (const row of alone) await insertClaims(db, [row])
  await transact(db, (tx) => insertClaims(tx, together))
  const kept = (await listCurrentClaims(db, [claim.source_id])).filter(({ id }) => id !== claim.id)
  const of = (key: string) =>
    kept
      .filter(({ claim_key }) => claim_key.startsWith(key))
      .map(({ id: _, claim_key, ...row }) => ({ ...row, place: Number(claim_key.split(' ')[1]) }))
      .toSorted((a, b) => a.place - b.place)
  assert.equal(of('together').length, rows.length)
  assert.deepEqual(of('together'), of('alone'))
})

test('if one of many claims breaks a constraint, none is stored, and the error names the constraint', async () => {
  const claim = await aClaim()
  const rows = Array.from({ length: 60 }, (_, i) => ({ ...claim, id: newId('clm'), claim_key: `same ${i % 59}` }))
  await assert.rejects(
    transact(db, (tx) => insertClaims(tx, rows)),
    { constraint: 'evidence_claims_current' },
  )
  assert.equal((await listCurrentClaims(db, [claim.source_id])).length, 1)
})
