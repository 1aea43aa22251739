// When something may be mailed to a person: their rhythm, their night and their pause, by the clock of their own wall. Pure.
import { isTimezone, type Settings, type Topic } from './rules.ts'

/** What comes once a day or once a week comes at this hour. */
const MORNING = 8 * 60
const MONDAY = 1
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * Security waits for nothing. `mute_until` drops nothing: what happens meanwhile is told after it, in the rhythm of the
 * person, and not in their quiet hours. Never before `now`.
 */
export function dueAt(settings: Settings, topic: Topic, created: Date, now: Date): Date {
  if (topic === 'security') return now
  const { cadence, timezone, mute_until, quiet_hours } = settings
  const from = later(created, mute_until ? new Date(mute_until) : created)
  const inRhythm =
    cadence === 'daily' ? morningFrom(timezone, from) : cadence === 'weekly' ? mondayFrom(timezone, from) : from
  const moment = later(inRhythm, now)
  return quiet_hours ? afterQuiet(timezone, quiet_hours, moment) : moment
}

const later = (one: Date, other: Date): Date => (one < other ? other : one)

/** The next morning, this one included. */
function morningFrom(zone: string, from: Date): Date {
  const today = { ...wallOf(zone, from), minute: MORNING }
  return momentFrom(zone, today, from) ?? momentFrom(zone, daysLater(today, 1), from) ?? from
}

function mondayFrom(zone: string, from: Date): Date {
  const today = { ...wallOf(zone, from), minute: MORNING }
  const days = (MONDAY - new Date(today.day).getUTCDay() + 7) % 7
  return momentFrom(zone, daysLater(today, days), from) ?? momentFrom(zone, daysLater(today, days + 7), from) ?? from
}

/** The end of the quiet hours that the moment is in; the moment itself outside of them. Hours of no length are none. */
function afterQuiet(zone: string, hours: { start: string; end: string }, moment: Date): Date {
  const [start, end] = [minuteOf(hours.start), minuteOf(hours.end)]
  const wall = wallOf(zone, moment)
  const { minute } = wall
  const overMidnight = start > end
  const isQuiet = overMidnight ? minute >= start || minute < end : minute >= start && minute < end
  if (!isQuiet) return moment
  const last = { ...daysLater(wall, overMidnight && minute >= start ? 1 : 0), minute: end }
  return momentFrom(zone, last, moment) ?? moment
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** What a calendar and a clock on the wall show. */
interface Wall {
  /** Midnight of that day as UTC counts it, so that days can be added. */
  day: number
  /** Of the day. */
  minute: number
}

const daysLater = ({ day, minute }: Wall, days: number): Wall => ({ day: day + days * DAY, minute })

/**
 * The first moment, not before `from`, at which the wall shows this. An hour that the summer skips counts as the one
 * after it, as Temporal has it; of one that comes twice, the second counts where the first is over.
 */
function momentFrom(zone: string, wall: Wall, from: Date): Date | undefined {
  const shown = wall.day + wall.minute * MINUTE
  const [before, after] = [offsetAt(zone, shown - DAY), offsetAt(zone, shown + DAY)]
  const both = [new Date(shown - before), new Date(shown - after)]
  const real = both.filter((one) => isShown(zone, one, wall))
  return (real.length > 0 ? real : both.slice(0, 1)).find((one) => one >= from)
}

const isShown = (zone: string, moment: Date, { day, minute }: Wall): boolean => {
  const wall = wallOf(zone, moment)
  return wall.day === day && wall.minute === minute
}

/** How far the wall is ahead of UTC. */
function offsetAt(zone: string, time: number): number {
  const minutes = Math.floor(time / MINUTE) * MINUTE
  const { day, minute } = wallOf(zone, new Date(minutes))
  return day + minute * MINUTE - minutes
}

function wallOf(zone: string, moment: Date): Wall {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year, month, day, hour, minute } = parts as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>
  return { day: Date.UTC(year, month - 1, day), minute: hour * 60 + minute }
}

/** Making one is slow, and there are some hundred zones at most. */
const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const two = '2-digit' as const
  const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, hourCycle: 'h23' } as const
  // A name may be taken back by a later edition of the zones: then people are told by UTC, and nobody else has to wait.
  const timeZone = isTimezone(zone) ? zone : 'UTC'
  const made = new Intl.DateTimeFormat('en-US', { ...fields, timeZone, calendar: 'gregory' })
  formats.set(zone, made)
  return made
}
