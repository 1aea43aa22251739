// Composes a resolution from what was read about its subject. Pure.
import type { Resolution, ResolvedSuccessor } from '@veritrace/contract/casework/resolve'
import type { Conflict } from '@veritrace/contract/casework/shapes'
import { type Named, shortForm } from '../model/artifacts.ts'
import type { DecisionRow } from '../model/tables.ts'
import type { Pack } from '../packs/pack.ts'
import { stateInProse } from '../packs/state-words.ts'
import { type Context, type Judged, knownOf, openJudge } from '../rating/assemble.ts'
import type { Record } from '../rating/chains.ts'
import type { Known } from '../rating/known.ts'
import { missingLists } from '../rating/lists.ts'
import { LOW_COVERAGE } from '../rating/rate.ts'
import { actionsFor } from './actions.ts'
import { type Citations, openCitations } from './citations.ts'
import { historyOf, type Stated, statesOf } from './history.ts'
import type { Reached } from './reach.ts'
import { valuesOf } from './sentences.ts'
import { fill, type Written } from './template.ts'

export type Verdict = Pick<
  Resolution,
  | 'rating'
  | 'acceptable'
  | 'labels'
  | 'states'
  | 'successors'
  | 'actions'
  | 'history'
  | 'citations'
  | 'conflicts'
  | 'headline'
  | 'text_md'
> & { known: Known }

interface Asked {
  named: Named
  template: string
  dependents: Resolution['dependents']
  /** The records of all lists, whatever the target. */
  reached: Pick<Reached, 'facts' | 'edges' | 'decisions'>
}

export function verdictOf(context: Context, { named, template, dependents, reached }: Asked): Verdict {
  const { active, target, catalog, records } = context
  const judge = openJudge(context)
  const known = knownOf(context, judge, named)
  const citations = openCitations(context, records.get(shortForm(named)) ?? { named, facts: [], edges: [] })
  const states = statesOf(catalog, active.pack.targets, target, reached.facts)
  const cited = states.map((one) => ({ ...one, citation: citations.fact(one.fact, reached.edges) }))
  const successors = viewSuccessors(context, judge, known, citations, reached.decisions)
  const conflicts = [...known.rating.conflicts, ...editionConflicts(active.pack, cited, target.profile_id)]
  const spoken = {
    target,
    known,
    pack: active.pack,
    titles: known.facts.map(({ entry_id }) => catalog.byEntry.get(entry_id)!.title),
    successors,
    conflicts: known.rating.conflicts,
    dependents,
    elsewhere: elsewhere(context, cited, known).slice(0, MAX_ELSEWHERE),
    missing: known.rating.flags.includes(LOW_COVERAGE) ? missingLists(catalog, target) : [],
  }
  return {
    known,
    rating: known.rating,
    acceptable: known.acceptable,
    labels: [...new Set(known.facts.flatMap(({ labels }) => labels))],
    states: cited.map(({ profile_id, list, fact, citation }) => ({
      profile_id,
      list_id: list,
      state: fact.state,
      successor_kind: fact.successor_kind,
      citation,
    })),
    successors,
    actions: actionsFor(active, target, known),
    history: historyOf(catalog, active.pack.targets, reached),
    citations: [...citations.all],
    conflicts,
    ...(fill(template, valuesOf(spoken)) ?? plainWords(known)),
  }
}

const MAX_ELSEWHERE = 3

/** For each state that no list of the target contains, the latest list that does. */
function elsewhere({ catalog }: Context, states: readonly (Stated & { citation: number })[], { facts }: Known) {
  const own = new Set(facts.map(({ entry_id }) => entry_id))
  const said = new Set(facts.map(({ state }) => state))
  const others = new Map(
    states
      .filter(({ fact }) => !own.has(fact.entry_id) && !said.has(fact.state))
      .map(({ fact, citation }) => [fact.state, { entry: fact.entry_id, state: fact.state, citation }]),
  )
  return [...others.values()].map(({ entry, ...one }) => ({ ...one, title: catalog.byEntry.get(entry)!.title }))
}

const plainWords = ({ named, rating }: Known): Written => {
  const text = `${named.type} ${named.name}: ${rating.label}.`
  return { headline: text, text_md: text }
}

function viewSuccessors(
  context: Context,
  judge: (named: Named) => Judged,
  known: Known,
  citations: Citations,
  decisions: readonly DecisionRow[],
): ResolvedSuccessor[] {
  return known.successors.map(({ named, artifact, hop, relation, concept, acceptable, available, terminal }) => {
    const record: Record | undefined = context.records.get(shortForm(named))
    const fit = fitOf(decisions, named)
    if (fit) citations.decision(fit)
    return {
      artifact,
      hop,
      relation,
      ...(concept !== undefined && { concept }),
      rating_in_target: citations.rating(judge(named).rating, record),
      acceptable,
      available,
      terminal,
      ...(fit && { fit: viewFit(fit) }),
    }
  })
}

/** The workspace's latest verdict on how well this successor fits. */
const fitOf = (decisions: readonly DecisionRow[], successor: Named): DecisionRow | undefined =>
  decisions.findLast(({ kind, value }) => kind === 'successor_fit' && value.successor === shortForm(successor))

const VERDICTS = ['full', 'partial', 'none'] as const

function viewFit({ value, rationale, by_name, at }: DecisionRow): NonNullable<ResolvedSuccessor['fit']> {
  return {
    verdict: VERDICTS.find((one) => one === value.verdict) ?? 'untested',
    ...(Array.isArray(value.operations) && { operations: value.operations.map(String) }),
    note: typeof value.note === 'string' ? value.note : rationale,
    by: by_name,
    at: at.toISOString(),
  }
}

/** States in other editions that differ from ours, compared by the first list of each. */
function editionConflicts(pack: Pack, states: readonly (Stated & { citation: number })[], profile: string): Conflict[] {
  const labelOf = (id: string): string => pack.targets.find(({ profile_id }) => profile_id === id)?.label ?? id
  const ours = states.find(({ profile_id }) => profile_id === profile)
  if (!ours) return []
  return states
    .filter(
      ({ profile_id, fact }) =>
        profile_id !== profile && fact.role === ours.fact.role && fact.state !== ours.fact.state,
    )
    .map((theirs) => ({
      kind: 'edition_difference',
      left: { citation: ours.citation, state: ours.fact.state, profile_id: profile },
      right: { citation: theirs.citation, state: theirs.fact.state, profile_id: theirs.profile_id },
      note: `${labelOf(profile)} lists it as “${stateInProse(pack, ours.fact.state)}”, ${labelOf(theirs.profile_id)} as “${stateInProse(pack, theirs.fact.state)}”.`,
    }))
}
