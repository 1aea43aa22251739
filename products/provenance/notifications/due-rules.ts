// When a notice may be emailed, by the person's cadence, quiet hours, mute and time zone. Pure.
import { isTimezone, type Settings, type Topic } from './rules.ts'

/** Daily and weekly emails go out at this local time. */
const MORNING = 8 * 60
const MONDAY = 1
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * When to send a notice; never before `now`. Security notices are due immediately. `mute_until` only delays the others: they
 * follow when the mute ends, in the person's cadence and outside their quiet hours.
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

/** The next morning at or after the given time. */
function morningFrom(zone: string, from: Date): Date {
  const today = { ...wallOf(zone, from), minute: MORNING }
  return momentFrom(zone, today, from) ?? momentFrom(zone, daysLater(today, 1), from) ?? from
}

function mondayFrom(zone: string, from: Date): Date {
  const today = { ...wallOf(zone, from), minute: MORNING }
  const days = (MONDAY - new Date(today.day).getUTCDay() + 7) % 7
  return momentFrom(zone, daysLater(today, days), from) ?? momentFrom(zone, daysLater(today, days + 7), from) ?? from
}

/** The end of the quiet hours around this time, or the time itself if it is not quiet. Equal start and end mean none. */
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

/** A local date and time. */
interface Wall {
  /** Midnight of the local date, as if it were UTC, so that days can be added. */
  day: number
  /** Minutes since midnight. */
  minute: number
}

const daysLater = ({ day, minute }: Wall, days: number): Wall => ({ day: day + days * DAY, minute })

/**
 * The first time at or after `from` with this local date and time. A local time that the change to summer time skips is
 * moved forward, as Temporal does. If a local time occurs twice, the second one counts once the first is over.
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

/** The offset of the zone from UTC, in milliseconds. */
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

/** Cached, because creating a format is slow. There are only a few hundred zones. */
const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const two = '2-digit' as const
  const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, hourCycle: 'h23' } as const
  // An update of the zone database may remove a name. Fall back to UTC, so that no one else's email is held up.
  const timeZone = isTimezone(zone) ? zone : 'UTC'
  const made = new Intl.DateTimeFormat('en-US', { ...fields, timeZone, calendar: 'gregory' })
  formats.set(zone, made)
  return made
}
