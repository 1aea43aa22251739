// Lengths of time and figures as the scorer compares them: a month is 30 days, a year 365, and values within 3% are equal.
import type { Prediction } from './gold.ts'
import { normal } from './vocabulary.ts'

type Figure = number | string

const UNITS: readonly [RegExp, number][] = [
  [/second|sekunde|seconde|segundo/, 1],
  [/minute|minuto/, 60],
  [/hour|stunde|heure|hora|\bore\b|\buur|uren|時間/, 3600],
  [/business day|working day|werktag|jours? ouvr/, 86_400],
  [/day|\btag|jour|día|dia|giorn|dag(?:en)?\b|日/, 86_400],
  [/week|woche|semaine|semana|settiman|週/, 7 * 86_400],
  [/month|monat|mois|mes(?:es)?\b|mesi|maand|か月|ヶ月/, 30 * 86_400],
  [/year|jahr|année|\bans?\b|año|\bano|anni|jaar|年/, 365 * 86_400],
]
const NUMBERS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, five: 5, seven: 7, ten: 10, thirty: 30 }
const NUMBER = new RegExp(String.raw`(\d+(?:\.\d+)?)|\b(${Object.keys(NUMBERS).join('|')})\b`)
const WITHOUT: readonly [RegExp, string][] = [
  [/indefinit|unlimited|forever|unbefristet/, 'indefinite'],
  [/not (kept|retained|stored)|no retention|zero|immediate/, 'not kept'],
  [/configurable/, 'configurable'],
  [/until .*(removed|deleted)/, 'until removed'],
]

/** The length in seconds, or a word if it has none. */
export function spanOf(value: string): Figure {
  const text = normal(value).replaceAll(',', '.')
  const word = WITHOUT.find(([pattern]) => pattern.test(text))
  if (word) return word[1]
  const found = NUMBER.exec(text)
  if (!found) return text
  const number = found[1] ? Number(found[1]) : (NUMBERS[found[2] ?? ''] ?? 0)
  const after = text.slice(found.index + found[0].length) || text
  const unit = UNITS.find(([pattern]) => pattern.test(after))
  return Math.round(number * (unit?.[1] ?? 86_400))
}

export const isClose = (one: Figure, other: Figure): boolean =>
  one === other ||
  (typeof one === 'number' && typeof other === 'number' && other !== 0 && Math.abs(one - other) / other <= 0.03)

export function figureOf(metric: string | undefined, value: string): Figure {
  const text = normal(value)
  if (metric === 'uptime' || metric === 'service_credit') {
    const number = /\d+(?:[.,]\d+)?/.exec(text)?.[0]
    return number ? Number(number.replace(',', '.')) : text
  }
  if (metric === 'backup_frequency') return /daily|day|täglich|quotidien/.test(text) ? 'daily' : text
  return spanOf(value)
}

const METRICS: readonly [string, RegExp][] = [
  ['service_credit', /credit|penalt/],
  ['claim_window', /claim/],
  ['maintenance_limit', /maintenance_limit|downtime_limit/],
  ['maintenance_notice', /maintenance/],
  ['response_time', /response|reaction/],
  ['backup_frequency', /backup/],
  ['uptime', /uptime|availab|service_level|sla/],
]

export function metricOf({ predicate, claim_text }: Prediction): string | undefined {
  for (const source of [predicate, claim_text]) {
    const known = METRICS.find(([, pattern]) => pattern.test(normal(source)))
    if (known) return known[0]
  }
  return undefined
}
