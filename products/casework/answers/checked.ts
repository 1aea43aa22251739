// The sentences that pass the check, and their share. Pure.
import type { Citation } from '@veritrace/contract/casework/shapes'
import { type CheckRules, isSupported, type Sentence } from './check.ts'

interface Checked {
  sentences: Sentence[]
  /** The share of sentences that passed. */
  share: number
}

export function checked(sentences: readonly Sentence[], sources: readonly Citation[], rules: CheckRules): Checked {
  const kept = sentences.filter((one) =>
    isSupported(
      one,
      one.cites.map((n) => sources[n - 1]),
      rules,
    ),
  )
  const share = sentences.length === 0 ? 1 : Math.round((kept.length / sentences.length) * 1000) / 1000
  return { sentences: kept, share }
}
