// The form model of a shape.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TestApp } from '@veritrace/platform/testing/app'
import { refused } from '../statements/testing.ts'
import { graphApp } from '../testing.ts'
import { shapesTenant, turtle } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

async function formOf(text: string, target?: string) {
  const { keep, as, at } = await shapesTenant(app)
  const { id } = await keep(turtle(`@prefix dash: <http://datashapes.org/dash#> .\n${text}`))
  const form = await as('viewer').ui({ params: { id }, headers: at(), ...(target && { query: { target } }) })
  assert.deepEqual([form.id, form.name], [id, 'Persons'])
  return form
}

test('properties become fields, in their groups and order', async () => {
  const form = await formOf(`
ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property
  [ sh:path ex:note ],
  [ sh:path ex:city ; sh:group ex:Address ; sh:order 2 ],
  [ sh:path ex:street ; sh:group ex:Address ; sh:order 1 ],
  [ sh:path ex:name ; sh:group ex:Who ; sh:order 1 ] .
ex:Address a sh:PropertyGroup ; rdfs:label "Anschrift"@de, "Address"@en ; sh:order 2 .
ex:Who a sh:PropertyGroup ; rdfs:label "Who" ; sh:order 1 .`)
  assert.equal(form.target, 'http://e.test/Person')
  assert.deepEqual(
    form.groups.map(({ label, order, fields }) => [label, order, fields.map(({ path }) => path)]),
    [
      ['Who', 1, ['http://e.test/name']],
      ['Address', 2, ['http://e.test/street', 'http://e.test/city']],
      [null, null, ['http://e.test/note']],
    ],
  )
})

test('a field has everything that the shape says about it', async () => {
  const form = await formOf(`
ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [
  sh:path ex:age ; sh:name "Age" ; sh:description "In years" ; sh:datatype xsd:integer ;
  sh:minCount 1 ; sh:maxCount 1 ; sh:minInclusive 0 ; sh:maxExclusive 150 ; sh:order 3 ; sh:defaultValue 18 ;
  sh:pattern "^[0-9]+$" ] .`)
  assert.deepEqual(form.groups[0]?.fields, [
    {
      path: 'http://e.test/age',
      label: 'Age',
      description: 'In years',
      widget: 'number',
      datatype: 'http://www.w3.org/2001/XMLSchema#integer',
      class: null,
      options: [],
      required: true,
      multiple: false,
      min: '0',
      max: '149',
      pattern: '^[0-9]+$',
      order: 3,
      default: '18',
    },
  ])
})

test('several property shapes of one property become one field that satisfies all of them', async () => {
  const form = await formOf(`
ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property
  [ sh:path ex:age ; sh:datatype xsd:integer ; sh:minExclusive 0 ; sh:maxExclusive 10 ; sh:group ex:Who ],
  [ sh:path ex:age ; sh:minCount 1 ; sh:maxCount 1 ; sh:name "Age" ; sh:minInclusive -5 ; sh:maxInclusive 8 ],
  [ sh:path ex:size ; sh:datatype xsd:decimal ; sh:minExclusive 0 ] .
ex:Who a sh:PropertyGroup ; rdfs:label "Who" .`)
  const told = form.groups.map(({ label, fields }) => [
    label,
    fields.map(({ label: name, widget, required, multiple, min, max }) => [name, widget, required, multiple, min, max]),
  ])
  assert.deepEqual(told, [
    ['Who', [['Age', 'number', true, false, '1', '8']]],
    [null, [['size', 'number', false, true, '0', null]]],
  ])
})

const WIDGETS = [
  ['', 'text'],
  ['dash:editor dash:toString', 'text'],
  ['sh:datatype xsd:string', 'text'],
  ['sh:datatype xsd:string ; dash:singleLine false', 'textarea'],
  ['sh:datatype xsd:boolean', 'checkbox'],
  ['sh:datatype xsd:date', 'date'],
  ['sh:datatype xsd:dateTime', 'datetime'],
  ['sh:datatype xsd:decimal', 'number'],
  ['sh:datatype xsd:anyURI', 'url'],
  ['sh:class ex:City', 'reference'],
  ['sh:nodeKind sh:IRI', 'url'],
  ['sh:nodeKind sh:BlankNode', 'details'],
  ['sh:node ex:Other', 'details'],
  ['sh:in ( 1 2 )', 'select'],
  ['sh:datatype xsd:string ; dash:editor dash:TextAreaEditor', 'textarea'],
  ['sh:class ex:City ; dash:editor dash:EnumSelectEditor', 'select'],
  ['dash:hidden true', 'hidden'],
] as const

test('the widget depends on type, class, choices, node kind or editor', async () => {
  const properties = WIDGETS.map(([says], i) => `[ sh:path ex:p${i} ; sh:order ${i} ; ${says} ]`).join(',\n')
  const form = await formOf(`ex:Other a sh:NodeShape . ex:S a sh:NodeShape ; sh:property ${properties} .`)
  assert.deepEqual(
    form.groups[0]?.fields.map(({ widget }) => widget),
    WIDGETS.map(([, widget]) => widget),
  )
})

test('choices have labels', async () => {
  const form = await formOf(`
ex:S a sh:NodeShape ; sh:property [ sh:path ex:state ; sh:in ( ex:open ex:in_review "other" ) ] .
ex:open rdfs:label "Open" .`)
  assert.deepEqual(form.groups[0]?.fields[0]?.options, [
    { value: 'http://e.test/open', label: 'Open' },
    { value: 'http://e.test/in_review', label: 'in review' },
    { value: 'other', label: 'other' },
  ])
})

test('a form includes fields of referenced shapes, but not deactivated ones', async () => {
  const form = await formOf(`
ex:Named a sh:NodeShape ; sh:property [ sh:path ex:name ] .
ex:Dated a sh:NodeShape ; sh:property [ sh:path ex:date ] .
ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:node ex:Named ; sh:and ( ex:Dated ) ;
  sh:property [ sh:path ex:own ], [ sh:path ex:off ; sh:deactivated true ] .`)
  assert.deepEqual(
    form.groups[0]?.fields.map(({ label }) => label),
    ['own', 'name', 'date'],
  )
})

test('the form of one of several shapes can be requested; a path has SPARQL syntax', async () => {
  const text = `
ex:A a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ] .
ex:B a sh:NodeShape ; sh:targetClass ex:Place ; sh:property [ sh:path ( [ sh:inversePath ex:livesIn ] ex:name ) ] .`
  assert.equal((await formOf(text)).target, 'http://e.test/Person')
  for (const target of ['http://e.test/Place', 'http://e.test/B']) {
    const form = await formOf(text, target)
    assert.equal(form.target, 'http://e.test/Place')
    assert.equal(form.groups[0]?.fields[0]?.path, '(^<http://e.test/livesIn>)/<http://e.test/name>')
  }
  await assert.rejects(formOf(text, 'http://e.test/None'), refused(422, 'unknown_reference'))
})
