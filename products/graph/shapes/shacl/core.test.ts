// Rules of SHACL Core that its test suite does not cover.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turtle } from '../testing.ts'
import { checkShapes } from './check-shapes.ts'
import { compare } from './compare.ts'
import { resultOf } from './report.ts'
import { predicatesRead, readShapes } from './shapes.ts'
import { literal } from './terms.ts'
import { readData, readShapesText } from './turtle.ts'
import { validate } from './validate.ts'

function resultsOf(shapes: string, data: string) {
  const read = readShapesText(turtle(shapes))
  assert.deepEqual(checkShapes(read), [])
  return validate(readShapes(read.triples), readData(turtle(data)), { limit: 100 }).findings.map(resultOf)
}

/** A property shape for ex:p on ex:a with these terms. */
const onP = (says: string): string => `ex:S a sh:PropertyShape ; sh:targetNode ex:a ; sh:path ex:p ; ${says} .`

const CASES: readonly [behavior: string, shapes: string, data: string, results: number][] = [
  [
    'instances of a class are found through subclasses in the data',
    'ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:n ; sh:minCount 1 ] .',
    'ex:Worker rdfs:subClassOf ex:Human . ex:Human rdfs:subClassOf ex:Person . ex:a a ex:Worker .',
    1,
  ],
  [
    'a shape that is evaluated twice for a node gives the same result',
    `ex:Base a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:n ; sh:minCount 1 ] .
     ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:node ex:Base ; sh:not [ sh:node ex:Base ] .`,
    'ex:a a ex:C .',
    2,
  ],
  ['each of several sh:hasValue is required', onP('sh:hasValue 1, 2'), 'ex:a ex:p 1 .', 1],
  [
    'a value must not match any of several sh:not',
    onP('sh:not [ sh:class ex:A ], [ sh:class ex:B ]'),
    'ex:a ex:p ex:b . ex:b a ex:B .',
    1,
  ],
  [
    'a value of an unknown datatype cannot be compared',
    onP('sh:minInclusive "1"^^xsd:constructor'),
    'ex:a ex:p "2"^^xsd:constructor .',
    1,
  ],
  ['a target does not have to be in the data', onP('sh:minCount 1'), '', 1],
  [
    'a path may repeat an inverse path',
    onP('').replace('ex:p ; ', '[ sh:zeroOrMorePath [ sh:inversePath ex:p ] ] ; sh:maxCount 1'),
    'ex:b ex:p ex:a . ex:c ex:p ex:b .',
    1,
  ],
  [
    'a path may be a choice of paths',
    onP('').replace('ex:p ; ', '[ sh:alternativePath ( [ sh:inversePath ex:p ] ( ex:q ex:r ) ) ] ; sh:maxCount 1'),
    'ex:b ex:p ex:a . ex:a ex:q ex:c . ex:c ex:r ex:d .',
    1,
  ],
  [
    'a path through a cycle terminates',
    onP('').replace('ex:p ; ', '[ sh:oneOrMorePath ex:p ] ; sh:maxCount 1'),
    'ex:a ex:p ex:b . ex:b ex:p ex:a .',
    1,
  ],
  ['a language range ends at a hyphen', onP('sh:languageIn ( "EN" )'), 'ex:a ex:p "x"@en, "y"@en-GB, "z"@eng .', 1],
  ['integers are compared exactly', onP('sh:maxInclusive 9007199254740992'), 'ex:a ex:p 9007199254740993 .', 1],
  [
    'numbers of different types are compared by value',
    onP('sh:minExclusive 1.5'),
    'ex:a ex:p 2, "1.5e0"^^xsd:double, "x" .',
    2,
  ],
  ['an emoji is one character', onP('sh:maxLength 1'), 'ex:a ex:p "😀" .', 0],
  ['blank nodes have no length and no pattern', onP('sh:minLength 0 ; sh:pattern "."'), 'ex:a ex:p [] .', 2],
  [
    'a value that also matches a sibling shape does not count',
    `ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property
       [ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:A ] ; sh:qualifiedValueShapesDisjoint true ; sh:qualifiedMinCount 1 ],
       [ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:B ] ; sh:qualifiedMinCount 0 ],
       [ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:C ] ; sh:qualifiedMinCount 0 ] .`,
    'ex:a ex:p ex:v . ex:v a ex:A, ex:B .',
    1,
  ],
  [
    'disjoint values without siblings count',
    'ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property [ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:A ] ; sh:qualifiedValueShapesDisjoint true ; sh:qualifiedMinCount 1 ] .',
    'ex:a ex:p ex:v . ex:v a ex:A .',
    0,
  ],
  [
    'an inverse path does not allow a property in a closed shape',
    'ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:closed true ; sh:property [ sh:path [ sh:inversePath ex:p ] ] .',
    'ex:a ex:p ex:b .',
    1,
  ],
  ['blank nodes of shapes and data are never the same', onP('sh:hasValue _:x'), 'ex:a ex:p _:x .', 1],
  ['a deactivated shape finds nothing', onP('sh:minCount 1 ; sh:deactivated true'), '', 0],
]

