import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyPatch, DEFAULTS, isTimezone } from './rules.ts'

test('a patch changes what it names and nothing else', () => {
  const topics = { 'vendor.change': { min_severity: 'major' }, 'evidence.expiry': { days_before: [1, 90, 7] } } as const
  const patched = applyPatch(DEFAULTS, {
    cadence: 'weekly',
    channels: { in_app: { enabled: false } },
    topics: { ...topics, 'evidence.expiry': { days_before: [...topics['evidence.expiry'].days_before] } },
  })
  assert.deepEqual(patched, {
    ...DEFAULTS,
    cadence: 'weekly',
    channels: { ...DEFAULTS.channels, in_app: { enabled: false } },
    topics: {
      ...DEFAULTS.topics,
      'vendor.change': { ...DEFAULTS.topics['vendor.change'], min_severity: 'major' },
      'evidence.expiry': { enabled: true, days_before: [90, 7, 1] },
    },
  })
  assert.deepEqual(applyPatch({ ...DEFAULTS, mute_until: 'x' }, { mute_until: null }), DEFAULTS)
})

const ZONES: [string, boolean][] = [
  ['UTC', true],
  ['Europe/Berlin', true],
  ['America/Argentina/Buenos_Aires', true],
  ['+02:00', false],
  ['Mars/Olympus', false],
  ['', false],
]
for (const [name, is] of ZONES)
  test(`“${name}” is ${is ? 'a' : 'no'} time zone`, () => {
    assert.equal(isTimezone(name), is)
  })
