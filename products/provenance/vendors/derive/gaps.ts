// What is missing of a profile, in words, and what stands in the way of knowing more. What was not read is not missing.
import type { EvidenceGap } from '@veritrace/contract/provenance/vendors'
import type { AiActVerdict } from './ai-act.ts'
import { PARTS, type Part } from './completeness.ts'
import { contradictions, undisputed } from './contradictions.ts'
import type { VendorFacts } from './facts.ts'
import { vendorSourceStatus } from './freshness.ts'
import { reasonsOf, type UnreadPage, unreadPages } from './unread.ts'

/** What stands in the way of reading; all others are missing or disputed. */
const HINDRANCES: ReadonlySet<string> = new Set(['not_read', 'robots_blocked', 'sources_failing'])
export const isHindrance = ({ id }: EvidenceGap): boolean => HINDRANCES.has(id)

export function gapsOf(facts: VendorFacts, aiAct: AiActVerdict, now: Date): EvidenceGap[] {
  const unread = unreadPages(facts.sources, now)
  const wasRead = facts.claims.length > 0 || facts.sources.some(({ last_success_at }) => last_success_at !== null)
  const disputed = contradictions(facts.claims)
  const proved = { ...facts, claims: undisputed(facts.claims) }
  const isHidden = ({ mayStandOn }: Part): boolean =>
    mayStandOn !== undefined && (!wasRead || unread.some(({ kind }) => mayStandOn.includes(kind)))
  const open = PARTS.filter((part) => !part.isThere(proved, now))
  const found = open.filter((part) => disputed.some((claim) => part.isAbout?.(claim)))
  const hidden = open.filter((part) => !found.includes(part) && isHidden(part))
  const missing = open.filter((part) => !found.includes(part) && !hidden.includes(part))
  return [
    ...missing.map((part) => ({ id: part.id, message: part.missing })),
    ...found.map(disagreement),
    ...notRead(hidden, wasRead ? unread.filter(({ kind }) => mayHide(hidden, kind)) : unread),
    ...hindrances(facts, now),
    ...openDuties(aiAct),
    ...(facts.vendor.verified ? [] : [{ id: 'not_verified', message: 'The vendor has not verified this listing.' }]),
  ]
}

const mayHide = (parts: readonly Part[], kind: string): boolean =>
  parts.some(({ mayStandOn }) => mayStandOn?.includes(kind))

const NAMES: Readonly<Record<string, string>> = {
  no_dpa: 'data processing agreement',
  no_ai_transparency: 'use of AI',
  no_penetration_test: 'penetration tests',
}
const nameOf = ({ id }: Part): string => NAMES[id] ?? id.replace(/^no_/, '').replaceAll('_', ' ')

/** Something was found, and more than it takes. */
const disagreement = (part: Part): EvidenceGap => ({
  id: part.id.replace(/^no_/, 'contradicted_'),
  message: `Pages of the vendor disagree about ${nameOf(part)}, so neither counts.`,
})

function notRead(hidden: readonly Part[], pages: readonly UnreadPage[]): EvidenceGap[] {
  if (hidden.length === 0) return []
  const why = pages.length > 0 ? `Of a page that may say it: ${reasonsOf(pages)}.` : 'No page could be read yet.'
  return [
    { id: 'not_read', message: `Not read, so neither found nor missing: ${hidden.map(nameOf).join(', ')}. ${why}` },
  ]
}

function hindrances({ sources }: VendorFacts, now: Date): EvidenceGap[] {
  const told: EvidenceGap[] = []
  const add = (id: string, message: string) => told.push({ id, message })
  if (sources.length === 0) add('no_sources', 'No source of this vendor is known yet.')
  if (sources.some(({ inactive_reason }) => inactive_reason === 'robots'))
    add('robots_blocked', 'The robots.txt of the vendor asks crawlers to stay away from some pages; we do.')
  if (vendorSourceStatus(sources, now) === 'failing')
    add('sources_failing', 'Some pages could not be read for a while; what they said last is shown with its age.')
  return told
}

const openDuties = ({ duties }: AiActVerdict): EvidenceGap[] =>
  duties.flatMap(({ duty, title, status }) => {
    if (['supported', 'not_triggered', 'not_read'].includes(status)) return []
    const id = `ai_act_${duty.replace(/\W+/g, '_').replace(/_$/, '')}`
    return [{ id, message: `AI Act ${duty}: ${title}: ${DUTY_GAPS[status] ?? status}.` }]
  })

const DUTY_GAPS: Readonly<Record<string, string>> = {
  stale: 'the source is out of date',
  intended: 'announced only',
  contradicted: 'pages disagree',
  refuted: 'the vendor says it does not',
  missing: 'nothing was found',
}
