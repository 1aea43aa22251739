import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueAt } from './due-rules.ts'
import { applyPatch, DEFAULTS, isTimezone, reachedMark, type Settings } from './rules.ts'

test('a patch changes only the fields it names', () => {
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
  test(`“${name}” is ${is ? 'a' : 'not a'} time zone`, () => {
    assert.equal(isTimezone(name), is)
  })

type Wishes = Partial<Pick<Settings, 'cadence' | 'timezone' | 'quiet_hours' | 'mute_until'>>
const night = { start: '22:00', end: '07:00' }
const berlin = { timezone: 'Europe/Berlin' }
const atOnce = { cadence: 'immediate' } as const
const weekly = { cadence: 'weekly' } as const
/** Case name, settings, when it happened, and when the email is due. */
const DUE: [string, Wishes, from: string, due: string][] = [
  ['immediate is due now', atOnce, '2026-11-18T12:00:00Z', '2026-11-18T12:00:00Z'],
  ['daily is due the next morning', {}, '2026-11-18T12:00:00Z', '2026-11-19T08:00:00Z'],
  ['before eight, the next morning is today', {}, '2026-11-18T07:59:00Z', '2026-11-18T08:00:00Z'],
  ['at eight sharp it is due now', {}, '2026-11-18T08:00:00Z', '2026-11-18T08:00:00Z'],
  ['the morning is in the person’s time zone', berlin, '2026-11-18T06:30:00Z', '2026-11-18T07:00:00Z'],
  [
    'far in the east it is already tomorrow',
    { timezone: 'Pacific/Auckland' },
    '2026-11-18T12:00:00Z',
    '2026-11-18T19:00:00Z',
  ],
  ['offsets of half an hour work', { timezone: 'Asia/Kolkata' }, '2026-11-18T12:00:00Z', '2026-11-19T02:30:00Z'],
  ['an unknown time zone counts as UTC', { timezone: 'Mars/Olympus' }, '2026-11-18T12:00:00Z', '2026-11-19T08:00:00Z'],
  ['weekly is due on Monday', weekly, '2026-11-18T12:00:00Z', '2026-11-23T08:00:00Z'],
  ['weekly on a Monday before eight is due that day', weekly, '2026-11-23T07:00:00Z', '2026-11-23T08:00:00Z'],
  ['weekly on a Monday after eight is due a week later', weekly, '2026-11-23T08:01:00Z', '2026-11-30T08:00:00Z'],
  ['summer time begins in between', { ...weekly, ...berlin }, '2026-03-27T12:00:00Z', '2026-03-30T06:00:00Z'],
  ['summer time ends in between', berlin, '2026-10-24T12:00:00Z', '2026-10-25T07:00:00Z'],
  ['in quiet hours before midnight', { ...atOnce, quiet_hours: night }, '2026-11-18T23:00:00Z', '2026-11-19T07:00:00Z'],
  ['in quiet hours after midnight', { ...atOnce, quiet_hours: night }, '2026-11-19T01:00:00Z', '2026-11-19T07:00:00Z'],
  ['at the end of quiet hours', { ...atOnce, quiet_hours: night }, '2026-11-19T07:00:00Z', '2026-11-19T07:00:00Z'],
  ['outside quiet hours', { ...atOnce, quiet_hours: night }, '2026-11-18T21:59:00Z', '2026-11-18T21:59:00Z'],
  [
    'quiet hours during the day',
    { ...atOnce, quiet_hours: { start: '09:00', end: '17:00' } },
    '2026-11-18T12:00:00Z',
    '2026-11-18T17:00:00Z',
  ],
  [
    'quiet hours with equal start and end',
    { ...atOnce, quiet_hours: { start: '09:00', end: '09:00' } },
    '2026-11-18T09:00:00Z',
    '2026-11-18T09:00:00Z',
  ],
  [
    'the morning falls into quiet hours',
    { quiet_hours: { start: '22:00', end: '09:30' } },
    '2026-11-18T12:00:00Z',
    '2026-11-19T09:30:00Z',
  ],
  [
    'the change to summer time shortens the night',
    { ...atOnce, ...berlin, quiet_hours: night },
    '2026-03-28T23:00:00Z',
    '2026-03-29T05:00:00Z',
  ],
  [
    'the change to winter time lengthens the night',
    { ...atOnce, ...berlin, quiet_hours: night },
    '2026-10-24T22:00:00Z',
    '2026-10-25T06:00:00Z',
  ],
  [
    'quiet hours that end at a skipped local time end an hour later',
    { ...atOnce, ...berlin, quiet_hours: { start: '22:00', end: '02:30' } },
    '2026-03-29T00:30:00Z',
    '2026-03-29T01:30:00Z',
  ],
  [
    'quiet hours that end at a repeated local time end at the first',
    { ...atOnce, ...berlin, quiet_hours: { start: '22:00', end: '02:30' } },
    '2026-10-24T23:30:00Z',
    '2026-10-25T00:30:00Z',
  ],
  [
    'once the first is over, they end at the second',
    { ...atOnce, ...berlin, quiet_hours: { start: '22:00', end: '02:30' } },
    '2026-10-25T01:10:00Z',
    '2026-10-25T01:30:00Z',
  ],
  [
    'a mute delays the notice',
    { ...atOnce, mute_until: '2026-11-20T12:00:00Z' },
    '2026-11-18T12:00:00Z',
    '2026-11-20T12:00:00Z',
  ],
  ['a mute keeps the cadence', { mute_until: '2026-11-20T12:00:00Z' }, '2026-11-18T12:00:00Z', '2026-11-21T08:00:00Z'],
  [
    'a mute that has ended',
    { ...atOnce, mute_until: '2026-11-17T12:00:00Z' },
    '2026-11-18T12:00:00Z',
    '2026-11-18T12:00:00Z',
  ],
]
for (const [name, preferences, from, due] of DUE)
  test(`when a notice is due: ${name}`, () => {
    const at = new Date(from)
    const settings = { ...DEFAULTS, ...preferences }
    assert.equal(dueAt(settings, 'trust_request', at, at).toISOString(), new Date(due).toISOString())
    assert.equal(+dueAt(settings, 'security', at, at), +at, 'security is never delayed')
  })

test('an overdue notice is due now, or after the current quiet hours', () => {
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
  test(`with reminders ${days.join(', ') || 'none'} days before, ${left} days left reach ${mark ?? 'no reminder'}`, () => {
    assert.equal(reachedMark(days, left), mark)
  })
