// Working days: which dates a team works on, and the date of the n-th of them. Pure.

export interface CalendarOptions {
  /** `2026-03-01`. */
  start: string
  /** The first so many days of the week, from Monday. */
  daysPerWeek: number
  /** `2026-12-19/2027-01-06`, or one day; both ends belong to it. */
  freezes: readonly string[]
}

export interface Calendar {
  /** The date of the n-th working day from the start, undefined beyond the horizon. */
  dateOf(day: number): string | undefined
  /** How many working days there are up to a date, that date included. */
  daysUntil(date: string): number
}

/** Forty years of five days a week: who plans further has another question. */
export const HORIZON = 10_400
const DAY_MS = 86_400_000
/** Even where all but one day of the week is free and every year has months of freezes. */
const MAX_SEARCHED = HORIZON * 10
/** 9999-12-31: dates have four digits for the year. */
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

/** From an interval of two dates or one date. */
export function freezeOf(text: string): { from: number; to: number } {
  const [from = '', to = from] = text.split('/')
  return { from: dayNumber(from), to: dayNumber(to) }
}

/** One that some day lies in. */
export function isFreeze(text: string): boolean {
  const { from, to } = freezeOf(text)
  return from <= to
}

const dayNumber = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
/** Monday is 0; the first of January 1970 was a Thursday. */
const weekday = (day: number): number => (((day + 3) % 7) + 7) % 7
