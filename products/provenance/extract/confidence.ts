// Confidence: how likely it is that the page says what the claim says, trained on labeled documents (`npm run calibrate`).
import type { Relation } from '../directory-tables.ts'
import type { AssertionState } from './types.ts'
import { WEIGHTS } from './weights.ts'

export const STATES: Readonly<Record<AssertionState, { relation: Relation; rank: number }>> = {
  affirmed: { relation: 'supports', rank: 0 },
  report_available: { relation: 'supports', rank: 1 },
  self_declared: { relation: 'supports', rank: 2 },
  negated: { relation: 'refutes', rank: 3 },
  expired: { relation: 'refutes', rank: 4 },
  in_progress: { relation: 'mentions', rank: 5 },
  conditional: { relation: 'mentions', rank: 6 },
  aligned: { relation: 'background', rank: 7 },
  third_party: { relation: 'background', rank: 8 },
  product_feature: { relation: 'background', rank: 9 },
  definition: { relation: 'background', rank: 10 },
  mention: { relation: 'background', rank: 11 },
  unclear: { relation: 'background', rank: 12 },
}

/** Mentions that say nothing about the vendor stay low, however plain their sentence is. */
const BACKGROUND = 0.3
const CONTRADICTED = 0.25
const LOWEST = 0.05
const HIGHEST = 0.98

export function confidenceOf(state: AssertionState, features: Readonly<Record<string, number>>): number {
  if (STATES[state].relation === 'background') return BACKGROUND
  const odds = Object.entries(features).reduce(
    (sum, [name, value]) => sum + (WEIGHTS[name] ?? 0) * value,
    WEIGHTS.always ?? 0,
  )
  return round(Math.min(HIGHEST, Math.max(LOWEST, 1 / (1 + Math.exp(-odds)))))
}

export function contradicted(confidence: number): number {
  return round(Math.max(LOWEST, confidence - CONTRADICTED))
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
