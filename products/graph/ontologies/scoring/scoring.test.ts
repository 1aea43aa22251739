// Every published pitfall is found where it exists, and not elsewhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIMENSIONS } from '@veritrace/contract/graph/ontologies'
import { readTurtle } from '../threads/read-turtle.ts'
import { findCycles } from './cycles.ts'
import { countTerms, readFacts, type Triple } from './facts.ts'
import { PITFALLS, type PitfallId, WEIGHTS } from './pitfalls.ts'
import { gradeOf, scoreFacts } from './score.ts'

const PREFIXES = `
@prefix : <http://e.test/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`
const GOOD = `${PREFIXES}
<http://e.test/o> a owl:Ontology ; dct:title "Pets"@en ; dct:license <http://e.test/cc0> ; owl:versionInfo "1" .
:Animal a owl:Class ; rdfs:label "Animal"@en ; rdfs:comment "Lives."@en ; rdfs:subClassOf foaf:Agent .
:Cat a owl:Class ; rdfs:label "Cat"@en ; rdfs:comment "Meows."@en ; rdfs:subClassOf :Animal ; owl:disjointWith :Dog .
:Dog a owl:Class ; rdfs:label "Dog"@en ; rdfs:comment "Barks."@en ; rdfs:subClassOf :Animal .
:hasFriend a owl:ObjectProperty ; rdfs:label "friend"@en ; rdfs:comment "Likes."@en ; rdfs:domain :Animal ; rdfs:range :Animal .
:age a owl:DatatypeProperty ; rdfs:label "age"@en ; rdfs:comment "Years."@en ; rdfs:domain :Animal ; rdfs:range xsd:integer .
:tom a :Cat .
`
const score = (turtle: string) => scoreFacts(readFacts(readTurtle(turtle, undefined)))
/** The subjects of each pitfall, by local name. */
function pitfallsIn(turtle: string): Partial<Record<PitfallId, string[]>> {
  const findings = Object.values(score(turtle).dimensions).flatMap((dimension) => dimension.findings)
  const grouped = Object.groupBy(findings, ({ pitfall }) => pitfall as PitfallId)
  return Object.fromEntries(
    Object.entries(grouped).map(([id, all]) => [id, all.map(({ subject }) => subject.split('#').at(-1)!)]),
  )
}
const SPOILED: [PitfallId, string, string[]][] = [
  ['P01', ':Fish a owl:Class ; rdfs:comment "c"@en ; rdfs:subClassOf :Animal .', ['Fish']],
  ['P02', ':Fish a owl:Class ; rdfs:label "l"@en ; rdfs:subClassOf :Animal .', ['Fish']],
  ['P06', ':p a owl:ObjectProperty ; rdfs:label "l"@en ; rdfs:comment "c"@en ; rdfs:range :Cat .', ['p']],
  ['P07', ':p a owl:ObjectProperty ; rdfs:label "l"@en ; rdfs:comment "c"@en ; rdfs:domain :Cat .', ['p']],
  ['P08', ':Animal rdfs:subClassOf :Cat .', ['Animal']],
  ['P08', ':Cat rdfs:subClassOf :Cat .', ['Cat']],
  ['P09', ':age rdfs:subPropertyOf :hasFriend . :hasFriend rdfs:subPropertyOf :age .', ['age']],
  ['P10', ':Fish a owl:Class ; rdfs:label "l"@en ; rdfs:comment "c"@en ; rdfs:subClassOf owl:Thing .', ['Fish']],
  ['P11', ':tom a :Dog .', ['tom']],
  ['P11', '[] a owl:AllDisjointClasses ; owl:members ( :Animal foaf:Document ) . :tom a foaf:Document .', ['tom']],
  ['P12', ':Dog rdfs:subClassOf :Cat .', ['Dog']],
  ['P13', ':tom :hates :age ; a :Tiger . :Cat rdfs:subClassOf :Feline .', ['Feline', 'Tiger', 'hates']],
  ['P14', ':Cat a owl:ObjectProperty ; rdfs:domain :Dog ; rdfs:range :Dog .', ['Cat']],
  ['P15', ':age rdfs:domain :Cat .', ['age']],
  ['P17', 'foaf:name rdfs:domain :Cat .', ['http://xmlns.com/foaf/0.1/name']],
  [
    'P18',
    ':small_fish a owl:Class ; rdfs:label "l"@en ; rdfs:comment "c"@en ; rdfs:subClassOf :Animal .',
    ['small_fish'],
  ],
  [
    'P19',
    ':Is-Old a rdf:Property ; rdfs:label "l"@en ; rdfs:comment "c"@en ; rdfs:domain :Cat ; rdfs:range :Cat .',
    ['Is-Old'],
  ],
  ['P21', ':Cat rdfs:label "Katze" .', ['Cat']],
]

test('a good ontology has no findings and the full score', () => {
  assert.deepEqual(pitfallsIn(GOOD), {})
  const { score: points, grade } = score(GOOD)
  assert.deepEqual([points, grade], [100, 'A'])
})

for (const [id, spoil, subjects] of SPOILED)
  test(`${id} is found: ${spoil}`, () => {
    const found = pitfallsIn(GOOD + spoil)
    assert.deepEqual(found[id], subjects)
    assert.ok(score(GOOD + spoil).score < 100)
  })

