import type { GoldDocument, Prediction } from './gold.ts'
import { type Control, control, count, type Tally } from './tally.ts'
import { CATEGORIES, type Family, regionsOf } from './vocabulary.ts'

const CONTROLS: readonly [Family, Exclude<Control, 'ai_present' | 'ai_trains'>][] = [
  ['rest', 'encryption_at_rest'],
  ['transit', 'encryption_in_transit'],
  ['pen', 'pen_test'],
  ['vdp', 'vulnerability_disclosure'],
]

export function scoreResidency(tally: Tally, id: string, gold: GoldDocument, claims: readonly Prediction[]): void {
  const given = new Set(
    claims
      .filter((one) => familyOfCategory(one) === 'res' && one.relation === 'supports')
      .flatMap((one) => [...regionsOf(one.value)]),
  )
  const by = (fits: (status: string) => boolean): Set<string> =>
    new Set(gold.data_residency.filter(({ status }) => fits(status)).flatMap(({ region }) => [...regionsOf(region)]))
  const available = by((status) => status === 'available')
  const implied = by((status) => status !== 'available' && status !== 'planned')
  const details = new Set(
    gold.data_residency
      .filter(({ status }) => status !== 'planned')
      .flatMap(({ detail, region }) => [...regionsOf(`${detail ?? ''} ${region}`)]),
  )
  for (const region of given) {
    if (available.has(region)) count(tally, 'res_tp')
    else if (!details.has(region) && !implied.has(region)) {
      count(tally, 'res_fp')
      tally.errors.push([id, 'res FP', region, ''])
    }
  }
  const missed = [...available].filter((region) => !given.has(region))
  count(tally, 'res_fn', missed.length)
  for (const region of missed) tally.errors.push([id, 'res FN', region, ''])
}

export function scoreControls(tally: Tally, id: string, gold: GoldDocument, claims: readonly Prediction[]): void {
  const values = valuesOf(claims)
  if (gold.status) {
    const wanted = gold.status.accept_incident_signal ?? [gold.status.incident_signal]
    const said = claims.findLast((one) => familyOfCategory(one) === 'status')
    count(tally, 'status_total')
    if (said && wanted.includes(Boolean(said.incident_signal))) count(tally, 'status_ok')
  }
  if (gold.kind === 'status') return
  for (const [family, name] of CONTROLS) scoreControl(tally, id, name, gold[name], values.get(family) ?? 'not_stated')
  scoreAi(tally, id, gold, values)
}

function scoreControl(
  tally: Tally,
  id: string,
  name: Control,
  want: { value: string; accept?: string[] },
  value: string,
): void {
  if (want.value === 'uncertain') return
  const accepted = new Set([...(want.accept ?? []), want.value])
  const tallied = control(tally, name)
  const ok = accepted.has(value)
  tallied.found = true
  tallied.of++
  if (ok) tallied.ok++
  else tally.errors.push([id, name, `got ${value}`, `want ${want.value}`])
  const stated = want.value !== 'not_stated'
  if (value !== 'not_stated') {
    if (ok && stated) tallied.tp++
    if (!ok) tallied.fp++
    if (!ok && stated) tallied.fn++
  } else if (!accepted.has('not_stated')) tallied.fn++
}

function scoreAi(
  tally: Tally,
  id: string,
  { ai_transparency: gold }: GoldDocument,
  values: ReadonlyMap<Family, string>,
): void {
  const accepted = new Set([...(gold.accept_present ?? []), gold.present])
  const value = values.get('ai') ?? 'no'
  const present = control(tally, 'ai_present')
  const ok =
    accepted.has(value) || (value === 'yes' && accepted.has('partial')) || (value === 'partial' && accepted.has('yes'))
  present.found = true
  present.of++
  if (ok) present.ok++
  else tally.errors.push([id, 'ai_present', `got ${value}`, `want ${gold.present}`])
  const stated = gold.present === 'yes' || gold.present === 'partial'
  if (value === 'yes' || value === 'partial') {
    if (stated || accepted.has('partial')) present.tp++
    else present.fp++
  } else if (stated) present.fn++
  if (gold.trains_on_customer_data === 'not_stated') return
  const trains = control(tally, 'ai_trains')
  const said = values.get('train') ?? 'not_stated'
  trains.of++
  if (said === gold.trains_on_customer_data || gold.accept_trains?.includes(said)) trains.ok++
  else tally.errors.push([id, 'ai_trains', `got ${said}`, `want ${gold.trains_on_customer_data}`])
}

/** The last claim of a kind is the one that is scored. */
function valuesOf(claims: readonly Prediction[]): Map<Family, string> {
  const values = new Map<Family, string>()
  for (const claim of claims) {
    const family = familyOfCategory(claim)
    if (!family) continue
    if (family === 'enc') values.set(claim.predicate.includes('rest') ? 'rest' : 'transit', claim.value.toLowerCase())
    else values.set(family, claim.value.toLowerCase())
  }
  return values
}

function familyOfCategory({ category }: Prediction): Family | undefined {
  return CATEGORIES[category.toLowerCase()]
}