for (const [behavior, shapes, data, results] of CASES)
  test(behavior, () => {
    const found = resultsOf(shapes, data)
    assert.equal(found.length, results, JSON.stringify(found))
  })

test('messages of the author replace ours, preferably one without a language', () => {
  const [own] = resultsOf(onP('sh:minCount 1 ; sh:message "Fehlt"@de, "Missing"@en'), '')
  assert.equal(own?.message, 'Missing')
  const [ours] = resultsOf(onP('sh:minCount 1'), '')
  assert.equal(ours?.message, 'There must be at least 1 value.')
})

const time = (value: string, type: string) => literal(value, `http://www.w3.org/2001/XMLSchema#${type}`)
for (const [one, other, order] of [
  [time('2020-01-01T00:00:00Z', 'dateTime'), time('2020-01-01T01:00:00+02:00', 'dateTime'), 1],
  [time('2020-01-01T00:00:00', 'dateTime'), time('2020-01-01T00:00:00Z', 'dateTime'), undefined],
  [time('2020-02-01', 'date'), time('2020-01-31', 'date'), 1],
  [time('-0001-01-01', 'date'), time('0099-01-01', 'date'), -1],
  [time('23:00:00', 'time'), time('09:00:00', 'time'), 1],
  [time('P1D', 'dayTimeDuration'), time('PT23H59M', 'dayTimeDuration'), 1],
  [time('P1Y', 'yearMonthDuration'), time('P11M', 'yearMonthDuration'), 1],
  [time('true', 'boolean'), time('0', 'boolean'), 1],
  [time('NaN', 'double'), time('1', 'double'), undefined],
  [time('-INF', 'double'), time('1', 'integer'), -1],
  [time('0.10', 'decimal'), time('0.1', 'decimal'), 0],
  [time('x', 'integer'), time('1', 'integer'), undefined],
  [literal('b'), literal('a'), 1],
  [literal('\u{ffff}'), literal('\u{10000}'), -1],
  [literal('a', null, 'en'), literal('b', null, 'en'), undefined],
] as const)
  test(`the order of ${one} and ${other} is ${order}`, () => {
    const found = compare(one, other)
    assert.equal(found === undefined ? undefined : Math.sign(found), order)
  })

test('shapes report the predicates on which their result depends', () => {
  const read = (text: string) => predicatesRead(readShapes(readShapesText(turtle(text)).triples))?.toSorted()
  assert.deepEqual(read(onP('sh:lessThan ex:q ; sh:minCount 1')), ['http://e.test/p', 'http://e.test/q'])
  const nested = read(
    'ex:S a sh:NodeShape ; sh:targetObjectsOf ex:o ; sh:or ( [ sh:path ( ex:a [ sh:inversePath ex:b ] ) ; sh:class ex:C ] ) .',
  )
  const names = nested?.map((one) => one.replace(/^.*[/#]/, '')).toSorted()
  assert.deepEqual(names, ['a', 'b', 'o', 'subClassOf', 'type'])
  assert.equal(read('ex:S a sh:NodeShape ; sh:closed true .'), undefined)
})
