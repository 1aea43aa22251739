// Hand-written estates for tests, small enough to check by hand.

import { parse } from 'yaml'
import { ACCESSES, type Access, type Estate, type EstateObject } from '../estate/estate.ts'
import { catalogRef, type Named, shortForm } from '../model/artifacts.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import type { DecisionTable } from '../packs/rules.ts'
import type { Known } from '../rating/known.ts'

const NAMING = { pack: 'plain', iriBase: 'urn:plain:', kind: 'object' }

/** Parses `TABL:VBAK`. */
const thing = (form: string): Named => {
  const [type, name] = form.split(':') as [string, string]
  return { type, name }
}

/** Accepts good and fair; poor needs an exemption; bad is never accepted. */
export const TARGET: TargetProfile = {
  profile_id: 'plain:1',
  label: 'Plain 1',
  acceptable: ['good', 'fair'],
  with_exemption: ['poor'],
  lists: [{ role: 'release', list: 'plain' }],
}

const rollup = parse(`
id: plain/rollup
version: '1'
inputs: [worst_known, coverage.is_complete, references.count, references.unknown, technologies.count]
rows:
  - { id: R1, when: { worst_known: bad }, then: { code: bad, status: final } }
  - { id: R2, when: { coverage.is_complete: false }, then: { code: unknown, status: provisional } }
  - { id: R3, when: { references.unknown: '> 0' }, then: { code: unknown, status: provisional } }
  - { id: R4, when: { worst_known: exists }, then: { code: =worst_known, status: final } }
  - { id: R5, when: {}, then: { code: good, status: final } }
`) as DecisionTable

/** The parts of a pack that a measurement reads. */
export const ACTIVE = {
  pack: {
    ref: { id: 'plain', version: '1.0.0', digest: 'sha256:0' },
    naming: NAMING,
    importers: { usage: { low_confidence_days: 90, high_confidence_days: 365 } },
    terms: { rating: 'grade' },
    scheme: { id: 'grade', codes: ['good', 'fair', 'poor', 'bad'], labels: {}, unknown: 'unknown' },
    tables: { rollup },
    scoring: {
      values: { good: 1, fair: 0.5, poor: 0.25, bad: 0, unknown: 0.2 },
      debt: { p1: 10, p2: 5, p3: 1, p4: 0, bad: 10, poor: 5, fair: 1, good: 0, unknown: 0 },
      bands: { high: 0.85, medium: 0.6 },
    },
  },
  options: {},
  revision: '1',
} as unknown as ActivePack

export const knownAs = (form: string, code: string, successors: readonly string[] = []): [string, Known] => {
  const named = thing(form)
  const rating = {
    ...{ scheme: 'grade', code, label: code, status: 'final' as const, flags: [] },
    ...{ rule: { id: 'L1', ruleset: 'plain/level', version: '1' }, reasons: [], conflicts: [] },
  }
  return [
    shortForm(named),
    {
      named,
      artifact: catalogRef(NAMING, named),
      facts: [],
      rating,
      acceptable: TARGET.acceptable.includes(code),
      successors: successors.map((successor) => ({
        named: thing(successor),
        artifact: catalogRef(NAMING, thing(successor)),
        hop: 1,
        relation: 'one',
        code: 'good',
        acceptable: true,
        available: true,
        terminal: true,
      })),
      citations: [],
    },
  ]
}

/** Uses as in `{ 'PROG:Z1': ['read TABL:T1', 'call FUNC:F1'] }`, plus overrides for objects by the same name. */
export function estateOf(
  uses: Readonly<Record<string, readonly string[]>>,
  more: Readonly<Record<string, Partial<EstateObject>>> = {},
  whole: Partial<Estate> = {},
): Estate {
  const places = new Map<string, number>()
  const placeOf = (form: string): number => {
    const place = places.get(form) ?? places.size
    places.set(form, place)
    return place
  }
  const rows = Object.values(uses).flatMap((list, from) =>
    list.map((use) => {
      const [access, form] = use.split(' ') as [Access, string]
      return { from, to: placeOf(form), access: ACCESSES.indexOf(access) }
    }),
  )
  return {
    project_id: 'prj_1',
    revision: 1,
    system: 'DEV',
    former_systems: [],
    evidence_ids: ['evi_1'],
    objects: Object.keys(uses).map((form) => ({ ...PLAIN_OBJECT, ...thing(form), ...more[form] })),
    references: [...places.keys()].map(thing),
    uses: {
      from: Int32Array.from(rows, ({ from }) => from),
      to: Int32Array.from(rows, ({ to }) => to),
      access: Uint8Array.from(rows, ({ access }) => access),
      sites: new Int32Array(rows.length).fill(1),
      basis: new Uint8Array(rows.length),
    },
    calls: { from: new Int32Array(), to: new Int32Array() },
    usage_window_days: 0,
    atc_object_set_complete: false,
    ...whole,
  }
}

const PLAIN_OBJECT: Omit<EstateObject, 'type' | 'name'> = {
  package: 'ZP',
  owner: 'u1',
  component: 'X',
  lines: 10,
  parsed_ratio: 1,
  dynamic_calls: 0,
  has_dependencies: true,
  has_atc: false,
  executions: null,
  last_used: null,
  findings: [0, 0, 0, 0],
  technologies: [],
}
