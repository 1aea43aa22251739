// A short form of `npm run chaos`, and whether it would notice what it looks for.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabaseUrl } from '@veritrace/platform/testing/db'
import { plantEnv } from './chaos/plants.ts'
import { storm } from './chaos/storm.ts'

describe('the storm', { skip: !testDatabaseUrl() && 'the embedded database is killed in another test' }, () => {
  test('what two servers acknowledged is there, whole and once, after one was killed and the database restarted', async () => {
    const { rounds, verdicts } = await storm({
      rounds: 2,
      on: 'postgres',
      seed: 3,
      faults: /^(?:kill a server|restart the database)$/,
    })
    const faults = [...rounds, ...verdicts].flatMap((one) => one.faults)
    assert.deepEqual(faults, [])
    assert.ok(rounds.every(({ acknowledged }) => acknowledged >= 40))
    assert.ok(verdicts.every(({ checked }) => checked > 0))
  })

  test('a write that was answered and not kept is noticed', async () => {
    const env = plantEnv('lost-commit')
    const { rounds, verdicts } = await storm({ rounds: 1, on: 'postgres', seed: 3, faults: /^slow receivers$/, env })
    const faults = [...rounds, ...verdicts].flatMap((one) => one.faults)
    assert.match(faults.join('\n'), /lost: chaos-|pages\/chaos-\S+: 404/)
  })
})
