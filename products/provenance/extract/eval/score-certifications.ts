import type { GoldDocument, Prediction } from './gold.ts'
import { count, type Tally } from './tally.ts'
import { CATEGORIES, certificateOf, familyOf } from './vocabulary.ts'

/** Held, uncertain and not-held certificates of one document against what was given as supported. */
export function scoreCertifications(
  tally: Tally,
  id: string,
  gold: GoldDocument,
  claims: readonly Prediction[],
  expected: Readonly<Record<string, string[]>>,
): void {
  const held = new Map(gold.certifications_held.map((one) => [one.id, one]))
  const uncertain = new Set(gold.certifications_uncertain.map((one) => one.id))
  const heldFamilies = families(held.keys())
  const { given, relations } = givenIn(claims)
  const givenFamilies = families(given)
  for (const one of given) {
    if (held.has(one)) count(tally, 'cert_tp')
    else if (uncertain.has(one)) count(tally, 'cert_neutral')
    else if (heldFamilies.has(familyOf(one))) count(tally, 'cert_tp_family_only')
    else if (families(uncertain).has(familyOf(one))) count(tally, 'cert_neutral')
    else falsePositive(tally, id, gold, one)
  }
  for (const [one, { certainty }] of held) {
    if (given.has(one) || givenFamilies.has(familyOf(one)) || certainty !== 'high') continue
    count(tally, 'cert_fn')
    tally.errors.push([id, 'cert FN', one, ''])
  }
  for (const { id: trap, reason } of gold.certifications_not_held) {
    const family = familyOf(trap)
    count(tally, 'trap_total')
    if (!held.has(trap) && (given.has(trap) || (!heldFamilies.has(family) && givenFamilies.has(family))))
      count(tally, 'trap_hit')
    const relation = relations.get(family)
    if (relation === undefined) continue
    count(tally, 'relation_of')
    if ((expected[reason ?? ''] ?? ['mentions']).includes(relation)) count(tally, 'relation_ok')
    else tally.errors.push([id, 'relation', `${trap} ${relation}`, reason ?? ''])
  }
}

function givenIn(claims: readonly Prediction[]): { given: Set<string>; relations: Map<string, string> } {
  const given = new Set<string>()
  const relations = new Map<string, string>()
  for (const claim of claims) {
    if (CATEGORIES[claim.category.toLowerCase()] !== 'cert') continue
    const id = certificateOf(claim)
    if (!id) continue
    if (claim.relation === 'supports') given.add(id)
    else if (!relations.has(familyOf(id))) relations.set(familyOf(id), claim.relation)
  }
  // A typed claim subsumes the untyped one.
  if (given.has('SOC2_T1') || given.has('SOC2_T2')) given.delete('SOC2')
  return { given, relations }
}

function falsePositive(tally: Tally, id: string, gold: GoldDocument, given: string): void {
  const reason = gold.certifications_not_held.find((one) => familyOf(one.id) === familyOf(given))?.reason
  count(tally, 'cert_fp')
  count(tally, `cert_fp_reason:${reason ?? 'not in document'}`)
  tally.errors.push([id, 'cert FP', given, reason ?? ''])
}

function families(ids: Iterable<string>): Set<string> {
  return new Set([...ids].map(familyOf))
}
