// Working days: which dates a team works on, and the date of the n-th working day. Pure.

export interface CalendarOptions {
  /** `2026-03-01`. */
  start: string
  /** The number of working days per week, counted from Monday. */
  daysPerWeek: number
  /** `2026-12-19/2027-01-06`, both dates included, or a single date. */
  freezes: readonly string[]
}

export interface Calendar {
  /** The date of the n-th working day from the start, undefined beyond the horizon. */
  dateOf(day: number): string | undefined
  /** The number of working days up to and including a date. */
  daysUntil(date: string): number
}

/** Forty years with five days a week; longer plans make no sense. */
export const HORIZON = 10_400
const DAY_MS = 86_400_000
/** Enough even with one working day per week and months of freezes every year. */
const MAX_SEARCHED = HORIZON * 10
/** 9999-12-31, because dates have years of four digits. */
const LAST_DAY = 2_932_896

export function openCalendar({ start, daysPerWeek, freezes }: CalendarOptions): Calendar {
  const first = dayNumber(start)
  const frozen = freezes.map(freezeOf)
  const dates: number[] = []
  let searched = 0

  const isWorked = (day: number): boolean =>
    weekday(day) < daysPerWeek && !frozen.some(({ from, to }) => day >= from && day <= to)
  const searchNext = (): boolean => {
    while (searched < MAX_SEARCHED && first + searched <= LAST_DAY) {
      const day = first + searched++
      if (!isWorked(day)) continue
      dates.push(day)
      return true
    }
    return false
  }

  return {
    dateOf: (day) => {
      if (day >= HORIZON) return undefined
      while (dates.length <= day) if (!searchNext()) return undefined
      return dateOfDay(dates[day]!)
    },
    daysUntil: (date) => {
      const last = dayNumber(date)
      let count = 0
      for (let day = first; day <= last && count < HORIZON; day++) if (isWorked(day)) count++
      return count
    },
  }
}

/** Parses an interval of two dates, or a single date. */
export function freezeOf(text: string): { from: number; to: number } {
  const [from = '', to = from] = text.split('/')
  return { from: dayNumber(from), to: dayNumber(to) }
}

/** False for an interval that ends before it starts. */
export function isFreeze(text: string): boolean {
  const { from, to } = freezeOf(text)
  return from <= to
}

const dayNumber = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
/** Monday is 0; January 1, 1970 was a Thursday. */
const weekday = (day: number): number => (((day + 3) % 7) + 7) % 7
