import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueAt } from './due-rules.ts'
import { applyPatch, DEFAULTS, isTimezone, reachedMark, type Settings } from './rules.ts'

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

type Wishes = Partial<Pick<Settings, 'cadence' | 'timezone' | 'quiet_hours' | 'mute_until'>>
const night = { start: '22:00', end: '07:00' }
const berlin = { timezone: 'Europe/Berlin' }
const atOnce = { cadence: 'immediate' } as const
const weekly = { cadence: 'weekly' } as const
/** What happened, whether it is about security or not, and when it may be mailed. */
const DUE: [string, Wishes, from: string, due: string][] = [
  ['immediate is now', atOnce, '2026-11-18T12:00:00Z', '2026-11-18T12:00:00Z'],
  ['daily is the next morning', {}, '2026-11-18T12:00:00Z', '2026-11-19T08:00:00Z'],
  ['a morning that is still to come is the next', {}, '2026-11-18T07:59:00Z', '2026-11-18T08:00:00Z'],
  ['the very morning is not missed', {}, '2026-11-18T08:00:00Z', '2026-11-18T08:00:00Z'],
  ['the morning is that of the person', berlin, '2026-11-18T06:30:00Z', '2026-11-18T07:00:00Z'],
  [
    'far in the east it is tomorrow already',
    { timezone: 'Pacific/Auckland' },
    '2026-11-18T12:00:00Z',
    '2026-11-18T19:00:00Z',
  ],
  ['half hours are zones too', { timezone: 'Asia/Kolkata' }, '2026-11-18T12:00:00Z', '2026-11-19T02:30:00Z'],
  [
    'a zone that is no more counts as UTC',
    { timezone: 'Mars/Olympus' },
    '2026-11-18T12:00:00Z',
    '2026-11-19T08:00:00Z',
  ],
  ['weekly is on Monday', weekly, '2026-11-18T12:00:00Z', '2026-11-23T08:00:00Z'],
  ['on Monday before eight it is the same day', weekly, '2026-11-23T07:00:00Z', '2026-11-23T08:00:00Z'],
  ['on Monday after eight it is a week later', weekly, '2026-11-23T08:01:00Z', '2026-11-30T08:00:00Z'],
  ['summer begins between', { ...weekly, ...berlin }, '2026-03-27T12:00:00Z', '2026-03-30T06:00:00Z'],
  ['summer ends between', berlin, '2026-10-24T12:00:00Z', '2026-10-25T07:00:00Z'],
  ['in quiet hours before midnight', { ...atOnce, quiet_hours: night }, '2026-11-18T23:00:00Z', '2026-11-19T07:00:00Z'],
  ['in quiet hours after midnight', { ...atOnce, quiet_hours: night }, '2026-11-19T01:00:00Z', '2026-11-19T07:00:00Z'],
  ['at the end of quiet hours', { ...atOnce, quiet_hours: night }, '2026-11-19T07:00:00Z', '2026-11-19T07:00:00Z'],
  ['outside of quiet hours', { ...atOnce, quiet_hours: night }, '2026-11-18T21:59:00Z', '2026-11-18T21:59:00Z'],
  [
    'quiet by day',
    { ...atOnce, quiet_hours: { start: '09:00', end: '17:00' } },
    '2026-11-18T12:00:00Z',
    '2026-11-18T17:00:00Z',
  ],
  [
    'quiet hours of no length',
    { ...atOnce, quiet_hours: { start: '09:00', end: '09:00' } },
    '2026-11-18T09:00:00Z',
    '2026-11-18T09:00:00Z',
  ],
  [
    'the morning is in quiet hours',
    { quiet_hours: { start: '22:00', end: '09:30' } },
    '2026-11-18T12:00:00Z',
    '2026-11-19T09:30:00Z',
  ],
  [
    'a night that summer shortens',
    { ...atOnce, ...berlin, quiet_hours: night },
    '2026-03-28T23:00:00Z',
    '2026-03-29T05:00:00Z',
  ],
  [
    'a night that winter lengthens',
    { ...atOnce, ...berlin, quiet_hours: night },
    '2026-10-24T22:00:00Z',
    '2026-10-25T06:00:00Z',
  ],
  [
    'an end in the hour that is skipped is one after it',
    { ...atOnce, ...berlin, quiet_hours: { start: '22:00', end: '02:30' } },
    '2026-03-29T00:30:00Z',
    '2026-03-29T01:30:00Z',
  ],
  [
    'an end in the hour that comes twice is the first',
    { ...atOnce, ...berlin, quiet_hours: { start: '22:00', end: '02:30' } },
    '2026-10-24T23:30:00Z',
    '2026-10-25T00:30:00Z',
  ],
  [
    'and the second, where the first is over',
    { ...atOnce, ...berlin, quiet_hours: { start: '22:00', end: '02:30' } },
    '2026-10-25T01:10:00Z',
    '2026-10-25T01:30:00Z',
  ],
  [
    'a pause postpones',
    { ...atOnce, mute_until: '2026-11-20T12:00:00Z' },
    '2026-11-18T12:00:00Z',
    '2026-11-20T12:00:00Z',
  ],
  ['a pause keeps the rhythm', { mute_until: '2026-11-20T12:00:00Z' }, '2026-11-18T12:00:00Z', '2026-11-21T08:00:00Z'],
  [
    'a pause that is over',
    { ...atOnce, mute_until: '2026-11-17T12:00:00Z' },
    '2026-11-18T12:00:00Z',
    '2026-11-18T12:00:00Z',
  ],
]
for (const [name, wishes, from, due] of DUE)
  test(`when a notice is due: ${name}`, () => {
    const at = new Date(from)
    const settings = { ...DEFAULTS, ...wishes }
    assert.equal(dueAt(settings, 'trust_request', at, at).toISOString(), new Date(due).toISOString())
    assert.equal(+dueAt(settings, 'security', at, at), +at, 'security waits for nothing')
  })

test('what is late is due now, or after the quiet hours of now', () => {
  const [created, now] = [new Date('2026-11-18T12:00:00Z'), new Date('2026-11-20T23:00:00Z')]
  assert.equal(+dueAt(DEFAULTS, 'billing', created, now), +now)
  const quiet = dueAt({ ...DEFAULTS, quiet_hours: night }, 'billing', created, now)
  assert.equal(quiet.toISOString(), '2026-11-21T07:00:00.000Z')
})

const MARKS: [days: number[], left: number, mark: number | undefined][] = [
  [[30, 7, 1], 31, undefined],
  [[30, 7, 1], 30, 30],
  [[30, 7, 1], 28, 30],
  [[30, 7, 1], 27, undefined],
  [[30, 7, 1], 7, 7],
  [[30, 7, 1], 1, 1],
  [[3, 2, 1], 2, 2],
  [[], 1, undefined],
]
for (const [days, left, mark] of MARKS)
  test(`${left} days before the end, of ${days.join(', ') || 'none'}, it is time for ${mark ?? 'none'}`, () => {
    assert.equal(reachedMark(days, left), mark)
  })
