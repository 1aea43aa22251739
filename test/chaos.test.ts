// A short form of `npm run chaos`, and proof that it finds a planted bug.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabaseUrl } from '@veritrace/platform/testing/db'
import { plantEnv } from './chaos/plants.ts'
import { storm } from './chaos/storm.ts'

describe('the chaos test', {
  skip: !testDatabaseUrl() && 'test/journeys/killed.test.ts kills the embedded database',
}, () => {
  test('no acknowledged write is lost, partial or duplicated when a server is killed and the database restarts', async () => {
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

  test('an acknowledged write that was rolled back is detected', async () => {
    const env = plantEnv('lost-commit')
    const { rounds, verdicts } = await storm({ rounds: 1, on: 'postgres', seed: 3, faults: /^slow receivers$/, env })
    const faults = [...rounds, ...verdicts].flatMap((one) => one.faults)
    assert.match(faults.join('\n'), /lost: chaos-|pages\/chaos-\S+: 404/)
  })
})
