// Text that is deeply nested or very long in one respect: rejected with an explanation if the engine could crash on it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSparqlApp, problem, type SparqlApp, type Tenant, values } from './testing.ts'

let app: SparqlApp
let tenant: Tenant
before(async () => {
  app = await openSparqlApp()
  tenant = await app.tenant()
  await app.update(tenant, 'insert data { <a:a> <a:b> 1 }')
})
after(() => app.close())

const around = (open: string, inside: string, close: string, depth: number): string =>
  open.repeat(depth) + inside + close.repeat(depth)

const DEEP: Readonly<Record<string, (depth: number) => string>> = {
  groups: (depth) => `select * ${around('{', '?s ?p ?o', '}', depth)}`,
  OPTIONAL: (depth) => `select * { ?s ?p ?o ${around('optional { ', '?s ?p ?o', ' }', depth)} }`,
  'sub-selects': (depth) => `select * ${around('{ { select * { ', '?s ?p ?o', ' } } }', depth)}`,
  UNION: (depth) => `select * { ${around('{ ?s ?p ?o } union { ', '?s ?p ?o', ' }', depth)} }`,
  MINUS: (depth) => `select * { ?s ?p ?o ${around('minus { ?s ?p ?o ', '', ' }', depth)} }`,
  'GRAPH ?g': (depth) => `select * { ${around('graph ?g { ', '?s ?p ?o', ' }', depth)} }`,
  'FILTER EXISTS': (depth) => `select * { ?s ?p ?o ${around('filter exists{', '', '}', depth)} }`,
  parentheses: (depth) => `select * { ?s ?p ?o filter(${around('(', '?o', ')', depth)}) }`,
  negations: (depth) => `select * { ?s ?p ?o filter(${around('!(', 'true', ')', depth)}) }`,
  functions: (depth) => `select * { ?s ?p ?o filter(${around('str(', '?o', ')', depth)} != "") }`,
  IF: (depth) => `select * { ?s ?p ?o filter(${around('if(true, ', 'true', ', false)', depth)}) }`,
  'blank nodes': (depth) => `select * { ?s ?p ${around('[ <a:b> ', '?o', ' ]', depth)} }`,
  lists: (depth) => `select * { ?s ?p ${around('( ', '?o', ' )', depth)} }`,
  'parentheses in a path': (depth) => `select * { ?s ${around('(', '<a:b>', ')', depth)} ?o }`,
}

/** Long constructs without nesting; moderate lengths are allowed. */
const LONG: Readonly<Record<string, (length: number) => string>> = {
  'a chain of ||': (length) => `select * { ?s ?p ?o filter(${Array(length).fill('?o = 1').join(' || ')}) }`,
  'a chain of +': (length) => `select * { ?s ?p ?o filter(${Array(length).fill('?o').join(' + ')} > 0) }`,
  'a long UNION': (length) => `select * { ${Array(length).fill('{ ?s ?p ?o }').join(' union ')} }`,
  'a long path': (length) => `select * { ?s ${Array(length).fill('<a:b>?').join('/')} ?o }`,
  'many patterns': (length) => `select * { ${Array(length).fill('?s ?p ?o').join(' . ')} }`,
}

const { groups, parentheses } = DEEP
for (const [name, text] of Object.entries({ groups: groups!, parentheses: parentheses!, ...LONG }))
  test(`ten thousand levels of ${name} are rejected, and the next query works`, async () => {
    assert.deepEqual(await problem(await app.ask(tenant, text(10_000))), [400, 'query_too_complex'])
    await works()
  })

for (const [name, text] of Object.entries(DEEP))
  test(`65 levels of ${name} are rejected, and the next query works`, async () => {
    assert.deepEqual(await problem(await app.ask(tenant, text(65))), [400, 'query_too_complex'])
    await works()
  })

for (const [name, text] of Object.entries(LONG))
  test(`65 of ${name} are answered`, async () => {
    const answer = await app.ask(tenant, text(65))
    assert.equal(answer.status, 200, await answer.text())
  })

async function works(): Promise<void> {
  assert.deepEqual(await values(await app.ask(tenant, 'select ?o { ?s ?p ?o }'), 'o'), ['1'])
}
