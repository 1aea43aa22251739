// What goes to the thread and what comes back.
import type { CaseReading } from '../../cases/read-case-scope.ts'
import type { Composed } from '../compose.ts'

export interface RecommendOrder {
  reading: Pick<CaseReading, 'subject' | 'measured'>
  now: Date
}

export interface Recommended {
  all: Composed[]
  /** How many more there would have been. */
  left: number
}
