// What certificate rules know about the page besides the clause.
import type { Scanned } from '../clauses/scanned.ts'

export interface Page {
  scanned: Scanned
  /** Agreements are full of duties and definitions, which do not prove that the vendor holds anything. */
  isAgreement: boolean
}
