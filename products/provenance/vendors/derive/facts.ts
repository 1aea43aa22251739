// Input of the rules: a vendor, its sources and its claims as of one moment.
import type { Relation, SourceStatus } from '../../directory-tables.ts'

export interface SourceFacts {
  id: string
  kind: string
  /** The status that the crawler stored. `sourceStatus` computes the current one. */
  status: SourceStatus
  status_reason: string
  inactive_reason: string
  soft_404: boolean
  /** Warnings of the extractor for the latest accepted snapshot. */
  warnings: readonly string[]
  failures: number
  last_success_at: Date | null
  last_crawl_at: Date | null
  created_at: Date
}

export interface ClaimFacts {
  id: string
  source_id: string
  snapshot_id: string
  category: string
  predicate: string
  value: string
  state: string
  relation: Relation
  confidence: number
  details: Readonly<Record<string, unknown>>
}

export interface VendorFacts {
  vendor: { slug: string; website_url: string; verified: boolean }
  sources: readonly SourceFacts[]
  /** Only claims that are valid at the moment. */
  claims: readonly ClaimFacts[]
  /** Number of documents that were read. */
  observations: number
}
