// Converts artifacts to the types of the contract.
import type { Artifact, ArtifactDetail } from '@veritrace/contract/casework/artifacts'
import type { ArtifactRef, DecisionRef, Finding, Rating } from '@veritrace/contract/casework/shapes'
import { iso } from '@veritrace/platform/clock'
import type { Estate } from '../estate/estate.ts'
import type { FindingRow } from '../estate/tables.ts'
import { artifactId, type Home, shortForm } from '../model/artifacts.ts'
import type { DecisionRow, FactRow } from '../model/tables.ts'
import type { Pack } from '../packs/pack.ts'
import { addressOf } from '../rating/addresses.ts'
import type { Context } from '../rating/assemble.ts'
import type { Known } from '../rating/known.ts'
import { guidanceIds } from '../resolve/guidance-ids.ts'
import { usageOf } from './usage.ts'

export interface Counts {
  predecessors: number
  dependents: number
}

/** An artifact from a list. */
export function viewListed(context: Context, known: Known, counts: Counts): Artifact {
  const { active, target, catalog, decisions } = context
  const [first] = known.facts
  const decided = decisions.get(shortForm(known.named)) ?? []
  return {
    ...known.artifact,
    attributes: first ? attributesOf(first) : {},
    labels: [...new Set(known.facts.flatMap(({ labels }) => labels))],
    target: target.profile_id,
    rating: known.rating,
    acceptable: known.acceptable,
    states: known.facts.map(({ list_id, state }) => ({ profile_id: target.profile_id, list_id, state })),
    successors_count: known.successors.filter(({ hop }) => hop === 1).length,
    predecessors_count: counts.predecessors,
    dependents_count: counts.dependents,
    dependencies_count: 0,
    guidance_count: guidanceIds(active.pack, { ...known.named, code: known.rating.code, actions: [] }).length,
    overlay: { decisions: decided.map(viewDecision), notes: decided.filter(({ rationale }) => rationale).length },
    updated_at: iso(first ? (catalog.byEntry.get(first.entry_id)?.extracted_at ?? null) : null),
  }
}

/** The attributes in a list record, without empty ones, state and successors. */
const attributesOf = (fact: FactRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({
      software_component: fact.software_component,
      component: fact.component,
      container_type: fact.container_type,
      container_name: fact.container_name,
      ...fact.attributes,
    }).filter(([, value]) => value !== '' && value !== null),
  )

const viewDecision = ({ id, kind, by_name, at, expires_at, case_id }: DecisionRow): DecisionRef => ({
  id,
  kind,
  by: by_name,
  at: at.toISOString(),
  expires_at: iso(expires_at),
  case_id,
})

interface OwnView {
  pack: Pack
  ref: ArtifactRef
  target: string
  rating: Rating
  acceptable: boolean
  estate: Estate
  place: number
  dependencies: number
  dependents: number
}

/** An object of the customer. */
export function viewOwn({ pack, ref, target, rating, acceptable, estate, place, ...counts }: OwnView): Artifact {
  const object = estate.objects[place]!
  const [p1, p2, p3, p4] = object.findings
  return {
    ...ref,
    attributes: { system: estate.system, ...(object.component && { component: object.component }) },
    labels: [...new Set(object.technologies.map(({ kind }) => kind))],
    target,
    rating,
    acceptable,
    states: [],
    successors_count: 0,
    predecessors_count: 0,
    dependents_count: counts.dependents,
    dependencies_count: counts.dependencies,
    guidance_count: 0,
    estate: {
      project_id: estate.project_id,
      package: object.package,
      owner: object.owner,
      lines: object.lines,
      usage: usageOf(pack, estate, object),
      findings: { p1, p2, p3, p4 },
      parsed_ratio: object.parsed_ratio,
    },
    overlay: { decisions: [], notes: 0 },
    updated_at: null,
  }
}

export const viewFinding = (row: FindingRow, artifact: ArtifactRef, pack: Pack, home: Home): Finding => ({
  id: `fnd_${artifactId(`${row.evidence_id}#${row.place}`).slice('art_'.length)}`,
  artifact_id: artifact.id,
  check_id: row.check_id,
  check_title: row.check_title,
  message_id: row.message_id,
  message: row.message,
  priority: row.priority,
  ...(row.reference_type !== null &&
    row.reference_name !== null && {
      reference: addressOf(pack, home, { type: row.reference_type, name: row.reference_name }),
    }),
  ...(row.line !== null && { line: row.line }),
  exempted: row.exempted,
  quickfix: row.quickfix,
  evidence_id: row.evidence_id,
  state: row.exempted ? 'exempted' : 'open',
})

/** All facts in the records, each with its citation. */
export const viewFacts = (facts: readonly FactRow[], numberOf: (fact: FactRow) => number): ArtifactDetail['facts'] =>
  facts.flatMap((fact) => {
    const said = {
      state: fact.state,
      successor_kind: fact.successor_kind,
      concept: fact.concept,
      ...attributesOf(fact),
    }
    const labels = fact.labels.map((label): [string, unknown] => ['label', label])
    return [...Object.entries(said), ...labels]
      .filter(([, value]) => value !== '')
      .map(([predicate, value]) => ({ predicate, value, citation: numberOf(fact) }))
  })
