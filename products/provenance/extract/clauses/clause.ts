// A clause: who does or does not do what, how sure that is, and with which numbers. Positions are those of the document.
import type { Hits } from '../cues/hits.ts'
import type { Cue, Language } from '../cues/names.ts'
import type { Mention } from '../standards/mentions.ts'
import type { Block } from '../types.ts'
import type { Amount } from './amounts.ts'
import type { Range } from './sentences.ts'

/** Whose deed or possession it is. `nobody`: the clause does not say. */
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
  /** Place in its block. */
  index: number
  /** What stands before the verb; empty if there is nothing. */
  subject: Range
  holder: Holder
  /** Whether the clause names its holder, or took it over from the clause before. */
  namesHolder: boolean
  modality: Modality
  /** Where it is negated, or -1. */
  negatedAt: number
  amounts: readonly Amount[]
  /** The vendor is named somewhere, be it as an object. */
  namesVendor: boolean
  /** "hosted at X, certified to ISO 27001": the participle speaks of X. */
  isApposition: boolean
  hits: Hits
  /** Standards that it names, in order. */
  mentions: readonly Mention[]
}

export const isNegated = (clause: Clause): boolean => clause.negatedAt >= 0
export const has = (clause: Clause, cue: Cue): boolean => clause.hits.has(cue, clause.start, clause.end)
export const inSentence = ({ hits, sentence }: Clause, cue: Cue): boolean => hits.has(cue, sentence.start, sentence.end)
