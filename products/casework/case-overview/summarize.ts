// The summary of a case, from templates: equal facts give equal text, and each figure cites its sources. Pure.

import type { CaseSummary } from '@veritrace/contract/casework/cases'
import type { Citation } from '@veritrace/contract/casework/shapes'
import type { SeenCase } from '../cases/list-store.ts'
import { counted } from '../model/counted.ts'
import { inWords } from '../model/in-words.ts'
import type { ActivePack } from '../packs/packs.ts'
import { percent } from '../readiness/figures.ts'
import type { RecommendationRow } from '../recommendations/tables.ts'
import type { RunRow } from '../runs/tables.ts'

interface Facts {
  theCase: SeenCase
  active: ActivePack | undefined
  run: RunRow | undefined
  recommendations: readonly RecommendationRow[]
  now: Date
}

const MAX_NAMED = 5

export function summarize(facts: Facts): CaseSummary {
  const { theCase, run, recommendations, now } = facts
  const open = recommendations.filter(({ status }) => status === 'proposed')
  const cited = openCitations()
  const text = run ? textOf(facts, open, cited.numbersOf) : NOTHING
  return {
    case_id: theCase.id,
    headline: headlineOf(facts, open.length),
    text_md: text,
    key_figures: figuresOf(facts, open.length),
    risks: risksOf(facts),
    decisions_pending: open
      .slice(0, MAX_NAMED * 4)
      .map(({ id, body }) => ({ rec_id: id, text: body.needs_decision?.question ?? body.title })),
    next_actions: nextOf(theCase, open.length),
    citations: cited.all,
    inputs_digest: run?.inputs?.digest ?? null,
    stale: theCase.stale_reasons.length > 0,
    generated_at: now.toISOString(),
  }
}

const NOTHING = 'No run has finished yet. The figures below are from the last time the scope was measured.'
function headlineOf({ theCase, active, run }: Facts, open: number): string {
  const { rollup, resolved_count } = theCase
  const target = active?.pack.targets.find(({ profile_id }) => profile_id === theCase.target)?.label ?? theCase.target
  const share = `${percent(rollup.acceptable_share)} of ${counted(resolved_count, 'object is', 'objects are')} acceptable for ${target}`
  if (!run) return `${share}. No run has finished yet.`
  return open > 0
    ? `${share}. ${counted(open, 'recommendation needs', 'recommendations need')} a decision.`
    : `${share}. No decisions are pending.`
}

function shareText({ low, high }: Facts['theCase']['rollup']['interval']): string {
  if (percent(low) === percent(high)) return `The acceptable share is ${percent(low)}.`
  return `The acceptable share is between ${percent(low)} and ${percent(high)}, depending on what is still unknown.`
}

function textOf({ theCase, recommendations, run }: Facts, open: readonly RecommendationRow[], cite: Cite): string {
  const { distribution, interval } = theCase.rollup
  const codes = Object.entries(distribution).filter(([, objects]) => objects > 0)
  const standing = recommendations.filter(({ status }) => status === 'proposed' || status === 'accepted')
  const accepted = recommendations.filter(({ status }) => status === 'accepted' || status === 'done').length
  const diff = run?.diff
  return [
    `**Rating.** ${codes.map(([code, objects]) => `${code}: ${objects}`).join(', ')}. ${shareText(interval)}`,
    '',
    ...(standing.length === 0
      ? ['**What to do.** Nothing blocks these objects from reaching the target.']
      : [
          `**What to do.** ${counted(standing.length, 'fix is', 'fixes are')} recommended: ${accepted} of ${recommendations.length} accepted, ${open.length} awaiting a decision.`,
          '',
          ...standing
            .slice(0, MAX_NAMED)
            .map(
              ({ body }) =>
                `- ${body.title}: ${counted(body.artifacts_total, 'object')}, about ${body.effort.p50} person-days, risk ${body.risk}${cite(body.citations)}`,
            ),
          ...(standing.length > MAX_NAMED ? [`- and ${standing.length - MAX_NAMED} more`] : []),
        ]),
    ...(diff && diff.causes.length > 0
      ? [
          '',
          `**Since the previous run** (${diff.causes.join(', ')} changed): ${diff.fixed} fixed, ${diff.new} new, ${diff.changed} with a different rating.`,
        ]
      : []),
    ...(theCase.stale_reasons.length > 0
      ? ['', `**Stale.** Since the last run: ${theCase.stale_reasons.map(inWords).join(', ')}.`]
      : []),
  ].join('\n')
}

type Cite = (citations: readonly Citation[]) => string

/** Numbers each source once, in the order in which the text cites them. */
function openCitations(): { all: Citation[]; numbersOf: Cite } {
  const all: Citation[] = []
  const numbers = new Map<string, number>()
  return {
    all,
    numbersOf: (citations) =>
      citations
        .slice(0, 2)
        .map((citation) => {
          const key = JSON.stringify([
            citation.entry_id,
            citation.evidence_id,
            citation.locator.value,
            citation.quote_hash,
          ])
          const n = numbers.get(key) ?? all.push({ ...citation, n: all.length + 1 })
          numbers.set(key, n)
          return ` [${n}]`
        })
        .join(''),
  }
}

function figuresOf({ theCase, run, recommendations }: Facts, open: number): CaseSummary['key_figures'] {
  const { rollup, resolved_count } = theCase
  const effort = recommendations
    .filter(({ status }) => status === 'proposed' || status === 'accepted')
    .reduce((sum, { body }) => sum + body.effort.p50, 0)
  return [
    { label: 'Objects', value: resolved_count, unit: 'objects' },
    { label: 'Acceptable', value: rollup.acceptable_share, unit: 'share' },
    { label: 'Findings', value: rollup.findings, unit: 'findings' },
    ...(run
      ? [
          { label: 'Patterns', value: run.outputs?.patterns ?? 0, unit: 'patterns' },
          { label: 'Open decisions', value: open, unit: 'recommendations' },
          { label: 'Recommended effort', value: Math.round(effort * 10) / 10, unit: 'person_days' },
        ]
      : []),
  ]
}

function risksOf({ run, recommendations, theCase }: Facts): string[] {
  const high = recommendations.filter(({ status, body }) => status !== 'superseded' && body.risk === 'high')
  return [
    ...(theCase.stale_reasons.length > 0
      ? ['The results are based on inputs that have changed since the last run.']
      : []),
    ...high.slice(0, MAX_NAMED).map(({ body }) => `${body.title}: ${body.risk_reasons[0] ?? 'high risk'}`),
    ...(run?.steps.flatMap(({ warnings }) => warnings).slice(0, MAX_NAMED * 2) ?? []),
  ]
}

function nextOf({ id, phase, status, stale_reasons }: SeenCase, open: number): CaseSummary['next_actions'] {
  const at = (name: string): string => `/app/cases/${id}?phase=${name}`
  if (status === 'closed') return [{ label: 'Reopen the case', href: at('review') }]
  const next = {
    corpus: 'Investigate',
    resolve: `Decide ${counted(open, 'recommendation')}`,
    graph: 'Check the impact of a change',
    plan: 'Plan the accepted recommendations',
    review: 'Review and close',
  }[phase]
  return [
    ...(stale_reasons.length > 0 ? [{ label: 'Investigate again', href: at('corpus') }] : []),
    { label: next, href: at(phase) },
  ]
}
