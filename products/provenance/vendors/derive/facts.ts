// What the rules look at: a vendor, its sources and its claims, as they were at one moment.
import type { Relation, SourceStatus } from '../../directory-tables.ts'

export interface SourceFacts {
  id: string
  kind: string
  /** As the crawler left it; what it means today is `sourceStatus`. */
  status: SourceStatus
  status_reason: string
  inactive_reason: string
  soft_404: boolean
  /** What the reader warned of in the document that stands. */
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
  /** Only those that hold at the moment. */
  claims: readonly ClaimFacts[]
  /** Documents that were read. */
  observations: number
}
