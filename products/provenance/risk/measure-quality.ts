// Measures the quality of the directory.
import type { DataQuality } from '@veritrace/contract/provenance/risk'
import type { Caller } from '@veritrace/platform/caller'
import type { Provenance } from '../deps.ts'
import { EXTRACTOR_VERSION } from '../extract/version.ts'
import { staleAfter } from '../vendors/derive/freshness.ts'
import {
  countCustomers,
  countQualityOfClaims,
  countQualityOfSources,
  countQualityOfVendors,
  countQualityOfWork,
  type KindCount,
} from './quality-store.ts'
import { type Counted, LOW_CONFIDENCE, moneyBlockers, publishablePct, qualityScore, topIssues } from './rules.ts'

type Deps = Pick<Provenance, 'config' | 'db' | 'clock'>
const WEEK = 7 * 24 * 3_600_000

export async function measureQuality(deps: Deps, caller: Caller): Promise<DataQuality> {
  const now = deps.clock.now()
  const counted = await count(deps, now)
  const { payments } = deps.config
  const configured = { payment: payments !== undefined, price: payments?.teamPrice !== undefined }
  const customers = caller.operator
    ? await countCustomers(deps.db, now, new Date(now.getTime() + WEEK))
    : { team_customers: null, trials_ending_7d: null, unpaid: null }
  return {
    generated_at: now.toISOString(),
    ...counted,
    score: qualityScore(counted),
    top_issues: topIssues(counted),
    money_readiness: {
      publishable_pct: publishablePct(counted),
      ...customers,
      payment_configured: configured.payment,
      price_configured: configured.price,
      blockers: moneyBlockers(counted, configured),
    },
  }
}

async function count({ db }: Deps, now: Date): Promise<Counted> {
  const before = (kind: string): Date => new Date(now.getTime() - staleAfter(kind))
  const [vendors, claims, kinds, work] = await Promise.all([
    countQualityOfVendors(db),
    countQualityOfClaims(db, LOW_CONFIDENCE),
    countQualityOfSources(db, { status: before('status'), others: before('') }),
    countQualityOfWork(db, EXTRACTOR_VERSION),
  ])
  const { publishable, with_sources, with_docs, with_claims, verified, ...rest } = vendors
  const sum = (name: 'stale' | 'robots_blocked' | 'soft_404') => kinds.reduce((all, kind) => all + kind[name], 0)
  return {
    totals: { vendors: rest.vendors, publishable, with_sources, with_docs, with_claims, verified },
    freshness: { fresh: rest.fresh, recent: rest.recent, stale: rest.stale, unavailable: rest.never_read },
    source_status: { ok: rest.ok, degraded: rest.degraded, failing: rest.failing, unavailable: rest.untried },
    coverage_by_kind: kinds.map(viewKind),
    duplicate_domains: rest.duplicate_domains,
    ...claims,
    contradictions: rest.contradictions,
    stale_over_sla: sum('stale'),
    robots_blocked: sum('robots_blocked'),
    soft_404: sum('soft_404'),
    extractor: { version: EXTRACTOR_VERSION, pending_reextract: work.pending_reextract },
    graph: { delivered: work.delivered, retry: work.retry, dead: work.dead },
  }
}

const viewKind = ({ kind, vendors, sources, read }: KindCount) => ({ kind, vendors, sources, read })
