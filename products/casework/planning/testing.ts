// A small pack for planning and estates of any size, for tests and benchmarks.
import { ACCESSES, type Estate } from '../estate/estate.ts'
import { shortForm } from '../model/artifacts.ts'
import type { Action } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import type { Known } from '../rating/known.ts'
import { estateOf, knownAs, ACTIVE as MEASURING, TARGET } from '../readiness/testing.ts'
import type { PlanInput } from './engine/input.ts'

const action = (id: string, [low, likely, high]: [number, number, number], more: Partial<Action> = {}): Action => ({
  id,
  title: id[0]!.toUpperCase() + id.slice(1),
  description: '',
  effort: { low, likely, high },
  resulting_code: 'good',
  acceptance: [{ kind: 'rating_at_least', code: 'fair' }],
  ...more,
})

const table = (
  id: string,
  inputs: string[],
  rows: [string, Record<string, string | number | boolean>, Record<string, string | boolean>][],
) => ({
  id: `plain/${id}`,
  version: '1',
  inputs,
  rows: rows.map(([row, when, then]) => ({ id: row, when, then })),
})

/** Actions to retire, replace, wrap, rebuild and research; several successors need a decision. */
export const ACTIVE = {
  ...MEASURING,
  pack: {
    ...MEASURING.pack,
    importers: { usage: { low_confidence_days: 90, high_confidence_days: 180 } },
    actions: [
      action('retire', [0.25, 0.5, 2], { wave: 1, acceptance: [{ kind: 'unused_confirmed' }] }),
      action('replace', [0.25, 1, 3], { multiplier: { per: 'call_site', days: 0.1 } }),
      action('wrap', [2, 4, 10], { wave: 2, resulting_code: 'poor', multiplier: { per: 'call_site', days: 0.1 } }),
      action('rebuild', [3, 10, 25]),
      action('exempt', [0.1, 0.25, 0.75], { resulting_code: 'poor', exempts: true }),
      action('research', [0.25, 0.5, 2], { wave: 0, resulting_code: 'unknown', acceptance: [] }),
    ],
    tables: {
      ...MEASURING.pack.tables,
      action: table(
        'action',
        ['usage.verdict', 'usage.confidence', 'successors.count', 'code', 'technology.kind'],
        [
          ['A1', { 'usage.verdict': 'unused', 'usage.confidence': 'high' }, { action: 'retire', why: 'Unused.' }],
          ['A2', { 'technology.kind': 'exists' }, { action: 'rebuild', why: 'Built the old way.' }],
          ['A3', { 'successors.count': 1 }, { action: 'replace', why: 'One successor.' }],
          [
            'A4',
            { 'successors.count': '> 1' },
            { action: 'replace', why: 'Several successors.', needs_decision: true, question: 'Which one?' },
          ],
          ['A5', { code: 'poor' }, { action: 'wrap', why: 'Nothing comes after it.' }],
          ['A9', {}, { action: 'research', why: 'Not enough is known.' }],
        ],
      ),
      risk: table(
        'risk',
        ['action', 'objects.count', 'needs_decision', 'fan_in'],
        [
          ['K1', { action: 'rebuild' }, { risk: 'high', reason: 'It is rebuilt.' }],
          ['K2', { 'objects.count': '> 10' }, { risk: 'medium', reason: 'Many objects.' }],
          ['K3', { needs_decision: true }, { risk: 'medium', reason: 'Someone has to choose.' }],
          ['K9', {}, { risk: 'low', reason: 'Small.' }],
        ],
      ),
    },
  },
} as unknown as ActivePack

/** By the first letter of the name: G* are good, R* have one successor, M* several, W* none, U* are in no list. */
const knownOf = (forms: readonly string[]): Map<string, Known> =>
  new Map(
    forms.map((form) => {
      const letter = form.split(':')[1]![0]
      if (letter === 'G') return knownAs(form, 'good')
      if (letter === 'R') return knownAs(form, 'bad', [`VIEW:NEW_${form.split(':')[1]}`])
      if (letter === 'M') return knownAs(form, 'poor', ['VIEW:ONE', 'VIEW:TWO'])
      return letter === 'W' ? knownAs(form, 'poor') : knownAs(form, 'unknown')
    }),
  )

export const planInput = (estate: Estate, more: Partial<PlanInput> = {}): PlanInput => ({
  estate,
  objects: [...estate.objects.keys()],
  known: knownOf(estate.references.map(shortForm)),
  active: ACTIVE,
  target: TARGET,
  tenant: 't1',
  objective: 'balanced',
  granularity: 'pattern',
  seed: 1,
  ...more,
  constraints: { capacity_fte: 3, days_per_week: 5, sprint_days: 10, start_date: '2026-01-05', ...more.constraints },
})

/** Objects in packages of fifty, with a few references each (some far more popular than others) and some calls. */
export function largeEstate(size: number, seed = 1): Estate {
  let state = seed
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const kinds = ['G', 'G', 'R', 'R', 'M', 'W']
  const references = Array.from({ length: Math.ceil(size / 2) }, (_, at) => `TABL:${kinds[at % kinds.length]}${at}`)
  const names = Array.from({ length: size }, (_, at) => `CLAS:Z${at}`)
  const uses = Object.fromEntries(
    names.map((name) => {
      const own = Array.from({ length: 6 }, () => references[Math.floor(random() ** 3 * references.length)]!)
      return [name, [...new Set(own)].map((form) => `${ACCESSES[Math.floor(random() * 3)]} ${form}`)]
    }),
  )
  const more = Object.fromEntries(
    names.map((name, at) => [
      name,
      { package: `ZP${Math.floor(at / 50)}`, component: `C${Math.floor(at / 200)}`, executions: at % 9 === 0 ? 0 : at },
    ]),
  )
  const calls = Array.from({ length: size * 2 }, () => [Math.floor(random() * size), Math.floor(random() ** 2 * size)])
  return estateOf(uses, more, {
    calls: { from: Int32Array.from(calls, ([from]) => from!), to: Int32Array.from(calls, ([, to]) => to!) },
    usage_window_days: 365,
  })
}

/**
 * Uses that are typical of classic code, in eight components: many types and domains, reads, calls, some writes, and
 * modifications.
 */
export function classicEstate(size: number): Estate {
  const pick = (letter: string, count: number, at: number): string => `${letter}${(at * 7 + at ** 2) % count}`
  const names = Array.from({ length: size }, (_, at) => `PROG:Z${at}`)
  const uses = Object.fromEntries(
    names.map((name, at) => [
      name,
      [
        ...[0, 1, 2, 3].map((n) => `type DTEL:${pick('R', 120, at + n * 31)}T`),
        `type DOMA:${pick('W', 40, at)}D`,
        ...(at % 2 === 0 ? [`read TABL:${pick('R', 60, at)}`] : []),
        ...(at % 3 === 0 ? [`call FUNC:${pick('W', 50, at)}F`] : []),
        ...(at % 10 === 0 ? [`write TABL:${pick('R', 60, at)}`] : []),
        ...(at % 4 === 0 ? [`read TABL:${pick('M', 20, at)}`] : []),
      ],
    ]),
  )
  const more = Object.fromEntries(
    names.map((name, at) => [
      name,
      {
        ...{ package: `ZP${Math.floor(at / 20)}`, component: `C${at % 8}` },
        technologies: at % 17 === 0 ? [{ kind: 'modification', line: 1, code: 'bad' }] : [],
      },
    ]),
  )
  return estateOf(uses, more)
}
