// Sentences that stay, and their share. Pure.
import type { Citation } from '@veritrace/contract/casework/shapes'
import { type CheckRules, isBorneOut, type Sentence } from './check.ts'

interface Checked {
  sentences: Sentence[]
  /** Of the sentences that were worded, those that stay. */
  share: number
}

export function checked(sentences: readonly Sentence[], sources: readonly Citation[], rules: CheckRules): Checked {
  const kept = sentences.filter((one) =>
    isBorneOut(
      one,
      one.cites.map((n) => sources[n - 1]),
      rules,
    ),
  )
  const share = sentences.length === 0 ? 1 : Math.round((kept.length / sentences.length) * 1000) / 1000
  return { sentences: kept, share }
}
