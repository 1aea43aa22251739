// Numbers and times as people read them.
const NUMBER = new Intl.NumberFormat('en')
const DATE = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
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
export const share = (value: number): string => `${Math.round(value * 100)} %`
export const day = (iso: string): string => DATE.format(new Date(iso))
/** `Nov 16 – 24, 2026`, or one day where both are the same. */
export const span = (from: string, to: string): string => DATE.formatRange(new Date(from), new Date(to))
export const moment = (iso: string): string => TIME.format(new Date(iso))
export const days = (value: number): string => `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} d`

/** `3 days ago`, `in 2 hours`. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000
  for (const [unit, size] of STEPS) if (Math.abs(seconds) >= size) return AGO.format(Math.round(seconds / size), unit)
  return 'just now'
}

export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`
