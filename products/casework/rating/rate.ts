// The rating of one thing for one target, by the pack's rules, with the conflicts between its sources. Pure.

import type { Conflict, Rating } from '@veritrace/contract/casework/shapes'
import { ownValue } from '@veritrace/platform/names'
import type { Pack, TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { type DecisionTable, decide, type Inputs, type Verdict } from '../packs/rules.ts'
import { stateInProse } from '../packs/state-words.ts'
import { type Given, type Incomplete, inputsOf, type ListStatement } from './inputs.ts'
import { isOwnName } from './own-names.ts'

export const LEVEL = 'level'
/** Flag: a list that the target reads is missing or may be incomplete. */
export const LOW_COVERAGE = 'low_coverage'

/** Citations are numbered from 1: the facts in order, then the overlay. */
export function rate(active: ActivePack, target: TargetProfile, given: Given): Rating {
  const table = levelTable(active)
  const inputs = inputsOf(active, target, given)
  const verdict = decide(table, inputs)
  const code = codeOf(active, verdict)
  const { scheme } = active.pack
  const priority = priorityOf(active, code)
  const isOutside = given.facts.length === 0 && isOwnName(active.pack, given.named.name)
  // A missing list cannot make the best code worse.
  const gaps = code === scheme.codes[0] || given.overlay || isOutside ? [] : gapsOf(given)
  const isOpen = code === scheme.unknown || gaps.length > 0 || given.overlay?.reviewed === false
  return {
    scheme: scheme.id,
    code,
    label: ownValue(scheme.labels, code) ?? code,
    status: isOpen ? 'provisional' : 'final',
    flags: [...flagsOf(verdict, given, code === scheme.unknown), ...(gaps.length > 0 ? [LOW_COVERAGE] : [])],
    rule: { id: verdict.row, ruleset: table.id, version: table.version },
    ...(priority !== undefined && { atc_priority_expected: priority }),
    reasons: [...reasonsOf(active, verdict, given, code), ...gaps.map((text) => ({ text }))],
    conflicts: conflictsOf(active, target, given, { verdict, code }),
  }
}

/** Why the rating could still change: lists that are missing or may be incomplete. */
const gapsOf = ({ facts, missing = [], incomplete = [] }: Given): string[] => [
  ...missing.map((list) => `The list ${list}, which the target reads, is not loaded.`),
  ...incomplete
    .filter(({ list }) => !facts.some(({ list_id }) => list_id === list))
    .map(({ list, completeness }) => INCOMPLETE[completeness](list)),
]

const INCOMPLETE: Record<Incomplete['completeness'], (list: string) => string> = {
  sample: (list) => `The list ${list} is only a sample: it says nothing about what it leaves out.`,
  partial: (list) => `The list ${list} may be incomplete: it says nothing about what it leaves out.`,
}

export function levelTable({ pack }: ActivePack): DecisionTable {
  const table = pack.tables[LEVEL]
  if (!table) throw new Error(`The pack ${pack.ref.id} has no rules/${LEVEL}.yaml.`)
  return table
}

const codeOf = ({ pack }: ActivePack, { then }: Verdict): string => {
  const code = String(then.code ?? pack.scheme.unknown)
  return pack.scheme.codes.includes(code) ? code : pack.scheme.unknown
}

/** The priority that a check with the same lists would report; undefined if the pack knows no such check. */
function priorityOf({ pack }: ActivePack, code: string): number | null | undefined {
  const { priority_of_code: priorities } = (pack.importers.atc ?? {}) as { priority_of_code?: Record<string, number> }
  return priorities && (ownValue(priorities, code) ?? null)
}

function flagsOf({ then }: Verdict, { overlay, facts }: Given, isUnknown: boolean): string[] {
  const flags = new Set<string>()
  if (typeof then.flag === 'string') flags.add(then.flag)
  if (overlay) flags.add('overlay')
  // A list names it, but with a state that the rules do not know yet.
  if (isUnknown && facts.length > 0) flags.add('unrecognised_state')
  return [...flags]
}

function reasonsOf(active: ActivePack, verdict: Verdict, given: Given, code: string): Rating['reasons'] {
  const listed = given.facts.map(({ list_id, state }, place) => ({
    text: `The list ${list_id} says “${stateInProse(active.pack, state)}”.`,
    citation: place + 1,
  }))
  const decided = given.overlay
    ? [{ text: `The workspace has set the level to ${given.overlay.level}.`, citation: given.facts.length + 1 }]
    : []
  const unlisted = listed.length === 0 ? [{ text: reasonUnlisted(active.pack, given.named.name) }] : []
  const table = levelTable(active)
  const rule = { text: `Rule ${verdict.row} of ${table.id} ${table.version} makes this ${code}.` }
  return [...decided, ...listed, ...unlisted, rule]
}

export const reasonUnlisted = (pack: Pack, name: string): string =>
  isOwnName(pack, name) ? 'It is custom, not in the upload.' : 'None of the lists that the target reads names it.'

/** Two lists disagree if each of them alone would give another code. */
function conflictsOf(
  active: ActivePack,
  target: TargetProfile,
  given: Given,
  { verdict, code }: { verdict: Verdict; code: string },
): Conflict[] {
  const { facts, overlay } = given
  if (facts.length === 0 || (facts.length === 1 && !overlay)) return []
  const alone = facts.map((fact) => codeAlone(active, target, given, fact))
  const conflicts: Conflict[] = []
  for (let left = 0; left < facts.length; left++)
    for (let right = left + 1; right < facts.length; right++)
      if (alone[left] !== alone[right])
        conflicts.push({
          kind: 'sources_disagree',
          left: { citation: left + 1, state: facts[left]!.state },
          right: { citation: right + 1, state: facts[right]!.state },
          resolved_by_rule: verdict.row,
          note: `${facts[left]!.list_id} alone gives ${alone[left]}, ${facts[right]!.list_id} alone gives ${alone[right]}: the rules chose ${code}.`,
        })
  const { code: listed } = overlay ? rate(active, target, { ...given, overlay: undefined }) : { code }
  if (overlay && listed !== overlay.level)
    conflicts.push({
      kind: 'overlay_vs_catalog',
      left: { citation: facts.length + 1, state: overlay.level },
      right: { citation: 1, state: facts[0]!.state },
      resolved_by_rule: verdict.row,
      note: `The lists give ${listed}; the workspace has set the level to ${overlay.level}.`,
    })
  return conflicts
}

const codeAlone = (active: ActivePack, target: TargetProfile, given: Given, fact: ListStatement): string =>
  codeOf(active, decide(levelTable(active), inputsOf(active, target, { ...given, facts: [fact], overlay: undefined })))

/** Acceptable in itself, or through an exemption that has not expired. */
export const isAcceptable = (target: TargetProfile, code: string, isExempted: boolean): boolean =>
  target.acceptable.includes(code) || (isExempted && target.with_exemption.includes(code))

export interface TraceRow {
  rule_id: string
  inputs: Inputs
  output: Record<string, unknown>
}

/** Every row up to the one that matched, with the inputs it read. */
export function traceOf(table: DecisionTable, inputs: Inputs): TraceRow[] {
  const { row: decided, then } = decide(table, inputs)
  const place = table.rows.findIndex(({ id }) => id === decided)
  return table.rows.slice(0, place + 1).map((row) => ({
    rule_id: row.id,
    inputs: Object.fromEntries(Object.keys(row.when).map((name) => [name, inputs[name] ?? null])),
    output: row.id === decided ? { ...then } : {},
  }))
}
