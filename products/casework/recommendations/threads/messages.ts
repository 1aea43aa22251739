// The messages to and from the thread.
import type { CaseReading } from '../../cases/read-case-scope.ts'
import type { Composed } from '../compose.ts'

export interface RecommendOrder {
  reading: Pick<CaseReading, 'subject' | 'measured'>
  now: Date
}

export interface Recommended {
  all: Composed[]
  /** The number of recommendations beyond the limit. */
  left: number
}
