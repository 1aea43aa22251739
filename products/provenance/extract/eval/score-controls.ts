import type { GoldDocument, Prediction } from './gold.ts'
import { count, countShare, countWrong, type Tally } from './tally.ts'
import { CATEGORIES, type Family, normal, regionsOf } from './vocabulary.ts'

const CONTROLS = [
  ['rest', 'encryption_at_rest'],
  ['transit', 'encryption_in_transit'],
  ['pen', 'pen_test'],
  ['vdp', 'vulnerability_disclosure'],
] as const
const ABOUT_AI = /\bai\b|artificial intelligence|machine learning|\bml\b|\bllms?\b|language model|generative/

export function scoreResidency(tally: Tally, gold: GoldDocument, claims: readonly Prediction[]): void {
  const by = (fits: (status: string) => boolean): Set<string> =>
    regionsIn(gold.data_residency.filter(({ status }) => fits(status)).map(({ region }) => region))
  const available = by((status) => status === 'available')
  const details = gold.data_residency.filter(({ status }) => status !== 'planned').map(({ detail }) => detail ?? '')
  const neutral = new Set([...by((status) => status !== 'available' && status !== 'planned'), ...regionsIn(details)])
  const stated = claims.filter((one) => familyOf(one) === 'res' && one.relation === 'supports')
  const given = regionsIn(stated.map(({ value }) => value))
  for (const region of given) {
    if (available.has(region)) count(tally, 'res_tp')
    else if (!neutral.has(region)) countWrong(tally, 'res_fp', 'res FP', region)
  }
  for (const region of available) if (!given.has(region)) countWrong(tally, 'res_fn', 'res FN', region)
  for (const claim of stated) {
    const regions = [...regionsOf(claim.value)]
    if (regions.some((region) => available.has(region))) tally.verdicts.set(claim, true)
    else if (regions.some((region) => !neutral.has(region))) tally.verdicts.set(claim, false)
  }
}

export function scoreControls(tally: Tally, gold: GoldDocument, claims: readonly Prediction[]): void {
  scoreStatus(tally, gold, claims)
  scoreTraining(tally, gold, claims)
  if (gold.kind === 'status') return
  for (const [family, name] of CONTROLS) {
    const { value: want, accept = [] } = gold[name]
    if (want === 'uncertain') continue
    const accepted = [want, ...accept]
    const about = claims.filter((one) => controlOf(one) === family)
    for (const claim of about) tally.verdicts.set(claim, accepted.includes(lowerValue(claim)))
    // The last claim of a kind is scored.
    const said = about.at(-1)
    const value = said ? lowerValue(said) : 'not_stated'
    if (!accepted.includes(value)) tally.errors.push([name, `got ${value}`, `want ${want}`])
    if (said && accepted.includes(value)) count(tally, `${name}_tp`, Number(want !== 'not_stated'))
    if (said && !accepted.includes(value)) count(tally, `${name}_fp`)
    if (said && !accepted.includes(value) && want !== 'not_stated') count(tally, `${name}_fn`)
    if (!said && !accepted.includes('not_stated')) count(tally, `${name}_fn`)
  }
  scoreAi(tally, gold, claims)
}

function scoreStatus(tally: Tally, gold: GoldDocument, claims: readonly Prediction[]): void {
  if (!gold.status) return
  const wanted = gold.status.accept_incident_signal ?? [gold.status.incident_signal]
  const said = claims.findLast((one) => familyOf(one) === 'status')
  const isRight = said ? wanted.includes(Boolean(said.incident_signal)) : wanted.includes(null)
  countShare(tally, 'status', isRight)
  if (said) tally.verdicts.set(said, isRight)
  if (!isRight) tally.errors.push(['status', said?.value ?? 'no claim', String(wanted)])
}

function scoreAi(tally: Tally, { ai_transparency: gold, vendor }: GoldDocument, claims: readonly Prediction[]): void {
  const accepted = new Set([...(gold.accept_present ?? []), gold.present])
  const mayBe = accepted.has('yes') || accepted.has('partial')
  const stated = gold.present === 'yes' || gold.present === 'partial'
  const about = claims.filter((one) => familyOf(one) === 'ai')
  let value = ''
  for (const claim of about) {
    if (claim.predicate === 'ai_present') value = lowerValue(claim)
    else if (claim.predicate === 'no_ai') value ||= 'no'
    else value ||= lowerValue(claim)
    if (claim.predicate !== 'ai_feature') tally.verdicts.set(claim, accepted.has(lowerValue(claim)))
    else scoreFeature(tally, claim, vendor, mayBe, stated)
  }
  if (value === 'yes' || value === 'partial') {
    if (stated) count(tally, 'ai_present_tp')
    else if (!mayBe) countWrong(tally, 'ai_present_fp', 'ai_present', `got ${value}`, `want ${gold.present}`)
  } else if (stated && !accepted.has('no'))
    countWrong(tally, 'ai_present_fn', 'ai_present', `got ${value || 'no'}`, `want ${gold.present}`)
}

/** A feature must be about AI outside of the vendor's name. */
function scoreFeature(tally: Tally, claim: Prediction, vendor: string, mayBe: boolean, stated: boolean): void {
  const nameOnly = !ABOUT_AI.test(normal(claim.snippet).replaceAll(normal(vendor), ' '))
  countShare(tally, 'ai_feature_by_name_only', nameOnly)
  if (nameOnly || stated || !mayBe) tally.verdicts.set(claim, stated && !nameOnly)
}

function scoreTraining(tally: Tally, gold: GoldDocument, claims: readonly Prediction[]): void {
  const { value: want, accept = [] } = gold.trains_on_customer_data
  const accepted = new Set([...accept, want])
  const about = claims.filter((one) => familyOf(one) === 'train')
  const values = new Set(about.map(lowerValue).filter((value) => value !== 'not_stated'))
  for (const value of values) {
    if (accepted.has(value)) count(tally, 'train_tp', Number(want !== 'not_stated'))
    else countWrong(tally, 'train_fp', 'training', value, `want ${want}`)
  }
  for (const claim of about)
    if (want !== 'not_stated' || !accepted.has(lowerValue(claim)))
      tally.verdicts.set(claim, accepted.has(lowerValue(claim)))
  if (!accepted.has('not_stated') && ![...values].some((value) => accepted.has(value)))
    countWrong(tally, 'train_fn', 'training FN', want)
  scoreTrainingDenied(tally, gold, about)
}

function scoreTrainingDenied(tally: Tally, gold: GoldDocument, about: readonly Prediction[]): void {
  const topic = 'trains_on_customer_data'
  const isExpected = gold.refutations_expected.some((one) => one.topic === topic)
  if (!about.some(({ relation }) => relation === 'refutes')) {
    if (isExpected) countWrong(tally, 'ref_fn', 'refutation FN', topic)
  } else if (gold.trains_on_customer_data.value !== 'no') countWrong(tally, 'ref_fp', 'refutation FP', topic)
  else count(tally, 'ref_tp', Number(isExpected))
}

function controlOf({ category, predicate }: Prediction): Family | undefined {
  const family = CATEGORIES[category]
  if (family !== 'enc') return family
  return predicate.includes('rest') ? 'rest' : 'transit'
}

function familyOf({ category }: Prediction): Family | undefined {
  return CATEGORIES[category]
}

function lowerValue({ value }: Prediction): string {
  return value.toLowerCase()
}

function regionsIn(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => [...regionsOf(text)]))
}
