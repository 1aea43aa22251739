// The two pages for decision makers: the choices, their cost, the risks, the unknowns, and the next step. Pure.
import type { PlanItem } from '@veritrace/contract/casework/plan'
import { cutText } from '@veritrace/platform/text'
import { counted } from '../../model/counted.ts'
import type { ReportFacts } from './gather.ts'
import { bullets, escaped, numbered, share, table } from './markdown.ts'

type Plan = NonNullable<ReportFacts['plan']>

const MAX_DECISIONS = 10
const MAX_RISKS = 6
const MAX_UNKNOWN = 6
/** Tenths are only useful for a few days. */
const whole = (value: number): string => String(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))

/** Characters that fit in two lines. */
const LINE = 180

export function steeringValues(facts: ReportFacts): Record<string, string> {
  const { plan } = facts
  return {
    plan_headline: plan?.headline ? escaped(plan.headline) : '',
    choices_table: plan ? choicesTable(facts, plan) : '',
    cost_line: costLine(facts),
    decisions_top: plan ? numbered(decisionsOf(plan).map(lineOf)) : '',
    risks_list: bullets(risksOf(facts).slice(0, MAX_RISKS).map(lineOf)),
    unknown_list: bullets(unknownOf(facts).slice(0, MAX_UNKNOWN).map(lineOf)),
    next_step: nextStep(facts),
  }
}

const lineOf = (text: string): string => escaped(cutText(text, LINE))

/** Person-days and cost of each choice, as ranges. */
function choicesTable({ estimate }: ReportFacts, { totals, baselines = [] }: Plan): string {
  const counted = Object.values(totals.before).reduce((sum, objects) => sum + objects, 0)
  const rate = rateOf(estimate)
  const row = (title: string, objects: number, effort: Plan['totals']['effort']): string[] => [
    title,
    `${objects} of ${counted} (${share(counted > 0 ? objects / counted : 0)})`,
    effort.p90 === 0 ? 'none' : `${whole(effort.p10)} to ${whole(effort.p90)}`,
    ...(rate ? [effort.p90 === 0 ? 'none' : moneyRange(rate, effort)] : []),
  ]
  return table(
    ['Choice', 'Acceptable afterwards', 'Person-days', ...(rate ? ['Cost'] : [])],
    [
      row('Carry out the plan', counted - totals.unacceptable_left, totals.effort),
      ...baselines.map(({ title, acceptable, effort }) => row(escaped(title), acceptable.objects, effort)),
    ],
  )
}

interface Rate {
  each: number
  currency: string
}

const rateOf = (estimate: ReportFacts['estimate']): Rate | undefined =>
  estimate?.cost && estimate.effort.p50 > 0
    ? { each: estimate.cost.p50 / estimate.effort.p50, currency: estimate.cost.currency }
    : undefined

const moneyRange = ({ each, currency }: Rate, { p10, p90 }: Plan['totals']['effort']): string =>
  `${currency} ${money(p10 * each)} to ${money(p90 * each)}`

/** Two digits are as precise as such a range is. */
function money(amount: number): string {
  const rounded = Number(amount.toPrecision(2))
  return rounded >= 1e6 ? `${rounded / 1e6} million` : rounded.toLocaleString('en-GB')
}

function costLine({ estimate, plan }: ReportFacts): string {
  if (estimate) {
    const { p10, p90 } = estimate.effort
    const rate = rateOf(estimate)
    const cost = rate ? `, ${moneyRange(rate, estimate.effort)}` : ''
    return `The latest estimate, including testing and coordination, is ${whole(p10)} to ${whole(p90)} person-days${cost}.`
  }
  return plan
    ? 'The range covers 80% of outcomes and excludes testing and coordination. An estimate of the case adds these and the cost.'
    : ''
}

/** Open choices, the most far-reaching first; then items that are large or risky enough to need approval. */
function decisionsOf({ items, open_questions, baselines = [], totals }: Plan): string[] {
  const exempt = baselines.find(({ id }) => id === 'exempt_all')
  const choice =
    exempt && items.length > 0
      ? [
          `Carry out the plan (${whole(totals.effort.p10)} to ${whole(totals.effort.p90)} days), exempt everything (about ${whole(exempt.effort.p50)} days), or do nothing?`,
        ]
      : []
  const open = open_questions.filter(({ item_ids }) => item_ids.length > 0).map(({ text }) => text)
  const weighty = items
    .toSorted(
      (a, b) => RISKS[b.risk] - RISKS[a.risk] || b.lift.objects_reaching_target - a.lift.objects_reaching_target,
    )
    .map(
      (item) =>
        `Approve “${cutText(item.title, 90)}”? About ${whole(item.effort.p50)} days${lifted(item) > 0 ? `, lifts ${counted(lifted(item), 'object')}` : ''}, risk ${item.risk}.`,
    )
  return [...choice, ...open, ...weighty].slice(0, MAX_DECISIONS)
}

const RISKS = { high: 2, medium: 1, low: 0 } as const
const lifted = ({ lift }: PlanItem): number => lift.objects_reaching_target

/** Findings up to this rank can break something and are listed first. */
const BREAKING = 3

function risksOf({ readiness, plan }: ReportFacts): string[] {
  const breaking = (readiness.findings ?? []).filter(({ rank }) => rank <= BREAKING)
  const high = plan?.items.filter(({ risk }) => risk === 'high') ?? []
  return [
    ...breaking.map(
      ({ title, objects, places }) => `${title}: ${counted(objects, 'object')}, ${counted(places, 'place')}.`,
    ),
    ...(plan?.infeasible ?? []).map(({ reason, suggestion }) => `${reason} ${suggestion}`),
    ...(high.length > 0
      ? [
          `${counted(high.length, 'work package has', 'work packages have')} a high risk, starting with “${high[0]!.title}”.`,
        ]
      : []),
    ...(plan && plan.totals.unacceptable_left > 0
      ? [`${counted(plan.totals.unacceptable_left, 'object remains', 'objects remain')} unacceptable after the plan.`]
      : []),
  ]
}

function unknownOf({ readiness, plan }: ReportFacts): string[] {
  const unknown = readiness.distribution.at(-1)?.objects ?? 0
  const { low, high } = readiness.interval
  return [
    ...(unknown > 0
      ? [
          low === high
            ? `${counted(unknown, 'object has', 'objects have')} an unknown level and ${unknown === 1 ? 'fails' : 'fail'} in any case.`
            : `${counted(unknown, 'object has', 'objects have')} an unknown level: the share is between ${share(low)} and ${share(high)}.`,
        ]
      : []),
    ...readiness.confidence.reasons,
    ...(plan && !plan.calibration?.applied
      ? ['The accuracy of the estimates: no finished work has calibrated them yet.']
      : []),
    ...readiness.warnings,
  ]
}

function nextStep({ plan, readiness }: ReportFacts): string {
  if (readiness.coverage.objects_total === 0) return 'Upload the source code: nothing has been measured yet.'
  const [first] = plan?.items ?? []
  if (!first) return 'Nothing needs to be done for this target. Measure again when the lists or the code change.'
  const when = first.start ? ` from ${first.start}` : ''
  return escaped(
    `Start with “${first.title}”${when}: ${lifted(first) > 0 ? `it lifts ${counted(lifted(first), 'object')} for` : 'it takes'} about ${whole(first.effort.p50)} person-days. Name an owner, and record the actual days: three finished packages of a kind are enough to calibrate the rest of the plan.`,
  )
}