test('pitfalls of the whole ontology are found', () => {
  const bare = `${PREFIXES} :Cat a owl:Class ; rdfs:label "c" ; rdfs:comment "c" ; rdfs:subClassOf :Pet . :Pet a owl:Class .`
  const found = Object.keys(pitfallsIn(bare)).toSorted()
  assert.deepEqual(found, ['P01', 'P02', 'P03', 'P04', 'P05', 'P16', 'P20'])
  const data = Object.keys(pitfallsIn('<http://e.test/a> <http://e.test/b> <http://e.test/c> .'))
  assert.ok(data.includes('P22') && score('<http://e.test/a> <http://e.test/b> <http://e.test/c> .').grade === 'F')
})

test('a property inherits domain and range from super-properties and its inverse', () => {
  const more = `:likes a owl:ObjectProperty ; rdfs:label "l"@en ; rdfs:comment "c"@en ; rdfs:subPropertyOf :hasFriend .
    :likedBy a owl:ObjectProperty ; rdfs:label "l"@en ; rdfs:comment "c"@en ; owl:inverseOf :hasFriend .`
  assert.deepEqual(pitfallsIn(GOOD + more), {})
})

test('the list is complete: every pitfall has an example here, and ids and weights are consistent', () => {
  const tried = new Set<string>([...SPOILED.map(([id]) => id), 'P03', 'P04', 'P05', 'P16', 'P20', 'P22'])
  assert.deepEqual(
    PITFALLS.map(({ id }) => id).filter((id) => !tried.has(id)),
    [],
  )
  assert.equal(new Set(PITFALLS.map(({ id }) => id)).size, PITFALLS.length)
  assert.equal(
    DIMENSIONS.reduce((sum, name) => sum + WEIGHTS[name] * 100, 0),
    100,
  )
  assert.deepEqual(
    DIMENSIONS.filter((name) => !PITFALLS.some(({ dimension }) => dimension === name)),
    [],
  )
})

test('grades follow from the score', () => {
  assert.deepEqual([100, 90, 89.9, 80, 70, 60, 59.9, 0].map(gradeOf), ['A', 'A', 'B', 'B', 'C', 'D', 'F', 'F'])
})

test('the order of the triples does not matter', () => {
  const triples = readTurtle(GOOD + SPOILED.map(([, spoil]) => spoil).join('\n'), undefined)
  const shuffled = triples.toSorted((a, b) => (a.object + a.subject < b.object + b.subject ? -1 : 1))
  assert.deepEqual(scoreFacts(readFacts(shuffled)), scoreFacts(readFacts(triples)))
})

test('classes, properties, individuals and axioms are counted', () => {
  const counts = countTerms(readFacts(readTurtle(`${GOOD} :tom :age 3 ; rdfs:label "Tom" . [] a :Cat .`, undefined)))
  // 4 super-classes and a disjointness, 2 domains, 2 ranges, 2 memberships, 1 age
  assert.deepEqual(counts, { classes: 3, properties: 2, individuals: 1, axioms: 11 })
})

test('cycles are found separately, and a diamond is not a cycle', () => {
  const edges = (text: string) => new Map(text.split(' ').map((part) => [part[0]!, [...part.slice(1)]]))
  assert.deepEqual(findCycles(edges('abc bd cd')), [])
  assert.deepEqual(findCycles(edges('ab bc ca de ed fa')), [
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
})

/** Many classes, each below `above` and disjoint with `other`, with one member each. */
function manyClasses(size: number, above: (n: number) => number, other: (n: number) => number): Triple[] {
  const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
  const name = (n: number) => `http://e.test/o#Class${n}`
  return Array.from({ length: size }, (_, n) => [
    { subject: name(n), predicate: type, object: 'http://www.w3.org/2002/07/owl#Class' },
    { subject: name(n), predicate: 'http://www.w3.org/2000/01/rdf-schema#subClassOf', object: name(above(n)) },
    { subject: name(n), predicate: 'http://www.w3.org/2002/07/owl#disjointWith', object: name(other(n)) },
    { subject: `http://e.test/i${n}`, predicate: type, object: name(n) },
  ]).flat()
}
const SIZE = 4_000
const LARGE: [string, Triple[]][] = [
  [
    'in one cycle, each disjoint with a class above it',
    manyClasses(
      SIZE,
      (n) => (n + 1) % SIZE,
      (n) => (n + 2) % SIZE,
    ),
  ],
  [
    'in one chain, each disjoint with an unrelated class',
    manyClasses(
      SIZE,
      (n) => n + 1,
      (n) => n + 10 * SIZE,
    ),
  ],
  [
    'under one class, all disjoint with one other',
    manyClasses(
      SIZE,
      () => -1,
      () => -2,
    ),
  ],
]
for (const [shape, triples] of LARGE)
  test(`4,000 classes without labels, ${shape}, are scored quickly`, () => {
    // The CPU time of this thread, because the machine may be busy.
    const began = process.threadCpuUsage()
    const { dimensions } = scoreFacts(readFacts(triples))
    const ms = process.threadCpuUsage(began).user / 1_000
    assert.ok(ms < 1_500, `it took ${ms} ms`)
    const { findings } = dimensions.documentation
    assert.equal(findings.filter(({ pitfall }) => pitfall === 'P01').length, 101)
    assert.match(findings[100]!.message, /3900 others/)
    const isCycle = shape.startsWith('in one cycle')
    const found = new Set([...dimensions.structure.findings, ...dimensions.consistency.findings].map((f) => f.pitfall))
    assert.deepEqual([found.has('P08'), found.has('P12')], [isCycle, isCycle])
  })
