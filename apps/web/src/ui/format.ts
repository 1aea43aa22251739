// Formats numbers and times.
const NUMBER = new Intl.NumberFormat('en')
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', signDisplay: 'negative' })
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const DATE = new Intl.DateTimeFormat('en', DAY)
const CALENDAR_DATE = new Intl.DateTimeFormat('en', { ...DAY, timeZone: 'UTC' })
const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' })
const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

export const count = (value: number): string => NUMBER.format(value)
export const share = (value: number): string => PERCENT.format(value)
export const day = (iso: string): string => dateFormat(iso).format(new Date(iso))
/** `Nov 16 – 24, 2026`, or a single day if both are the same. */
export const span = (from: string, to: string): string => dateFormat(from).formatRange(new Date(from), new Date(to))
export const moment = (iso: string): string => TIME.format(new Date(iso))
export const days = (value: number): string => `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} d`

/** JavaScript parses a date without a time as midnight UTC, which is the day before in America. Format it in UTC too. */
const dateFormat = (iso: string): Intl.DateTimeFormat => (/^\d{4}-\d\d-\d\d$/.test(iso) ? CALENDAR_DATE : DATE)

/** `3 days ago`, `in 2 hours`. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000
  for (const [unit, size] of STEPS) if (Math.abs(seconds) >= size) return AGO.format(Math.round(seconds / size), unit)
  return 'just now'
}

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Initials of the first two words. Emoji and letters with combining accents stay whole. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...CHARACTERS.segment(word)][0]?.segment)
    .join('')

export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`
