// Dated versions of real lists, in order. The data is not part of this repository, so the tests are skipped without it.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { fakeClock } from '@veritrace/platform/clock'
import type { Db } from '@veritrace/platform/db/db'
import { testDatabase } from '@veritrace/platform/testing/db'
import { provenanceMigrations } from '../index.ts'
import type { Tables } from '../tables.ts'
import { isSameName, plainName } from '../vendors/derive/names.ts'
import { aPage, aVendor, eventsOf, fetched } from './testing.ts'

const HISTORY = join(import.meta.dirname, '../../../../shared/data/crawl-fixtures/history')
const skip = existsSync(HISTORY) ? false : 'the dated lists (../shared/data) are missing'
const DAY = 24 * 3_600_000

interface Step {
  from_file: string
  to_file: string
  added: string[]
  removed: string[]
  renamed?: [string, string][]
  added_after_renames?: string[]
  removed_after_renames?: string[]
}

let db: Db<Tables>
before(async () => {
  db = (await testDatabase([provenanceMigrations])).db
})

for (const file of skip ? [] : globSync(join(HISTORY, '*/expected_changes.json')))
  test(`${basename(dirname(file))}: added and removed subprocessors, version by version`, async () => {
    const steps: Step[] = JSON.parse(readFileSync(file, 'utf8'))
    const clock = fakeClock(new Date('2022-01-01T00:00:00Z'))
    const deps = { db, clock }
    const vendor = await aVendor(deps, { display_name: titled(readText(file, steps[0]!.from_file)) })
    const page = await aPage(deps, vendor, 'subprocessors')
    const read = async (name: string) => {
      clock.advance(DAY)
      const known = (await eventsOf(deps, vendor.id)).length
      const { heldBack } = await fetched(deps, vendor, page, readText(file, name), { type: 'text/markdown' })
      assert.equal(heldBack, '', name)
      return (await eventsOf(deps, vendor.id)).slice(known)
    }
    assert.deepEqual(await read(steps[0]!.from_file), [], 'the first version is not a change')
    for (const step of steps) {
      const events = await read(step.to_file)
      const named = (type: string) =>
        events
          .filter(({ event_type }) => event_type === type)
          .map(({ payload }) => nameIn(payload.after ?? payload.before))
      assert.deepEqual(
        named('subprocessor.added').toSorted(),
        plain(step.added_after_renames ?? step.added),
        step.to_file,
      )
      assert.deepEqual(
        named('subprocessor.removed').toSorted(),
        plain(step.removed_after_renames ?? step.removed),
        step.to_file,
      )
      for (const [from, to] of step.renamed ?? [])
        if (!isSameName(from, to))
          assert.ok(
            events.some(
              ({ event_type, payload }) =>
                event_type === 'subprocessor.changed' &&
                nameIn(payload.before) === plainName(from) &&
                nameIn(payload.after) === plainName(to),
            ),
            `${from} is called ${to} now`,
          )
    }
  })

const readText = (file: string, name: string): string => readFileSync(join(dirname(file), name), 'utf8')
const titled = (text: string): string => /^title: (\S+)/m.exec(text)?.[1] ?? ''
const nameIn = (claim: unknown): string => plainName((claim as { value: string }).value)
const plain = (names: readonly string[]): string[] => names.map(plainName).toSorted()

if (skip) test('dated lists', { skip }, () => {})
