import type { GoldDocument, Prediction } from './gold.ts'
import { count, countShare, countWrong, type Tally } from './tally.ts'
import { CATEGORIES, certificateOf, familyOf, normal } from './vocabulary.ts'

type Expected = Readonly<Record<string, string[]>>

interface Given {
  claim: Prediction
  id: string
}

/** Compares held, uncertain and denied certificates of a document with the claims that support or deny them. */
export function scoreCertifications(
  tally: Tally,
  gold: GoldDocument,
  claims: readonly Prediction[],
  expected: Expected,
): void {
  const given = claims.flatMap((claim) => {
    const id = CATEGORIES[claim.category] === 'cert' && certificateOf(claim)
    return id ? [{ claim, id }] : []
  })
  scoreHeld(tally, gold, given)
  scoreTraps(tally, gold, given, expected)
  scoreContext(tally, gold, given)
  scoreDenials(tally, gold, given, expected)
}

function scoreHeld(tally: Tally, gold: GoldDocument, given: readonly Given[]): void {
  const supported = given.filter(({ claim }) => claim.relation === 'supports')
  const ids = new Set(supported.map(({ id }) => id))
  // A claim with a type includes the claim without one.
  if (ids.has('SOC2_T1') || ids.has('SOC2_T2')) ids.delete('SOC2')
  const held = families(gold.certifications_held)
  const uncertain = new Set(gold.certifications_uncertain.map(({ id }) => id))
  for (const id of ids) {
    const exact = gold.certifications_held.some((one) => one.id === id)
    const verdict = exact || (!uncertain.has(id) && held.has(familyOf(id)))
    const claimed = supported.filter((one) => one.id === id || (one.id === 'SOC2' && familyOf(id) === 'SOC2'))
    if (verdict) {
      count(tally, 'cert_tp')
      countShare(tally, 'cert_exact_type', exact)
    } else if (uncertain.has(id) || families(gold.certifications_uncertain).has(familyOf(id))) continue
    else {
      const reason = gold.certifications_not_held.find((one) => familyOf(one.id) === familyOf(id))?.reason
      countWrong(tally, 'cert_fp', 'cert FP', id, reason)
    }
    for (const { claim } of claimed) tally.verdicts.set(claim, verdict)
  }
  const found = new Set([...ids].map(familyOf))
  for (const { id, certainty } of gold.certifications_held)
    if (certainty === 'high' && !found.has(familyOf(id))) countWrong(tally, 'cert_fn', 'cert FN', id)
}

function scoreTraps(tally: Tally, gold: GoldDocument, given: readonly Given[], expected: Expected): void {
  const held = families(gold.certifications_held)
  for (const { id, reason } of gold.certifications_not_held) {
    if (held.has(familyOf(id))) continue
    const about = given.filter((one) => familyOf(one.id) === familyOf(id))
    countShare(
      tally,
      'trap_rate',
      about.some(({ claim }) => claim.relation === 'supports'),
    )
    const others = about.filter(({ claim }) => claim.relation !== 'supports')
    if (others.length === 0) continue
    const wanted = expected[reason ?? ''] ?? ['mentions']
    const isRight = ({ claim }: Given): boolean => wanted.includes(claim.relation)
    for (const one of others) tally.verdicts.set(one.claim, isRight(one))
    countShare(tally, 'relation_on_traps', others.some(isRight))
  }
}

/** The claim must contain the number, auditor and expiry. */
function scoreContext(tally: Tally, gold: GoldDocument, given: readonly Given[]): void {
  for (const one of gold.certifications_held) {
    const said = given
      .filter(({ claim, id }) => claim.relation === 'supports' && familyOf(id) === familyOf(one.id))
      .map(({ claim }) => `${normal(claim.claim_text)} ${normal(claim.snippet)}`)
      .join(' ')
    for (const detail of [one.number, one.auditor, one.valid_until])
      if (detail) countShare(tally, 'certificate_context', said.includes(normal(detail)))
  }
}

function scoreDenials(tally: Tally, gold: GoldDocument, given: readonly Given[], expected: Expected): void {
  const refuted = given.filter(({ claim }) => claim.relation === 'refutes')
  const wanted = gold.refutations_expected.flatMap(({ id, optional }) => (id ? [{ id, optional }] : []))
  const held = families(gold.certifications_held)
  const allowed = families(
    gold.certifications_not_held.filter(({ reason }) => expected[reason ?? '']?.includes('refutes')),
  )
  for (const id of new Set(refuted.map((one) => one.id))) {
    const family = familyOf(id)
    const isWanted = families(wanted).has(family)
    const isFree = !isWanted && allowed.has(family) && !held.has(family)
    if (isWanted) count(tally, 'ref_tp')
    else if (!isFree) countWrong(tally, 'ref_fp', 'refutation FP', id)
    for (const one of refuted) if (one.id === id) tally.verdicts.set(one.claim, isWanted || isFree)
  }
  const found = families(refuted)
  const missed = wanted.filter(({ id, optional }) => !optional && !found.has(familyOf(id)))
  for (const id of new Set(missed.map((one) => one.id))) countWrong(tally, 'ref_fn', 'refutation FN', id)
}

function families(ids: Iterable<{ id: string }>): Set<string> {
  return new Set([...ids].map(({ id }) => familyOf(id)))
}
