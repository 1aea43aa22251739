// The rules of the trust score and their weights. Every change here needs a new version.
import type { AiAct, Freshness, VendorSourceStatus } from '../../directory-tables.ts'
import type { ClaimFacts } from './facts.ts'
import { reasonsOf, type UnreadPage } from './unread.ts'
import { CATEGORY, isDpa, isHeld, isOf, isStaleReport, refutes, subjectOf, supports } from './vocabulary.ts'

export const SCORE_RULES_VERSION = 'trust-score/2'

/** Input of the rules: claims, the kinds of pages that were read, and results of other rules. */
export interface ScoreInput {
  /** Without disputed claims: they are not evidence. */
  claims: readonly ClaimFacts[]
  /** Kinds with at least one current source. */
  read: ReadonlySet<string>
  unread: readonly UnreadPage[]
  aiAct: AiAct
  /** The AI Act verdict is amber only because pages disagree. */
  isAiActDisputed: boolean
  freshness: Freshness
  sourceStatus: VendorSourceStatus
  contradictions: readonly ClaimFacts[]
}

/** From 0 to 1; undefined if what was read does not allow an answer. */
interface Finding {
  share: number | undefined
  claims?: readonly ClaimFacts[]
  explanation: string
  /** No answer is possible because some pages could not be read. */
  isUnread?: boolean
}

export interface ScoreRule {
  id: string
  weight: 10 | 7.5 | 5 | 2.5
  find(input: ScoreInput): Finding
}

const found = (share: number, explanation: string, claims: readonly ClaimFacts[] = []): Finding => ({
  share,
  explanation,
  claims,
})
const cannotTell = (explanation: string): Finding => ({ share: undefined, explanation })

/** Kinds of pages that would state something, so that their silence counts, and kinds that may state it. */
interface Pages {
  would: readonly string[]
  may?: readonly string[]
}

const SECURITY: Pages = { would: ['trust_center', 'security', 'compliance'], may: ['dpa', 'privacy', 'terms', 'docs'] }
const LEGAL: Pages = { would: ['dpa', 'trust_center'], may: ['privacy', 'terms', 'security', 'compliance'] }
const DPA: Pages = { would: ['dpa'], may: ['trust_center', 'privacy', 'terms'] }

/** No claim states it. That counts as "no" only if all pages that may state it were read. */
function silence({ read, unread }: ScoreInput, { would, may = [] }: Pages, what: string): Finding {
  // If no page at all could be read, any of them might have linked to a page that states it.
  const hidden = unread.filter(({ kind }) => read.size === 0 || would.includes(kind) || may.includes(kind))
  if (hidden.length > 0)
    return {
      share: undefined,
      isUnread: true,
      explanation: `Not read: a page that may state ${what} (${reasonsOf(hidden)}).`,
    }
  return would.some((kind) => read.has(kind))
    ? found(0, `Pages that would state ${what} were read, and they do not.`)
    : cannotTell(`No current page that would state ${what} was read.`)
}

/**
 * Stated scores full; stated in one place and denied in another scores half; only denied scores zero. Disputed claims count
 * as not stated. Silence counts only if a page that would state it was read.
 */
const said =
  (what: string, pages: Pages, isAbout: (claim: ClaimFacts) => boolean) =>
  (input: ScoreInput): Finding => {
    const { claims, contradictions } = input
    const about = claims.filter(isAbout)
    const supporting = about.filter(supports)
    const refuting = about.filter(refutes)
    if (supporting.length > 0 && refuting.length > 0)
      return found(0.5, `The vendor states ${what} in part.`, [...supporting, ...refuting])
    if (supporting.length > 0) return found(1, `The vendor states ${what}.`, supporting)
    if (refuting.length > 0) return found(0, `The vendor denies ${what}.`, refuting)
    const disputed = contradictions.filter(isAbout)
    if (disputed.length > 0) return found(0, `Pages disagree about ${what}, so neither counts.`, disputed)
    return silence(input, pages, what)
  }

/** Adds kinds of pages that would state it as well. */
const also = ({ would, may = [] }: Pages, ...kinds: string[]): Pages => ({ would: [...would, ...kinds], may })

const hasWord = (category: string, word: RegExp) => (claim: ClaimFacts) =>
  claim.category === category && word.test(claim.predicate)

