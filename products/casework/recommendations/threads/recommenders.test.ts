// Large cases are computed in a thread, with the same result as on the main thread.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from '@veritrace/platform/log'
import { loadBuiltIn } from '../../packs/built-in.ts'
import { largeEstate, planInput } from '../../planning/testing.ts'
import { measure } from '../../readiness/measure.ts'
import { composeRecommendations } from '../compose.ts'
import { openRecommenders } from './recommenders.ts'

test('a thread recommends the same as the main thread', async (t) => {
  const [{ guidance, intents, terms }] = (await loadBuiltIn()) as [Awaited<ReturnType<typeof loadBuiltIn>>[0]]
  const made = planInput(largeEstate(1_600))
  const active = { ...made.active, pack: { ...made.active.pack, guidance, intents, terms } }
  const subject = { ...made, active, freezes: [], evidence: '' }
  assert.ok(subject.estate.references.length > 500)
  const measured = measure(subject.estate, subject.known, active, subject.target, { objects: subject.objects })
  const reading = { subject, measured }
  const now = new Date('2026-03-02T09:00:00Z')
  const recommenders = openRecommenders({ log: openLog('silent') })
  t.after(() => recommenders.close())
  const found = await recommenders.recommend({ reading, now }, { tenant: 'one' })
  assert.ok(found.all.length > 0)
  assert.deepEqual(found, composeRecommendations(reading, now))
})
