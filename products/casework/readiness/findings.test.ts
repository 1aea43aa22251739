// Findings are ordered by risk, and uses of a type are merged: examples and properties.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { ACCESSES, type Access, type Estate } from '../estate/estate.ts'
import { shortForm } from '../model/artifacts.ts'
import { loadBuiltIn } from '../packs/built-in.ts'
import { type ActivePack, effectiveOptions, targetOf } from '../packs/packs.ts'
import { findingsOf } from './findings.ts'
import { measure } from './measure.ts'
import { ACCESS_CLASSES, CLASS_OF_ACCESS } from './patterns.ts'
import { estateOf, knownAs } from './testing.ts'
import { classesOf } from './use-classes.ts'

let active: ActivePack
before(async () => {
  const [pack] = await loadBuiltIn()
  active = { pack: pack!, options: effectiveOptions(pack!, {}), revision: '1' }
})

const read = (estate: Estate, successors: Readonly<Record<string, string>> = {}) => {
  const target = targetOf(active)
  const known = new Map(
    estate.references
      .filter(({ name }) => !/^[Z/]/.test(name))
      .map((named) => {
        const form = shortForm(named)
        const [key, one] = knownAs(form, 'C', successors[form] ? [successors[form]] : [])
        return [key, { ...one, acceptable: false }]
      }),
  )
  const measured = measure(estate, known, active, target)
  return { measured, findings: findingsOf({ active, target }, [{ estate, measured }]) }
}

test('findings start with writes, then modifications, dynamic calls, calls, reads and types, and unknown ones are last', () => {
  const estate = estateOf(
    {
      'PROG:Z1': ['type DTEL:FLAG', 'read TABL:VBAK', 'call FUNC:INTERNAL_CALL'],
      'PROG:Z2': ['write TABL:VBAK', 'read TABL:T001L'],
      'PROG:Z3': ['type DTEL:FLAG'],
      'PROG:Z4': ['call FUNC:ZELSEWHERE', 'write TABL:ZELSEWHERE'],
      'PROG:Z5': ['call FUNC:/OTHERS/ELSEWHERE'],
    },
    {
      'PROG:Z3': { technologies: [{ kind: 'modification', line: 3, code: 'D' }] },
      'PROG:Z4': { dynamic_calls: 2 },
    },
  )
  const { findings } = read(estate, { 'DTEL:FLAG': 'DTEL:ABAP_BOOLEAN', 'TABL:VBAK': 'CDS_STOB:I_SALESDOCUMENT' })
  assert.deepEqual(
    findings.map(({ title, objects }) => [title, objects]),
    [
      ['Writes to SAP tables', 1],
      ['Modifications and enhancements', 1],
      ['Dynamic calls', 1],
      ['Calls without a release contract', 1],
      ['Reads with a successor', 1],
      ['Reads without a successor', 1],
      ['Types', 2],
      ['Unknown', 1],
      ['Custom, not in the upload', 1],
    ],
  )
  assert.deepEqual(
    findings.find(({ id }) => id === 'type')!.decisions.map(({ title }) => title),
    ['Replace 2 uses of FLAG by ABAP_BOOLEAN: mechanical'],
  )
  assert.equal(findings[2]!.decisions[0]!.title, '2 calls are resolved only at run time')
})

test('a type is one decision for any number of users, and comes after everything executable', () => {
  const many = Object.fromEntries(
    Array.from({ length: 73 }, (_, at) => [`CLAS:Z${at}`, ['type DTEL:FLAG', 'use DOMA:XFELD']]),
  )
  const { measured, findings } = read(estateOf({ ...many, 'CLAS:ZONE': ['call FUNC:ONE'] }))
  assert.deepEqual(
    measured.patterns.map(({ reference, objects }) => [reference.name, objects.length]),
    [
      ['ONE', 1],
      ['FLAG', 73],
      ['XFELD', 73],
    ],
  )
  assert.match(findings.at(-1)!.decisions[0]!.title, /^Replace 73 uses of \w+ by one of your own: mechanical$/)
})

test('an object that reads a table and also uses it as a type has one thing to fix', () => {
  const { measured } = read(
    estateOf({ 'PROG:Z1': ['type TABL:VBAK', 'read TABL:VBAK'], 'PROG:Z2': ['type TABL:VBAK'] }),
  )
  assert.deepEqual(
    measured.patterns.map(({ access, objects, lift }) => [access, objects.length, lift]),
    [
      ['read', 1, 1],
      ['type', 1, 1],
    ],
  )
})

test('in any estate every use has a class, and a type is a separate class only without other uses', () => {
  const someUse = fc.tuple(fc.nat(5), fc.nat(4), fc.constantFrom(...ACCESSES))
  fc.assert(
    fc.property(fc.array(someUse, { maxLength: 40 }), (rows) => {
      const uses = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`PROG:Z${at}`, [] as string[]]))
      for (const [object, reference, access] of rows) uses[`PROG:Z${object}`]!.push(`${access} TABL:T${reference}`)
      const estate = estateOf(uses)
      const classes = classesOf(estate)
      const { from, to, access } = estate.uses
      for (let use = 0; use < from.length; use++) {
        const others = [...from.keys()].filter((one) => from[one] === from[use] && to[one] === to[use])
        const does = new Set(others.map((one) => ACCESSES[access[one]!] as Access).filter((one) => one !== 'type'))
        const own = ACCESS_CLASSES[classes[use]!]
        if (ACCESSES[access[use]!] !== 'type') assert.equal(classes[use], CLASS_OF_ACCESS[access[use]!])
        else if (does.size === 0) assert.equal(own, 'type')
        else assert.ok([...does].some((one) => CLASS_OF_ACCESS[ACCESSES.indexOf(one)] === classes[use]))
      }
    }),
  )
})

test('in any estate types come after everything else', () => {
  const someUse = fc.tuple(
    fc.nat(8),
    fc.constantFrom('TABL:VBAK', 'TABL:MARA', 'DTEL:FLAG', 'DOMA:XFELD', 'FUNC:CALLED', 'CLAS:ZOWN'),
    fc.constantFrom(...ACCESSES),
  )
  fc.assert(
    fc.property(fc.array(someUse, { minLength: 1, maxLength: 40 }), (rows) => {
      const uses = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`PROG:Z${at}`, [] as string[]]))
      for (const [object, reference, access] of rows) uses[`PROG:Z${object}`]!.push(`${access} ${reference}`)
      const { measured, findings } = read(estateOf(uses))
      const ranks = measured.patterns.map(({ finding }) => finding.rank)
      assert.deepEqual(
        ranks,
        ranks.toSorted((a, b) => a - b),
      )
      assert.deepEqual(
        findings.map(({ rank }) => rank),
        findings.map(({ rank }) => rank).toSorted((a, b) => a - b),
      )
      const places = findings.reduce((sum, one) => sum + one.places, 0)
      assert.equal(places, estateUses(uses), 'each place counts exactly once')
    }),
  )
})

const estateUses = (uses: Readonly<Record<string, readonly string[]>>): number =>
  Object.values(uses).reduce((sum, list) => sum + list.length, 0)
