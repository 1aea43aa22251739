import type { GoldDocument, GoldSubprocessor, Prediction } from './gold.ts'
import { count, type Tally } from './tally.ts'
import { CATEGORIES, companyNames, meets, normal, regionsOf, sameCompany } from './vocabulary.ts'

const COUNTS = (one: GoldSubprocessor): boolean => one.group === 'third_party' || one.group === 'affiliate'

export function scoreSubprocessors(tally: Tally, id: string, gold: GoldDocument, claims: readonly Prediction[]): void {
  const wanted = gold.subprocessors
  const matched = new Set<number>()
  const seen = new Set<string>()
  for (const claim of claims) {
    if (CATEGORIES[claim.category.toLowerCase()] !== 'sub' || claim.relation !== 'supports') continue
    const key = keyOf(claim.value)
    if (seen.has(key)) continue
    seen.add(key)
    scoreOne(tally, id, wanted, claim, matched)
  }
  const done = new Set<string>()
  wanted.forEach((one, index) => {
    if (!COUNTS(one) || matched.has(index)) return
    const key = keyOf(one.name)
    if (done.has(key) || [...matched].some((other) => sameEntry(one, wanted[other]))) return
    done.add(key)
    count(tally, one.group === 'third_party' ? 'sub_fn' : 'aff_fn')
    tally.errors.push([id, 'sub FN', one.name, one.group])
  })
}

function scoreOne(
  tally: Tally,
  id: string,
  wanted: readonly GoldSubprocessor[],
  claim: Prediction,
  matched: Set<number>,
): void {
  const found = matchesOf(wanted, claim.value)
  if (found.length === 0) {
    count(tally, 'sub_fp')
    tally.errors.push([id, 'sub FP', claim.value, ''])
    return
  }
  if (!found.some((index) => COUNTS(wanted[index] as GoldSubprocessor))) {
    count(tally, 'sub_neutral')
    return
  }
  const fresh = found.find((index) => !matched.has(index) && COUNTS(wanted[index] as GoldSubprocessor))
  for (const index of found) matched.add(index)
  if (fresh === undefined) return
  count(tally, 'sub_tp')
  scoreAttributes(tally, id, wanted[fresh] as GoldSubprocessor, claim)
}

function matchesOf(wanted: readonly GoldSubprocessor[], name: string): number[] {
  const names = companyNames(name)
  const indexes = (fits: (one: GoldSubprocessor) => boolean): number[] =>
    wanted.flatMap((one, index) => (fits(one) ? [index] : []))
  const exact = indexes((one) => normal(name) === normal(one.name))
  if (exact.length > 0) return exact
  const alias = indexes((one) =>
    [one.name, ...(one.accept_names ?? [])].some((other) => meets(names, companyNames(other))),
  )
  return alias.length > 0 ? alias : indexes((one) => sameCompany(name, one.name))
}

function scoreAttributes(tally: Tally, id: string, gold: GoldSubprocessor, claim: Prediction): void {
  if (gold.location) {
    count(tally, 'loc_total')
    if (sameLocation(gold, gold.location, claim)) count(tally, 'loc_ok')
    else tally.errors.push([id, 'sub location', claim.value, gold.location])
  }
  if (gold.purpose && gold.group === 'third_party') {
    const want = longWords(gold.purpose)
    const have = longWords(`${claim.purpose ?? ''} ${claim.claim_text}`)
    count(tally, 'pur_total')
    if (want.size > 0 && [...want].filter((word) => have.has(word)).length / want.size >= 0.5) count(tally, 'pur_ok')
  }
}

function sameLocation(gold: GoldSubprocessor, location: string, claim: Prediction): boolean {
  const said = claim.location || claim.claim_text || ''
  const want = regionsOf(location)
  const have = regionsOf(said)
  const wanted = want.size > 0 ? want : new Set([normal(location)])
  const had = have.size > 0 ? have : new Set([normal(claim.location)])
  if (meets(wanted, had) || normal(location) === normal(claim.location)) return true
  return (gold.accept_locations ?? []).some((other) => normal(said).includes(normal(other)))
}

function sameEntry(one: GoldSubprocessor, other: GoldSubprocessor | undefined): boolean {
  if (!other) return false
  if (normal(one.name) === normal(other.name)) return true
  return (
    one.group === 'third_party' &&
    other.group === 'third_party' &&
    meets(companyNames(one.name), companyNames(other.name))
  )
}

function longWords(text: string): Set<string> {
  return new Set(normal(text).match(/[a-z]{4,}/g) ?? [])
}

function keyOf(name: string): string {
  return [...companyNames(name)].sort().join('|')
}
