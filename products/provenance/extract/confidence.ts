// Confidence by published factors: what was said, where, how closely bound, and how strongly it is backed.
import type { Relation } from '../directory-tables.ts'
import type { AssertionState } from './types.ts'

export const STATES: Readonly<Record<AssertionState, { relation: Relation; base: number; rank: number }>> = {
  affirmed: { relation: 'supports', base: 0.75, rank: 0 },
  report_available: { relation: 'supports', base: 0.85, rank: 1 },
  self_declared: { relation: 'supports', base: 0.45, rank: 2 },
  negated: { relation: 'refutes', base: 0.8, rank: 3 },
  expired: { relation: 'refutes', base: 0.75, rank: 4 },
  in_progress: { relation: 'mentions', base: 0.7, rank: 5 },
  conditional: { relation: 'mentions', base: 0.55, rank: 6 },
  aligned: { relation: 'background', base: 0.6, rank: 7 },
  third_party: { relation: 'background', base: 0.7, rank: 8 },
  product_feature: { relation: 'background', base: 0.3, rank: 9 },
  definition: { relation: 'background', base: 0.3, rank: 10 },
  mention: { relation: 'background', base: 0.3, rank: 11 },
  unclear: { relation: 'background', base: 0.3, rank: 12 },
}

export const BINDING = { clause: 1, block: 0.9, heading: 0.7 } as const
const CONTRADICTED = 0.25
const HIGHEST = 0.98

/** Page kinds by how much a statement there weighs; the first pattern that fits a kind decides. */
const KINDS: readonly [RegExp, number][] = [
  [/trust|security|complian|subprocessor|status|disclosure|certif|residency|hipaa|pen-?test|ai/, 1],
  [/dpa|legal|terms|privacy|policy/, 0.95],
  [/doc|help|support/, 0.9],
  [/home|footer|product|pricing|about/, 0.8],
  [/blog|news|press/, 0.6],
]

export function kindFactor(kind: string, footer: boolean): number {
  if (footer) return 0.8
  return KINDS.find(([pattern]) => pattern.test(kind.toLowerCase()))?.[1] ?? 0.9
}

/** `strength` counts named auditor, number, date and link; each adds a tenth. */
export function confidenceOf(
  base: number,
  kind: number,
  binding: number,
  strength: number,
): { confidence: number; factors: Record<string, number> } {
  const raised = Math.min(HIGHEST, base * kind * binding * (1 + strength * 0.1))
  return {
    confidence: round(raised),
    factors: { base, source_kind: kind, binding, strength: round(1 + strength * 0.1), freshness: 1 },
  }
}

export function contradicted(confidence: number): number {
  return round(Math.max(0.05, confidence - CONTRADICTED))
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
