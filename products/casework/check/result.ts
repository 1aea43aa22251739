// The result of a check, which every format writes.
import type { Pack, TargetProfile } from '../packs/pack.ts'
import type { Checked } from './find.ts'
import type { Compared, Violation } from './policy.ts'

export interface Result {
  pack: Pack
  target: TargetProfile
  /** Source and date of the published lists. */
  lists: { source: string; commit: string; date: string }
  checked: Omit<Checked, 'findings'>
  skipped: readonly { file: string; reason: string }[]
  /** Most severe first. */
  compared: readonly Compared[]
  /** Number of findings in the baseline that were not found again. */
  gone: number
  hasBaseline: boolean
  violations: readonly Violation[]
  /** Names the lists of the target that do not ship. */
  warnings: readonly string[]
}
