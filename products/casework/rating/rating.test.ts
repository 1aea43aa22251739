// How things are rated, by the rules of the built-in pack.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { SuccessorRow } from '../model/tables.ts'
import { loadBuiltIn } from '../packs/built-in.ts'
import { activate } from '../packs/open.ts'
import { type ActivePack, targetOf } from '../packs/packs.ts'
import { chainOf, type Record } from './chains.ts'
import { chooseAction } from './choose-action.ts'
import { edgesAfter, indexEdges, namesReached } from './edges.ts'
import { namespaceOf, typeFor } from './identity.ts'
import type { ListedFact } from './inputs.ts'
import { rate } from './rate.ts'
import { rollUp } from './roll-up.ts'

let active: ActivePack
before(async () => {
  const [pack] = await loadBuiltIn()
  active = activate(pack!, {})
})

const fact = (role: string, state: string, more: Partial<ListedFact> = {}): ListedFact => ({
  entry_id: `ent_${role}`,
  list_id: role,
  type: 'FUNC',
  key: 'X',
  role,
  state,
  successor_kind: '',
  concept: '',
  labels: [],
  container_type: '',
  container_name: '',
  software_component: '',
  component: '',
  pointer: '/0',
  attributes: null,
  ...more,
})
const ratingOf = (facts: ListedFact[], more: object = {}, options: { [name: string]: string } = {}) =>
  rate(activate(active.pack, options), targetOf(active), {
    named: { type: 'FUNC', name: 'X' },
    facts,
    coversType: true,
    ...more,
  })

test('the level follows from all lists together', () => {
  const [release, classic] = [
    (state: string) => fact('release', state),
    (state: string) => fact('classification', state),
  ]
  const cases: [ListedFact[], string][] = [
    [[release('released')], 'A L02-released'],
    [[release('notToBeReleased'), classic('classicAPI')], 'B L03-classic'],
    [[release('deprecated')], 'B L04-deprecated'],
    [[release('deprecated'), classic('noAPI')], 'D L05-noapi'],
    [[release('notToBeReleasedStable')], 'C L07-stable'],
    [[fact('release', 'released', { labels: ['prohibited'] })], 'D L01-prohibited'],
    [[], 'C L09-uncatalogued'],
    [[release('somethingNew')], 'unknown L99-unknown'],
  ]
  for (const [facts, expected] of cases) {
    const { code, rule } = ratingOf(facts)
    assert.equal(`${code} ${rule.id}`, expected)
  }
  assert.deepEqual(ratingOf([release('somethingNew')]).flags, ['unrecognised_state'])
  assert.equal(ratingOf([], {}, { uncatalogued: 'unknown' }).code, 'unknown')
  assert.equal(ratingOf([release('deprecated')], {}, { deprecated_level: 'C' }).code, 'C')
  assert.equal(ratingOf([release('notToBeReleased')]).atc_priority_expected, 2)
})

test('two lists are in conflict only if each of them alone would give another code', () => {
  const disagreeing = ratingOf([fact('release', 'released'), fact('classification', 'classicAPI')])
  assert.deepEqual(
    disagreeing.conflicts.map(({ kind, left, right, resolved_by_rule }) => [
      kind,
      left.state,
      right.state,
      resolved_by_rule,
    ]),
    [['sources_disagree', 'released', 'classicAPI', 'L02-released']],
  )
  assert.deepEqual(ratingOf([fact('release', 'deprecated'), fact('classification', 'classicAPI')]).conflicts, [])
  const decided = ratingOf([fact('release', 'released')], { overlay: { level: 'D', reviewed: true } })
  assert.deepEqual([decided.code, decided.status, decided.conflicts[0]?.kind], ['D', 'final', 'overlay_vs_catalog'])
})

const edge = (from: string, to: string, place = 0): SuccessorRow => ({
  entry_id: 'ent_release',
  type: 'T',
  key: from,
  place,
  successor_type: 'T',
  successor_key: to,
})
const named = (name: string) => ({ type: 'T', name })

test('chains are followed to their ends, and a cycle is walked once', () => {
  const edges = [edge('A', 'B'), edge('B', 'C'), edge('B', 'D', 1), edge('C', 'A')]
  const index = [indexEdges(edges)]
  const records = new Map<string, Record>(
    ['A', 'B', 'C'].map((name) => [
      `T:${name}`,
      { named: named(name), facts: [fact('release', 'x')], edges: edgesAfter(index, named(name)) },
    ]),
  )
  const walked = chainOf(named('A'), records, 5).map(({ named: { name }, hop, relation, terminal }) => [
    name,
    hop,
    relation,
    terminal,
  ])
  assert.deepEqual(walked, [
    ['B', 1, 'one', false],
    ['C', 2, 'one_of_many', true],
    ['D', 2, 'one_of_many', true],
  ])
  assert.deepEqual(
    chainOf(named('A'), records, 1).map(({ named: { name } }) => name),
    ['B'],
  )
  assert.deepEqual(namesReached(index, ['a'], 3).toSorted(), ['a', 'b', 'c', 'd'])
})

test('an object gets the worst code of what it uses, or unknown if parts are missing', () => {
  const cases: [string[], { code: string }[], boolean, string, string | undefined][] = [
    [['A', 'B'], [], true, 'B final', 'B'],
    [['A', 'B'], [], false, 'unknown provisional', 'B'],
    [['A', 'D'], [], false, 'D final', 'D'],
    [['A', 'unknown'], [], true, 'unknown provisional', 'A'],
    [['A'], [{ code: 'D' }], true, 'D final', 'D'],
    [[], [], true, 'A final', undefined],
  ]
  for (const [codes, technologies, isComplete, expected, worst] of cases) {
    const { code, status, worst_known } = rollUp(active, { codes, technologies, isComplete })
    assert.deepEqual([`${code} ${status}`, worst_known], [expected, worst])
  }
})

test('the rules choose the action, and people choose among several successors', () => {
  const target = targetOf(active)
  const rating = ratingOf([fact('release', 'notToBeReleased')])
  const successor = (name: string) => ({
    named: { type: 'CDS_STOB', name },
    artifact: { id: '', iri: '', pack: '', kind: '', type: 'CDS_STOB', name, label: name },
    hop: 1,
    relation: 'one' as const,
    code: 'A',
    acceptable: true,
    available: true,
    terminal: true,
  })
  const known = { named: named('X'), facts: [fact('release', 'notToBeReleased')], rating, acceptable: false }
  const one = chooseAction(active, target, { known: { ...known, successors: [successor('I_X')] }, access: 'read' })
  assert.deepEqual([one.action.id, one.needs_decision], ['replace_api', undefined])
  const successors = [successor('I_X'), successor('I_Y')]
  const many = chooseAction(active, target, { known: { ...known, successors }, access: 'read' })
  assert.deepEqual(many.needs_decision?.options.slice(0, 2), ['I_X', 'I_Y'])
  const modified = chooseAction(active, target, { technology: { kind: 'modification', code: 'D' } })
  assert.equal(modified.action.id, 'move_to_extension_point')
})

test('the pack defines the namespace of a name and the words for types', () => {
  const names = ['ZCL_ORDER', 'MARA', '/AIF/X', '/ACME/X'].map((name) => namespaceOf(active.pack, name))
  assert.deepEqual(names, ['customer', 'sap', 'sap', 'partner'])
  assert.deepEqual(
    ['table', 'STRU', 'Function Module', 'nonsense'].map((word) => typeFor(active.pack, word)),
    ['TABL', 'TABL', 'FUNC', undefined],
  )
})
