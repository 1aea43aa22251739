// All that a check came to: what every format writes down.
import type { Pack, TargetProfile } from '../packs/pack.ts'
import type { Checked } from './find.ts'
import type { Compared, Violation } from './policy.ts'

export interface Result {
  pack: Pack
  target: TargetProfile
  /** Of the published lists: their source and date. */
  lists: { source: string; commit: string; date: string }
  checked: Omit<Checked, 'findings'>
  skipped: readonly { file: string; reason: string }[]
  /** What hurts most first. */
  compared: readonly Compared[]
  /** Findings of the baseline that are no longer there. */
  gone: number
  hasBaseline: boolean
  violations: readonly Violation[]
  /** A list that the target reads does not ship: what it would name is unknown. */
  warnings: readonly string[]
}
