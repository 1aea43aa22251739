// A clause: who acts, whether it is negated, how certain it is, and its numbers. Offsets refer to the document.
import type { Hits } from '../cues/hits.ts'
import type { Cue, Language } from '../cues/names.ts'
import type { Mention } from '../standards/mentions.ts'
import type { Block } from '../types.ts'
import type { Amount } from './amounts.ts'
import type { Range } from './sentences.ts'

/** Who acts or possesses. `nobody`: the clause does not say. */
export type Holder = 'vendor' | 'other' | 'customer' | 'employee' | 'nobody'

export type Modality =
  | 'fact'
  | 'duty'
  | 'condition'
  | 'plan'
  | 'possibility'
  | 'definition'
  | 'training'
  | 'advice'
  | 'question'
  | 'former'

export interface Clause extends Range {
  block: Block
  language: Language
  sentence: Range
  /** Position in its block. */
  index: number
  /** The range before the verb; may be empty. */
  subject: Range
  holder: Holder
  /** True if the clause names its holder, false if it inherits the previous clause's. */
  namesHolder: boolean
  modality: Modality
  /** Offset of the negation, or -1. */
  negatedAt: number
  amounts: readonly Amount[]
  /** True if the vendor is named anywhere, even as an object. */
  namesVendor: boolean
  /** "hosted at X, certified to ISO 27001": the participle refers to X. */
  isApposition: boolean
  hits: Hits
  /** Standards named in the clause, in order. */
  mentions: readonly Mention[]
}

export const isNegated = (clause: Clause): boolean => clause.negatedAt >= 0
export const has = (clause: Clause, cue: Cue): boolean => clause.hits.has(cue, clause.start, clause.end)
export const inSentence = ({ hits, sentence }: Clause, cue: Cue): boolean => hits.has(cue, sentence.start, sentence.end)
