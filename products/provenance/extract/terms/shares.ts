// Percentages: the promised availability, and the credit if it is missed.
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
    (clause.holder === 'other' && !isProvider(around)) ||
    around.actor === 'customer' ||
    (around.has('facility', subject.start, subject.end) && !isProvider(around))
  if (isOthers || (SILENT.has(clause.modality) && !isTarget(around))) return undefined
  if (isCredit(around, amount)) return { name: 'service_credit', value: lengthOf(amount) }
  if (amount.value < LEAST_UPTIME || amount.value > 100 || clause.modality === 'condition') return undefined
  const isPromised = around.inSentence('uptime') && !around.has('credit') && !isNegated(clause)
  return isPromised &&
    !isBelow(around, amount) &&
    !isExplained(around) &&
    !isMeasured(around) &&
    !isFigured(around, amount)
    ? { name: 'uptime', value: lengthOf(amount) }
    : undefined
}

/** "Target availability: 99.9%" on a page of service levels, or "will be available 99.9%", is not a plan. */
const TARGET = /^(?:will be|target|goal|ziel|objectif|objetivo|obiettivo|doel is|doelstelling|目標)$/u

const WORK_NEAR = 30

function isTarget({ clause, reading, page }: Around): boolean {
  if (clause.modality !== 'plan' || !page.isServiceLevel) return false
  return clause.hits.all('plan', clause.start, clause.end).every(({ start, end }) => {
    // "Excluding planned maintenance": the maintenance is planned, not the uptime.
    const isWork = clause.hits.has('maintenance', start, Math.min(clause.end, end + WORK_NEAR))
    return isWork || TARGET.test(reading.view.slice(start, end))
  })
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

/** "An uptime of 99.9% allows for 43 minutes a month" explains a percentage without promising it. */
function isExplained(around: Around): boolean {
  const { clause } = around
  if (clause.namesVendor || around.has('own') || !ANY.test(around.view)) return false
  return clause.hits.all('unit', clause.start, clause.end).some(({ value }) => value === 'minute' || value === 'hour')
}

/** "99.99% in 2019", "over the last twelve months": measured values are not promises. */
const MEASURED =
  /(?<!\d)(?:19|20)\d\d(?!\d)|\b(?:last|past|previous) (?:\p{L}+ )?(?:months?|years?|quarters?|days)\b|\bletzten (?:\p{L}+ )?(?:monate|jahre?s?|quartal)|\bderni(?:ers?|ères?) (?:mois|années?|trimestres?)|(?<!\p{L})últim[oa]s? (?:\p{L}+ )?(?:meses|años?|anos?|trimestres?)|\bultim[oi] (?:\p{L}+ )?(?:mesi|anno|anni|trimestre)|\b(?:afgelopen|laatste) (?:\p{L}+ )?(?:maanden|jaar|kwartaal)|\bvergangenen? (?:\p{L}+ )?(?:monate?n?|jahr\p{L}*|quartal\p{L}*)|\bvorjahr|\bl'an(?:née)? (?:dernier|dernière|passée?)|(?<!\p{L})(?:año|mes|ano|mês|trimestre) (?:pasado|passado)|\b(?:scorso (?:anno|mese)|(?:anno|mese) scorso)|\bvorige? (?:jaar|maand)|過去|昨年|先月|前年/u

const isMeasured = ({ clause: { sentence }, reading }: Around): boolean =>
  MEASURED.test(reading.view.slice(sentence.start, sentence.end))

const PROVIDER =
  /^\W*(?:the (?:provider|supplier|vendor|company)|der (?:anbieter|dienstleister|auftragnehmer)|le (?:prestataire|fournisseur)|el proveedor|o (?:fornecedor|prestador|provedor)|il fornitore|de (?:leverancier|dienstverlener|opdrachtnemer))(?!\p{L})/u

/** Service level agreements call the vendor the provider. */
const isProvider = ({ page, view, clause }: Around): boolean =>
  page.isServiceLevel && clause.language !== 'ja' && PROVIDER.test(view)

const FORMULA = /calculat|comput|formula|minus|berechn|abzüglich|calcul|formel|fórmula|menos|calcol|bereken|算出|計算/u
const EXAMPLE =
  /(?:e\.g\.|z\. ?b\.|for example|for instance|par exemple|por ejemplo|por exemplo|ad esempio|bijv\.|例えば)[^.;]{0,30}$/u

/** "100% minus the downtime" and "for example 98%" are not promises. */
function isFigured({ clause, reading: { view } }: Around, { value, start }: Amount): boolean {
  const { sentence } = clause
  const isFormula = value === 100 && FORMULA.test(view.slice(sentence.start, sentence.end))
  return isFormula || EXAMPLE.test(view.slice(sentence.start, start))
}

const BELOW_NEAR = 18

/** "falls below 99.9%" is a condition. In Japanese the word follows the number. */
function isBelow(around: Around, { start, end }: Amount): boolean {
  const { clause } = around
  if (clause.language === 'ja') return around.has('below', end, Math.min(clause.end, end + BELOW_NEAR / 2))
  return around.has('below', Math.max(clause.start, start - BELOW_NEAR), start)
}
