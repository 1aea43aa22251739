// Dates that a page states about itself. Vendors forget to update them, so they are claims, not our measure of freshness.
import { matchesOf } from './language/matches.ts'

const UPDATED =
  /\b(last (?:updated|modified|revised)|updated|effective(?: date)?|as of)(?: on)?[:\s]+((?:\d{1,2} )?[A-Z][a-z]{2,8}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?\d{4}|\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\/\d{4})/gi
const NEAR_THE_TOP = 20_000
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export interface PageDate {
  key: 'effective' | 'last_updated'
  text: string
  start: number
  end: number
}

/** The first of each kind. */
export function pageDates(text: string): PageDate[] {
  const dates = new Map<string, PageDate>()
  for (const match of matchesOf(UPDATED, text.slice(0, NEAR_THE_TOP))) {
    const key = /effective|as of/i.test(match[1] ?? '') ? 'effective' : 'last_updated'
    if (!dates.has(key))
      dates.set(key, { key, text: match[2] ?? '', start: match.index, end: match.index + match[0].length })
  }
  return [...dates.values()]
}

export function datesIn(text: string): Record<string, string> {
  return Object.fromEntries(pageDates(text).map((date) => [date.key, date.text]))
}

/** As YYYY-MM-DD; a month alone becomes its last day. Undefined if readers of two countries would disagree. */
export function dayOf(text: string): string | undefined {
  const iso = /\b(\d{4})-(\d\d)-(\d\d)\b/.exec(text)
  if (iso) return real(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const month = MONTHS.findIndex((name) => new RegExp(`\\b${name}[a-z]*\\b`, 'i').test(text)) + 1
  const year = Number(/\b((?:19|20)\d\d)\b/.exec(text)?.[1])
  if (month === 0 || !year) return undefined
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)/.exec(text.replace(String(year), ''))?.[1]
  return real(year, month, day ? Number(day) : new Date(Date.UTC(year, month, 0)).getUTCDate())
}

function real(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined
}
