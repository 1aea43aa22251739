// Malicious queries end at their limit and affect no one else, and the next query works.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSparqlApp, problem, type SparqlApp, type Tenant, values } from './testing.ts'

let app: SparqlApp
let bomber: Tenant
let neighbour: Tenant
before(async () => {
  app = await openSparqlApp()
  bomber = await app.tenant()
  neighbour = await app.tenant()
  const chain = Array.from({ length: 300 }, (_, i) => `<n:${i}> <p:next> <n:${(i + 1) % 300}> ; <p:value> ${i} .`)
  await app.update(bomber, `insert data { ${chain.join('\n')} }`)
  await app.update(neighbour, 'insert data { <a:a> <a:b> "here" }')
})
after(() => app.close())

/** The possible ends of a bomb: a limit on time, result size or memory, or rejection before it starts. */
const ENDS = /^(?:408 query_timeout|413 result_too_large|400 query_too_complex)$/
const SHORT = { headers: { 'x-query-timeout-ms': '100' } }
const DOUBLING = Array.from({ length: 60 }, (_, i) => `bind(concat(?s${i}, ?s${i}) as ?s${i + 1})`).join(' ')
const NUMBERS = Array.from({ length: 1_000 }, (_, i) => i).join(' ')

const CROSS_PRODUCT =
  'select (count(*) as ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i filter(str(?c) = concat(str(?f), str(?i))) }'

const QUERIES: Readonly<Record<string, string>> = {
  'a cross product': CROSS_PRODUCT,
  'a sorted cross product': 'select ?c { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } order by ?i ?f ?c',
  'paths of any length': 'select (count(*) as ?n) { ?a <p:next>* ?b . ?c <p:next>* ?d . ?e (<p:next>|^<p:next>)* ?f }',
  'a path in a path':
    'select (count(*) as ?n) { ?a ((<p:next>*)/(<p:next>*)/(<p:next>*)/(<p:next>*))* ?b . ?c !<x:x>* ?d }',
  'a huge regular expression': `select (count(*) as ?n) { values ?a { ${NUMBERS} } ?b ?c ?d . ?e ?f ?g bind(concat(str(?b), "${'ab'.repeat(2_000)}") as ?t) filter(regex(?t, "(a|b|ab)*(ab|ba)*(a*b*)*${'(a|ab)?'.repeat(200)}c$")) }`,
  'a text that doubles': `select ?s60 { bind("${'x'.repeat(64)}" as ?s0) ${DOUBLING} }`,
  'a text of all rows':
    'select (group_concat(concat(str(?a), str(?d), str(?g)); separator="") as ?t) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }',
  '20,000 values': `select * { values ?x { ${Array.from({ length: 20_000 }, () => 1).join(' ')} } }`,
  'a union of cross products': `select * { ${Array.from({ length: 20 }, () => '{ ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }').join(' union ')} filter(?c + ?f + ?i < 0) }`,
  'nested sub-selects':
    'select (count(*) as ?n) { { select distinct ?c ?f { ?a ?b ?c . ?d ?e ?f } } { select distinct ?i ?l { ?g ?h ?i . ?j ?k ?l } } }',
}

for (const [name, text] of Object.entries(QUERIES))
  test(`${name} is stopped, other tenants are not affected, and the next query works`, async () => {
    const { answer, answered } = await meanwhile(app.ask(bomber, text, SHORT))
    assert.match((await endOf(answer)).join(' '), ENDS)
    assert.ok(answered > 0)
    const next = await app.ask(bomber, 'select ?o { <n:7> <p:value> ?o }')
    assert.deepEqual(await values(next, 'o'), ['7'])
  })

test('200,000 values exceed the size limit of a query', async () => {
  const text = `select * { values ?x { ${Array.from({ length: 200_000 }, (_, i) => i).join(' ')} } }`
  const answer = await app.ask(bomber, text, { headers: { connection: 'close' } })
  assert.deepEqual(await problem(answer), [413, 'body_too_large'])
})

const UPDATES: Readonly<Record<string, string>> = {
  'an update of a cross product':
    'insert { ?a <p:all> ?f } where { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i filter(str(?c) < str(?i)) }',
  'an update with a text that doubles': `insert { <a:a> <a:b> ?s60 } where { bind("${'x'.repeat(64)}" as ?s0) ${DOUBLING} }`,
}

for (const [name, text] of Object.entries(UPDATES))
  test(`${name} is stopped, changes nothing, and the next one works`, async () => {
    const { answer, answered } = await meanwhile(app.update(bomber, text, SHORT))
    assert.match((await endOf(answer)).join(' '), ENDS)
    assert.ok(answered > 0)
    const next = await app.update(bomber, 'insert data { <n:0> <p:value> 0 }')
    assert.equal(((await next.json()) as { inserted: number }).inserted, 0)
    assert.deepEqual(await values(await app.ask(bomber, 'select (count(*) as ?n) { ?s ?p ?o }'), 'n'), ['600'])
  })

test('one tenant can run only a few queries at once; if too many wait, the next gets 429', async () => {
  const gone = new AbortController()
  const slow = CROSS_PRODUCT
  const statuses: number[] = []
  const { promise: refused, resolve } = Promise.withResolvers<Response>()
  const crowd = Array.from({ length: 270 }, async () => {
    const answer = await app.ask(bomber, slow, { ...SHORT, signal: gone.signal })
    statuses.push(answer.status)
    if (answer.status === 429) resolve(answer)
  })
  const first = await refused
  assert.deepEqual(await problem(first.clone()), [429, 'too_many_queries'])
  assert.equal(first.headers.get('retry-after'), '2')
  const other = await app.ask(neighbour, 'select ?o { <a:a> <a:b> ?o }')
  assert.deepEqual(await values(other, 'o'), ['here'])
  gone.abort()
  await Promise.allSettled(crowd)
  assert.ok(statuses.every((status) => status === 429 || status === 408))
})

test('a query whose client has disconnected ends soon, and later ones get their turn', async () => {
  const tenant = await app.tenant({ plan: 'pro' })
  const chain = Array.from({ length: 600 }, (_, i) => `<n:${i}> <p:q> ${i} .`).join(' ')
  await app.update(tenant, `insert data { ${chain} }`)
  const gone = new AbortController()
  const left = app.ask(tenant, CROSS_PRODUCT, { signal: gone.signal })
  await sleep(100)
  gone.abort()
  await assert.rejects(left, { name: 'AbortError' })
  const began = performance.now()
  // Requests of one workspace run one after the other.
  assert.deepEqual(await values(await app.ask(tenant, 'select ?o { <n:7> <p:q> ?o }'), 'o'), ['7'])
  // Without cancellation the first one could have run for half a minute.
  assert.ok(performance.now() - began < 15_000)
})

/** Sends point queries as another tenant until the bomb is answered: each succeeds, and none waits long. */
async function meanwhile(bomb: Promise<Response>): Promise<{ answer: Response; answered: number }> {
  let isOver = false
  let answered = 0
  const over = bomb.finally(() => {
    isOver = true
  })
  do {
    const began = performance.now()
    const answer = await app.ask(neighbour, 'select ?o { <a:a> <a:b> ?o }', { role: 'viewer' })
    assert.deepEqual(await values(answer, 'o'), ['here'])
    assert.ok(performance.now() - began < 10_000)
    answered++
    await sleep(20)
  } while (!isOver)
  return { answer: await over, answered }
}

const endOf = async (answer: Response): Promise<[number, string]> =>
  answer.ok ? [answer.status, (await answer.text()).slice(0, 100)] : problem(answer)
