import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { metricsOf, nextRunAt, type Outcome, sumUp } from './rules.ts'

describe('storage rules', () => {
  test('the next run is the next 03:00 UTC', () => {
    const cases = [
      ['2026-03-01T02:59:59Z', '2026-03-01T03:00:00.000Z'],
      ['2026-03-01T03:00:00Z', '2026-03-02T03:00:00.000Z'],
      ['2026-12-31T23:00:00Z', '2027-01-01T03:00:00.000Z'],
    ] as const
    for (const [now, next] of cases) assert.equal(nextRunAt(new Date(now)).toISOString(), next)
  })

  test('a run counts rows by outcome: done, under legal hold, failed', () => {
    const piece = (evidence_id: string, result: Outcome['result']): Outcome => ({ evidence_id, size_bytes: 10, result })
    const mixed = [
      piece('a', 'done'),
      piece('b', 'held'),
      { ...piece('c', 'failed'), reason: 'away' },
      piece('d', 'done'),
    ]
    const deleted = sumUp('delete', mixed)
    assert.deepEqual(
      [deleted.status, deleted.matched, deleted.deleted, deleted.bytes_deleted, deleted.tiered, deleted.bytes_tiered],
      ['partial', 4, 2, 20, 0, 0],
    )
    assert.deepEqual([deleted.skipped_hold, deleted.skipped_error], [1, 1])
    assert.deepEqual(deleted.errors, [{ evidence_id: 'c', reason: 'away' }])
    assert.equal(sumUp('tier_to_cold', [piece('a', 'failed')]).status, 'failed')
    assert.equal(sumUp('anonymise', [piece('a', 'held')]).status, 'succeeded')
    assert.equal(sumUp('anonymise', []).status, 'succeeded')
  })

  test('metrics are zero without files, and add up by kind and by tier', () => {
    const none = metricsOf([])
    assert.deepEqual([none.total_bytes, none.object_count, none.oldest_at, none.by_kind], [0, 0, null, []])
    const [older, newer] = [new Date('2026-01-01'), new Date('2026-02-01')]
    const metrics = metricsOf([
      { kind: 'dpa', tier: 'hot', objects: 2, bytes: 20, oldest_at: newer },
      { kind: 'dpa', tier: 'cold', objects: 1, bytes: 5, oldest_at: older },
      { kind: 'policy', tier: 'restoring', objects: 3, bytes: 7, oldest_at: newer },
    ])
    assert.deepEqual(
      [metrics.total_bytes, metrics.hot_bytes, metrics.cold_bytes, metrics.object_count, metrics.pending_restores],
      [32, 20, 12, 6, 3],
    )
    assert.deepEqual(metrics.by_kind[0], { kind: 'dpa', objects: 3, bytes: 25 })
    assert.equal(metrics.oldest_at, older.toISOString())
  })
})
