// A change at a vendor: what a page said before, what it says now, and how much that matters.
import type { EventType } from '@veritrace/contract/provenance/change-events'
import { relationOf, topicOf } from '../vendors/derive/vocabulary.ts'
import { wordsOf } from './draft.ts'
import type { Said } from './tables.ts'

export type Severity = 'info' | 'minor' | 'major'

export interface Change {
  event_type: EventType
  severity: Severity
  before: Said | null
  after: Said | null
}

/** What a page said, what it says, and what the vendor's other pages say. */
export interface Pages {
  before: readonly Said[]
  after: readonly Said[]
  elsewhere: readonly Said[]
}

const REMOVALS: ReadonlySet<EventType> = new Set(['claim.removed', 'certification.removed', 'subprocessor.removed'])
export const isRemoval = ({ event_type }: { event_type: string }): boolean => REMOVALS.has(event_type as EventType)

export const isBackground = ({ relation }: Said): boolean => relation === 'background'
export const supports = ({ relation }: Said): boolean => relation === 'supports'
export const hasOtherWords = (before: Said, after: Said): boolean => wordsOf(before.snippet) !== wordsOf(after.snippet)

/** The vendor says so on another page: neither news when it comes here nor a loss when it goes. */
export const isSaidBy = (claims: readonly Said[], one: Said): boolean =>
  claims.some((other) => topicOf(other) === topicOf(one) && relationOf(other) === relationOf(one))
