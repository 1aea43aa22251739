// What the rules of certificates know of the page beside the clause.
import type { Scanned } from '../clauses/scanned.ts'

export interface Page {
  scanned: Scanned
  /** Agreements speak of duties and definitions, and hold nothing by themselves. */
  isAgreement: boolean
}