export const SCORE_RULES: readonly ScoreRule[] = [
  { id: 'audited', weight: 10, find: audited },
  { id: 'dpa', weight: 10, find: said('the terms of data processing', LEGAL, isDpa) },
  {
    id: 'subprocessors',
    weight: 10,
    find: said('its subprocessors', also(LEGAL, 'subprocessors'), isOf(CATEGORY.subprocessor)),
  },
  { id: 'encryption', weight: 7.5, find: said('encryption', SECURITY, isOf(CATEGORY.encryption)) },
  { id: 'penetration_test', weight: 7.5, find: said('penetration tests', SECURITY, isOf(CATEGORY.pentest)) },
  {
    id: 'vulnerability_disclosure',
    weight: 7.5,
    find: said(
      'how to report a vulnerability',
      also(SECURITY, 'security_txt', 'vulnerability_disclosure'),
      isOf(CATEGORY.disclosure),
    ),
  },
  {
    id: 'breach_notice',
    weight: 7.5,
    find: said('when it reports a breach', DPA, hasWord(CATEGORY.dpa, /breach/)),
  },
  { id: 'consistent', weight: 7.5, find: consistent },
  {
    id: 'data_residency',
    weight: 5,
    find: said(
      'where data is stored',
      also(SECURITY, 'dpa', 'subprocessors', 'data_residency'),
      isOf(CATEGORY.residency),
    ),
  },
  {
    id: 'subprocessor_notice',
    weight: 5,
    find: said(
      'how it announces new subprocessors',
      { would: DPA.would, may: [...(DPA.may ?? []), 'subprocessors'] },
      hasWord(CATEGORY.dpa, /^(subprocessor_notice|objection)/),
    ),
  },
  { id: 'ai_act', weight: 5, find: aiActFinding },
  { id: 'reachable', weight: 5, find: ({ sourceStatus }) => REACHABLE[sourceStatus] },
  { id: 'current', weight: 2.5, find: ({ freshness }) => CURRENT[freshness] },
  { id: 'status_page', weight: 2.5, find: statusPage },
]

const isAudit = ({ category, value }: ClaimFacts): boolean =>
  category === CATEGORY.certification && /^(soc2|iso27001)/.test(subjectOf(value))

function audited(input: ScoreInput): Finding {
  const { claims, contradictions } = input
  const about = claims.filter(isAudit)
  const held = about.filter(isHeld)
  if (held.length > 0 && held.every(isStaleReport))
    return found(0.5, 'The vendor names a SOC 2 report whose period ended more than a year ago.', held)
  if (held.length > 0) return found(1, 'The vendor states that it holds SOC 2 or ISO 27001.', held)
  const disputed = contradictions.filter(isAudit)
  if (disputed.length > 0)
    return found(0, 'Pages disagree about whether the vendor holds SOC 2 or ISO 27001, so neither counts.', disputed)
  const refuting = about.filter(refutes)
  if (refuting.length > 0)
    return found(0, 'The vendor states that it does not hold SOC 2 or ISO 27001, or no longer.', refuting)
  const underway = about.filter(({ state }) => state === 'in_progress')
  if (underway.length > 0) return found(0.25, 'An audit is in progress.', underway)
  return silence(input, SECURITY, 'an audit that it has passed')
}

function consistent({ claims, contradictions }: ScoreInput): Finding {
  if (claims.length + contradictions.length === 0) return cannotTell('There are no statements to compare.')
  return contradictions.length === 0
    ? found(1, 'No pages contradict each other.')
    : found(0, 'Pages of the vendor contradict each other.', contradictions)
}

function statusPage({ read, unread, sourceStatus }: ScoreInput): Finding {
  if (read.has('status')) return found(1, 'There is a status page.')
  const hidden = unread.filter(({ kind }) => read.size === 0 || kind === 'status')
  if (hidden.length > 0)
    return { share: undefined, isUnread: true, explanation: `Not read: the status page (${reasonsOf(hidden)}).` }
  return sourceStatus === 'unavailable' ? cannotTell('No source was read.') : found(0, 'No status page was found.')
}

const ABOUT_AI: ReadonlySet<string> = new Set([
  'ai_policy',
  'ai_transparency',
  'responsible_ai',
  'model_card',
  'acceptable_use',
  'trust_center',
])

function aiActFinding({ aiAct, isAiActDisputed, unread }: ScoreInput): Finding {
  if (isAiActDisputed) return found(0, 'Pages disagree about duties of AI Act Article 50, so neither counts.')
  const hidden = unread.filter(({ kind }) => ABOUT_AI.has(kind))
  if (aiAct !== 'unknown' || hidden.length === 0) return AI_ACT_FINDINGS[aiAct]
  return {
    share: undefined,
    isUnread: true,
    explanation: `Not read: a page that may mention AI (${reasonsOf(hidden)}).`,
  }
}

const AI_ACT_FINDINGS: Record<AiAct, Finding> = {
  green: found(1, 'Duties of AI Act Article 50 are supported.'),
  amber: found(0.5, 'Duties of AI Act Article 50 are supported in part.'),
  red: found(0, 'Duties of AI Act Article 50 are not supported.'),
  unknown: cannotTell('Sources say too little about AI.'),
}
const REACHABLE: Record<VendorSourceStatus, Finding> = {
  ok: found(1, 'All important pages respond.'),
  degraded: found(0.5, 'Some important pages respond with errors.'),
  failing: found(0, 'Some important pages do not respond.'),
  unavailable: cannotTell('No source was requested.'),
}
const CURRENT: Record<Freshness, Finding> = {
  fresh: found(1, 'Pages were read within their crawl interval.'),
  recent: found(0.5, 'Pages were read within four crawl intervals.'),
  stale: found(0, 'Pages have not been read for more than four crawl intervals.'),
  unavailable: cannotTell('No source was read.'),
}
