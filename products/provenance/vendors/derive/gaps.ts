// What a profile lacks, as sentences, and what keeps us from knowing more. Unread pages do not count as missing evidence.
import type { EvidenceGap } from '@veritrace/contract/provenance/vendors'
import type { AiActVerdict } from './ai-act.ts'
import { PARTS, type Part } from './completeness.ts'
import { contradictions, undisputed } from './contradictions.ts'
import type { VendorFacts } from './facts.ts'
import { vendorSourceStatus } from './freshness.ts'
import { reasonsOf, type UnreadPage, unreadPages } from './unread.ts'

/** Gaps that report problems with reading. All others report missing or disputed evidence. */
const READING_PROBLEMS: ReadonlySet<string> = new Set(['not_read', 'robots_blocked', 'sources_failing'])
export const isReadingProblem = ({ id }: EvidenceGap): boolean => READING_PROBLEMS.has(id)

export function gapsOf(facts: VendorFacts, aiAct: AiActVerdict, now: Date): EvidenceGap[] {
  const unread = unreadPages(facts.sources, now)
  const wasRead = facts.claims.length > 0 || facts.sources.some(({ last_success_at }) => last_success_at !== null)
  const disputed = contradictions(facts.claims)
  const proved = { ...facts, claims: undisputed(facts.claims) }
  const isHidden = ({ mayAppearOn }: Part): boolean =>
    mayAppearOn !== undefined && (!wasRead || unread.some(({ kind }) => mayAppearOn.includes(kind)))
  const open = PARTS.filter((part) => !part.isPresent(proved, now))
  const found = open.filter((part) => disputed.some((claim) => part.isAbout?.(claim)))
  const hidden = open.filter((part) => !found.includes(part) && isHidden(part))
  const missing = open.filter((part) => !found.includes(part) && !hidden.includes(part))
  return [
    ...missing.map((part) => ({ id: part.id, message: part.missing })),
    ...found.map(disagreement),
    ...notRead(hidden, wasRead ? unread.filter(({ kind }) => mayHide(hidden, kind)) : unread),
    ...readingProblems(facts, now),
    ...openDuties(aiAct),
    ...(facts.vendor.verified ? [] : [{ id: 'not_verified', message: 'The vendor has not verified this listing.' }]),
  ]
}

const mayHide = (parts: readonly Part[], kind: string): boolean =>
  parts.some(({ mayAppearOn }) => mayAppearOn?.includes(kind))

const NAMES: Readonly<Record<string, string>> = {
  no_dpa: 'data processing agreement',
  no_ai_transparency: 'use of AI',
  no_penetration_test: 'penetration tests',
}
const nameOf = ({ id }: Part): string => NAMES[id] ?? id.replace(/^no_/, '').replaceAll('_', ' ')

/** Evidence was found, but it contradicts itself. */
const disagreement = (part: Part): EvidenceGap => ({
  id: part.id.replace(/^no_/, 'contradicted_'),
  message: `Pages of the vendor disagree about ${nameOf(part)}, so neither counts.`,
})

function notRead(hidden: readonly Part[], pages: readonly UnreadPage[]): EvidenceGap[] {
  if (hidden.length === 0) return []
  const why = pages.length > 0 ? `A page that may contain this: ${reasonsOf(pages)}.` : 'No page could be read yet.'
  return [{ id: 'not_read', message: `Not read, so it may or may not exist: ${hidden.map(nameOf).join(', ')}. ${why}` }]
}

function readingProblems({ sources }: VendorFacts, now: Date): EvidenceGap[] {
  const gaps: EvidenceGap[] = []
  const add = (id: string, message: string) => gaps.push({ id, message })
  if (sources.length === 0) add('no_sources', 'No source of this vendor is known yet.')
  if (sources.some(({ inactive_reason }) => inactive_reason === 'robots'))
    add('robots_blocked', 'The vendor’s robots.txt disallows some pages, so we do not read them.')
  if (vendorSourceStatus(sources, now) === 'failing')
    add('sources_failing', 'Some pages have failed for a while. The last version is shown with its age.')
  return gaps
}

const openDuties = ({ duties }: AiActVerdict): EvidenceGap[] =>
  duties.flatMap(({ duty, title, status }) => {
    if (['supported', 'not_triggered', 'not_read'].includes(status)) return []
    const id = `ai_act_${duty.replace(/\W+/g, '_').replace(/_$/, '')}`
    return [{ id, message: `AI Act ${duty}: ${title}: ${DUTY_GAPS[status] ?? status}.` }]
  })

const DUTY_GAPS: Readonly<Record<string, string>> = {
  stale: 'the source is out of date',
  intended: 'only announced',
  contradicted: 'pages disagree',
  refuted: 'the vendor says it does not do this',
  missing: 'nothing was found',
}
