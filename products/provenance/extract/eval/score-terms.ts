import type { GoldDocument, GoldTerm, Prediction } from './gold.ts'
import { figureOf, isClose, metricOf, spanOf } from './lengths.ts'
import { count, countWrong, type Tally } from './tally.ts'
import { CATEGORIES, normal } from './vocabulary.ts'

const TERMS = [
  'subprocessor_notice_days',
  'objection_days',
  'breach_notice_hours',
  'deletion_days',
  'audit_right',
  'scc_modules',
  'governing_law',
]
const DUTIES = new Set([
  'ai_interaction_disclosure',
  'ai_output_marking',
  'ai_emotion_notice',
  'ai_deep_fake_disclosure',
  'ai_disclosure_accessible',
  'ai_act_intent',
])
/** Predicates that are only wrong if the duty is the customer's. */
const TRIGGERS = new Set([
  'ai_interacts_with_people',
  'ai_generates_content',
  'ai_emotion_or_biometric',
  'ai_deep_fake_or_public_text',
])

/** Scores agreement terms, retention, service levels and notices under Article 50, if they are labeled. */
export function scoreTerms(tally: Tally, gold: GoldDocument, claims: readonly Prediction[]): void {
  const of = (family: string): Prediction[] =>
    claims.filter(({ category, relation }) => CATEGORIES[category] === family && relation === 'supports')
  if (gold.dpa_terms) for (const name of TERMS) scoreTerm(tally, name, gold.dpa_terms[name], of('dpa'))
  if (gold.retention)
    scorePromises(tally, 'retention', of('retention'), {
      gold: gold.retention.map(({ what, value }) => ({ name: what, value: spanOf(value) })),
      same: (claim, one) => isClose(spanOf(claim.value), one.value),
    })
  if (gold.sla)
    scorePromises(tally, 'sla', of('sla'), {
      gold: gold.sla.map(({ metric, value, optional = false }) => ({
        ...{ name: metric, value: figureOf(metric, value), optional },
      })),
      same: (claim, one) => metricOf(claim) === one.name && isClose(figureOf(metricOf(claim), claim.value), one.value),
    })
  if (gold.ai_act_article50) scoreNotices(tally, gold, of('art50'))
}

function scoreTerm(tally: Tally, name: string, want: GoldTerm | null | undefined, claims: readonly Prediction[]): void {
  const plain = (value: string): string =>
    name === 'scc_modules'
      ? [...new Set(value.match(/[1-4]/g))].sort().join(',')
      : normal(value.replace(/[\s_-]+/g, ' '))
  const wanted = want ? [want.value].flat() : []
  const accepted = new Set(
    !want ? [] : name === 'scc_modules' ? [plain(wanted.join(','))] : [...wanted, ...(want.accept ?? [])].map(plain),
  )
  const about = claims.filter(({ predicate }) => predicate === name)
  for (const claim of about) tally.verdicts.set(claim, accepted.has(plain(claim.value)))
  const said = about.map(({ value }) => plain(value))
  for (const value of name === 'scc_modules' ? said : new Set(said)) {
    if (accepted.has(value)) count(tally, 'dpa_tp')
    else countWrong(tally, 'dpa_fp', 'dpa FP', `${name} ${value}`, wanted.join(',') || 'nothing')
  }
  if (want && !said.some((value) => accepted.has(value)) && !accepted.has('not stated'))
    countWrong(tally, 'dpa_fn', 'dpa FN', name, wanted.join(','))
}

interface Promised {
  name: string
  value: number | string
  optional?: boolean
}

/** Each labeled promise matches at most one claim. */
function scorePromises(
  tally: Tally,
  key: 'retention' | 'sla',
  claims: readonly Prediction[],
  { gold, same }: { gold: readonly Promised[]; same: (claim: Prediction, one: Promised) => boolean },
): void {
  const left = new Set(gold)
  for (const claim of claims) {
    const taken = [...left].find((one) => same(claim, one))
    const isRight = taken !== undefined || gold.some((one) => same(claim, one))
    tally.verdicts.set(claim, isRight)
    if (taken) {
      left.delete(taken)
      count(tally, `${key}_tp`)
    } else if (!isRight) countWrong(tally, `${key}_fp`, `${key} FP`, `${claim.predicate} ${claim.value}`)
  }
  for (const { name, value, optional } of left)
    if (!optional) countWrong(tally, `${key}_fn`, `${key} FN`, name, String(value))
}

function scoreNotices(tally: Tally, gold: GoldDocument, claims: readonly Prediction[]): void {
  const notices = gold.ai_act_article50 ?? []
  const duties = (isCustomers: boolean): Set<string> =>
    new Set(notices.filter(({ party }) => (party === 'customer') === isCustomers).map(({ duty }) => duty))
  const own = duties(false)
  const given = new Set(claims.map(({ predicate }) => predicate))
  for (const predicate of given) {
    const isTrigger = TRIGGERS.has(predicate)
    const isNeutral = isTrigger && !duties(true).has(predicate) && gold.ai_transparency.present !== 'no'
    const isWrong = !own.has(predicate) && !isNeutral && (isTrigger || DUTIES.has(predicate))
    if (own.has(predicate)) count(tally, 'art50_tp')
    else if (isWrong) countWrong(tally, 'art50_fp', 'art. 50 FP', predicate)
    if (own.has(predicate) || isWrong)
      for (const claim of claims) if (claim.predicate === predicate) tally.verdicts.set(claim, !isWrong)
  }
  for (const predicate of own) if (!given.has(predicate)) countWrong(tally, 'art50_fn', 'art. 50 FN', predicate)
}
