// A change at a vendor: the claim before, the claim now, and its severity.
import type { EventType } from '@veritrace/contract/provenance/change-events'
import { relationOf, topicOf } from '../vendors/derive/vocabulary.ts'
import { normalized } from './draft.ts'
import type { Statement } from './tables.ts'

export type Severity = 'info' | 'minor' | 'major'

export interface Change {
  event_type: EventType
  severity: Severity
  before: Statement | null
  after: Statement | null
}

/** Claims of a page before and after, and claims of the vendor's other pages. */
export interface Pages {
  before: readonly Statement[]
  after: readonly Statement[]
  elsewhere: readonly Statement[]
}

const REMOVALS: ReadonlySet<EventType> = new Set(['claim.removed', 'certification.removed', 'subprocessor.removed'])
export const isRemoval = ({ event_type }: { event_type: string }): boolean => REMOVALS.has(event_type as EventType)

export const isBackground = ({ relation }: Statement): boolean => relation === 'background'
export const supports = ({ relation }: Statement): boolean => relation === 'supports'
export const isReworded = (before: Statement, after: Statement): boolean =>
  normalized(before.snippet) !== normalized(after.snippet)

/** Another page of the vendor says the same: the claim is neither news when it appears here nor lost when it goes. */
export const isStatedIn = (claims: readonly Statement[], one: Statement): boolean =>
  claims.some((other) => topicOf(other) === topicOf(one) && relationOf(other) === relationOf(one))
