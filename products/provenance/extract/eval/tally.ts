// Counts that become precision and recall, rounded as score.py rounds.

export interface Rates {
  tp: number
  fp: number
  fn: number
  precision: number | null
  recall: number | null
  f1: number | null
}

export interface Share {
  ok: number
  of: number
}

export type Control =
  | 'encryption_at_rest'
  | 'encryption_in_transit'
  | 'pen_test'
  | 'vulnerability_disclosure'
  | 'ai_present'
  | 'ai_trains'

export interface Tally {
  counts: Map<string, number>
  controls: Map<Control, Share & { tp: number; fp: number; fn: number; found: boolean }>
  errors: [document: string, kind: string, got: string, want: string][]
}

export function newTally(): Tally {
  return { counts: new Map(), controls: new Map(), errors: [] }
}

export function count(tally: Tally, key: string, by = 1): void {
  tally.counts.set(key, (tally.counts.get(key) ?? 0) + by)
}

export function counted(tally: Tally, key: string): number {
  return tally.counts.get(key) ?? 0
}

export function control(tally: Tally, name: Control): Share & { tp: number; fp: number; fn: number; found: boolean } {
  const known = tally.controls.get(name) ?? { ok: 0, of: 0, tp: 0, fp: 0, fn: 0, found: false }
  tally.controls.set(name, known)
  return known
}

export function rates(tp: number, fp: number, fn: number): Rates {
  const precision = tp + fp > 0 ? tp / (tp + fp) : null
  const recall = tp + fn > 0 ? tp / (tp + fn) : null
  const f1 = precision && recall ? (2 * precision * recall) / (precision + recall) : null
  return { tp, fp, fn, precision: rounded(precision), recall: rounded(recall), f1: rounded(f1) }
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1000) / 1000
}

export function share(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part / whole) * 1000) / 1000 : null
}
