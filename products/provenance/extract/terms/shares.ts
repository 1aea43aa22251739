// Percentages: what is promised to be available, and what is paid back if it is not.
import type { Amount } from '../clauses/amounts.ts'
import { isNegated } from '../clauses/clause.ts'
import type { Around } from './around.ts'
import { lengthOf, type TermName } from './term.ts'

const LEAST_UPTIME = 90
const CREDIT_NEAR = 60
const SILENT: ReadonlySet<string> = new Set(['question', 'definition', 'former', 'plan'])

export function shareOf(around: Around, amount: Amount): { name: TermName; value: string } | undefined {
  const { clause } = around
  const { subject } = clause
  const isOthers =
    clause.holder === 'other' || around.actor === 'customer' || around.has('facility', subject.start, subject.end)
  if (isOthers || (SILENT.has(clause.modality) && !isTarget(around))) return undefined
  if (isCredit(around, amount)) return { name: 'service_credit', value: lengthOf(amount) }
  if (amount.value < LEAST_UPTIME || amount.value > 100 || clause.modality === 'condition') return undefined
  const isPromised = around.inSentence('uptime') && !around.has('credit') && !isNegated(clause)
  return isPromised && !isBelow(around, amount) && !isExplained(around) && !isMeasured(around)
    ? { name: 'uptime', value: lengthOf(amount) }
    : undefined
}

/** "Target availability: 99.9 %" on a page of service levels, "will be available 99.9 %": no plan of something new. */
const TARGET = /^(?:will be|target|goal|ziel|objectif|objetivo|obiettivo|doel is|doelstelling|目標)$/u

function isTarget({ clause, reading, page }: Around): boolean {
  if (clause.modality !== 'plan' || !page.isServiceLevel) return false
  return clause.hits
    .all('plan', clause.start, clause.end)
    .every(({ start, end }) => TARGET.test(reading.view.slice(start, end)))
}

function isCredit(around: Around, amount: Amount): boolean {
  if (amount.value >= LEAST_UPTIME && amount.value !== 100) return false
  return (
    around.near('credit', amount, CREDIT_NEAR) &&
    around.has('credit') &&
    !around.has('limit') &&
    !isBelow(around, amount)
  )
}

const ANY = /^\W*(?:an?|eine|une|una|uma|een)\s/u

/** "An uptime of 99.9 % allows for 43 minutes a month": what a share means, and whose it is nobody says. */
function isExplained(around: Around): boolean {
  const { clause } = around
  if (clause.namesVendor || around.has('own') || !ANY.test(around.view)) return false
  return clause.hits.all('unit', clause.start, clause.end).some(({ value }) => value === 'minute' || value === 'hour')
}

/** "99.99 % in 2019", "over the last twelve months": what was measured is not what is promised. */
const MEASURED =
  /(?<!\d)(?:19|20)\d\d(?!\d)|\b(?:last|past|previous) (?:\p{L}+ )?(?:months?|years?|quarters?|days)\b|\bletzten (?:\p{L}+ )?(?:monate|jahre?s?|quartal)|\bderni(?:ers?|ères?) (?:mois|années?|trimestres?)|(?<!\p{L})últim[oa]s? (?:\p{L}+ )?(?:meses|años?|anos?|trimestres?)|\bultim[oi] (?:\p{L}+ )?(?:mesi|anno|anni|trimestre)|\b(?:afgelopen|laatste) (?:\p{L}+ )?(?:maanden|jaar|kwartaal)|過去|昨年/u

const isMeasured = ({ clause: { sentence }, reading }: Around): boolean =>
  MEASURED.test(reading.view.slice(sentence.start, sentence.end))

const BELOW_NEAR = 18

/** "falls below 99.9 %" is a condition, wherever it stands; Japanese says it behind the number. */
function isBelow(around: Around, { start, end }: Amount): boolean {
  const { clause } = around
  if (clause.language === 'ja') return around.has('below', end, Math.min(clause.end, end + BELOW_NEAR / 2))
  return around.has('below', Math.max(clause.start, start - BELOW_NEAR), start)
}
