import type { GoldDocument, GoldSubprocessor, Prediction } from './gold.ts'
import { count, countShare, countWrong, type Tally } from './tally.ts'
import { CATEGORIES, companyNames, meets, normal, regionsOf, sameCompany } from './vocabulary.ts'

const COUNTS = ({ group }: GoldSubprocessor): boolean => group === 'third_party' || group === 'affiliate'

export function scoreSubprocessors(tally: Tally, gold: GoldDocument, claims: readonly Prediction[]): void {
  const matched = new Set<GoldSubprocessor>()
  const seen = new Set<string>()
  for (const claim of claims) {
    if (CATEGORIES[claim.category] !== 'sub' || claim.relation !== 'supports') continue
    const found = matchesOf(gold.subprocessors, claim.value)
    if (found.length === 0 || found.some(COUNTS)) tally.verdicts.set(claim, found.length > 0)
    const key = keyOf(claim.value)
    if (seen.has(key)) continue
    seen.add(key)
    if (found.length === 0) countWrong(tally, 'sub_fp', 'sub FP', claim.value)
    if (!found.some(COUNTS)) continue
    const fresh = found.find((one) => !matched.has(one) && COUNTS(one))
    for (const one of found) matched.add(one)
    if (!fresh) continue
    count(tally, 'sub_tp')
    scoreAttributes(tally, fresh, claim)
  }
  for (const one of gold.subprocessors)
    if (one.group === 'third_party' && !matched.has(one)) countWrong(tally, 'sub_fn', 'sub FN', one.name)
}

function matchesOf(wanted: readonly GoldSubprocessor[], name: string): GoldSubprocessor[] {
  const names = companyNames(name)
  const exact = wanted.filter((one) => normal(name) === normal(one.name))
  if (exact.length > 0) return exact
  const alias = wanted.filter((one) =>
    [one.name, ...(one.accept_names ?? [])].some((other) => meets(names, companyNames(other))),
  )
  return alias.length > 0 ? alias : wanted.filter((one) => sameCompany(name, one.name))
}

function scoreAttributes(tally: Tally, gold: GoldSubprocessor, claim: Prediction): void {
  if (gold.location) {
    const isRight = sameLocation(gold, gold.location, claim)
    countShare(tally, 'sub_location', isRight)
    if (!isRight) tally.errors.push(['sub location', claim.value, gold.location])
  }
  if (gold.purpose) {
    const long = longWords(gold.purpose)
    const want = long.size > 0 ? long : new Set([normal(gold.purpose)])
    const have = longWords(`${claim.purpose ?? ''} ${claim.claim_text}`).add(normal(claim.purpose))
    countShare(tally, 'sub_purpose', [...want].filter((word) => have.has(word)).length / want.size >= 0.5)
  }
}

function sameLocation(gold: GoldSubprocessor, location: string, claim: Prediction): boolean {
  const accepted = [location, ...(gold.accept_locations ?? [])]
  const said = `${normal(claim.location)} ${normal(claim.claim_text)}`
  const regions = new Set(accepted.flatMap((one) => [...regionsOf(one)]))
  return (
    meets(regions, regionsOf(claim.location || claim.claim_text)) || accepted.some((one) => said.includes(normal(one)))
  )
}

function longWords(text: string): Set<string> {
  return new Set(normal(text).match(/[\p{L}\p{N}_]{4,}/gu) ?? [])
}

function keyOf(name: string): string {
  return [...companyNames(name)].sort().join('|') || normal(name)
}
