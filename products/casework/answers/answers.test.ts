// Answers over HTTP, based on the lists and the guidance of the sample.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type AnswerDocument, type AskRequest, answers } from '@veritrace/contract/casework/answers'
import { ApiError } from '@veritrace/contract/client'
import { testDatabaseUrl } from '@veritrace/platform/testing/db'
import { sql } from 'kysely'
import { evidenceTenant } from '../evidence/testing.ts'
import { type CaseworkApp, type ClockedApp, clockedCaseworkApp, openCaseworkApp } from '../testing.ts'
import { isSupported, namesInText } from './check.ts'
import { sentencesIn } from './sentences.ts'
import { type Asking, bodyOf, headersOf, member, open, stream, textOf } from './testing.ts'

let app: CaseworkApp
let clock: ClockedApp['clock']
before(async () => {
  const clocked = await clockedCaseworkApp()
  app = clocked.app
  clock = clocked.clock
})

const refused = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && error.code === code

/** Every sentence is supported by its citations. */
function assertGrounded({ text, citations, question }: AnswerDocument): void {
  for (const sentence of sentencesIn(text)) {
    const sources = sentence.cites.map((n) => citations.find((one) => one.n === n)?.citation)
    const rules = { codes: ['A', 'B', 'C', 'D'], capitalsMarkNames: true }
    assert.ok(isSupported(sentence, sources, rules), `${question}: ${sentence.text}`)
  }
}

test('a question streams as numbered events, and each citation comes before the token that uses it', async () => {
  const tenant = await app.tenant()
  const events = await stream(app, tenant, { question: 'VBAK' })
  assert.deepEqual(
    events.map(({ id }) => id),
    events.map((_, place) => place + 1),
  )
  assert.deepEqual([events[0]!.event, events[1]!.event, events.at(-1)!.event], ['meta', 'intent', 'done'])
  assert.equal(events[0]!.data.model, 'none')
  assert.equal(events[1]!.data.intent_id, 'object.state')
  const cited = new Set<number>()
  for (const { event, data } of events) {
    if (event === 'citation') cited.add(data.n as number)
    if (event === 'token')
      for (const [, n] of String(data.text).matchAll(/\[(\d+)\]/g)) assert.ok(cited.has(Number(n)), String(data.text))
  }
  assert.match(textOf(events), /^TABL VBAK is level C .* not acceptable \[1\]\[2\]\. .*I_SALESDOCUMENT \(A\)/)
  assert.deepEqual(
    events.filter(({ event }) => event === 'fact').map(({ data }) => [data.name, data.value]),
    [
      ['rating', 'C'],
      ['acceptable', false],
      ['successor', 'CDS_STOB:I_SALESDOCUMENT'],
    ],
  )
  assert.equal(events.at(-1)!.data.status, 'complete')
})

test('successors are followed to the end, and equal questions give equal answers streamed and whole', async () => {
  const { tenant, ask } = await member(app)
  const question = 'What replaces HOLIDAY_CALENDAR_GET?'
  const whole = await ask(question)
  assert.equal(whole.intent?.intent_id, 'object.successor')
  for (const name of [
    'CL_SCAL_API',
    'CL_FHC_CALENDAR_RUNTIME',
    'I_FACTORYCALENDARBASIC',
    'I_PUBLICHOLIDAYCALENDARBASIC',
  ])
    assert.ok(whole.text.includes(name), name)
  assert.equal(whole.done.grounded_share, 1)
  assert.ok(whole.suggestions.some(({ intent_id }) => intent_id === 'object.usage'))
  assertGrounded(whole)
  assert.equal(textOf(await stream(app, tenant, { question })), whole.text)
  const short = await ask(question, { max_citations: 1 })
  assert.deepEqual([short.done.status, short.citations.length <= 1], ['truncated', true])
})

const NAMES = ['ZZ_QUUX_7', 'CL_NOT_THERE_AT_ALL', 'I_MADEUPVIEW9', '/ACME/GHOST', 'BLORBTAB']
const FORMS: ((name: string) => string)[] = [
  (name) => name,
  (name) => `What replaces function module ${name}?`,
  (name) => `Is table ${name} released for 2023_3?`,
  (name) => `How do I replace ${name} by EML?`,
  (name) => `Which of my objects use ${name}?`,
  (name) => `What does ${name} mean for clean core?`,
  (name) => `How long will it take to migrate ${name}?`,
  (name) => `path from ${name} to VBAK`,
  (name) => `Draft a plan for package ${name}`,
  (name) => `how do i replace ${name.toLowerCase().replace(/[^a-z]/g, '')}`,
]
test('fifty questions about invented names are left unanswered', async () => {
  const { ask } = await member(app, await app.tenant({ plan: 'enterprise' }))
  for (const form of FORMS) await Promise.all(NAMES.map((name) => saysNothing(ask, form(name))))
})
async function saysNothing(ask: (question: string) => Promise<AnswerDocument>, question: string): Promise<void> {
  const { done, text, citations, facts } = await ask(question)
  assert.equal(done.status, 'insufficient_evidence', `${question}: ${text}`)
  assert.deepEqual([citations, facts], [[], []], question)
  const asked = namesInText(question).map((one) => one.toLowerCase())
  for (const name of namesInText(text)) assert.ok(asked.includes(name.toLowerCase()), text)
}

test('definitions and instructions are quoted from guidance', async () => {
  const { ask } = await member(app)
  for (const question of [
    'What is a wrapper?',
    'How do I replace a BAPI by EML?',
    'What changed between 2022_1 and 2023_3?',
  ]) {
    const answer = await ask(question)
    assert.equal(answer.done.status, 'complete', question)
    assertGrounded(answer)
  }
  assert.match((await ask('What is a wrapper?')).citations[0]!.citation.title, /wrapper/)
  assert.match((await ask('What is a classic API?')).text, /^Level B contains classic APIs/)
  const named = await ask('Can I use CL_HTTP_CLIENT on BTP?')
  assert.match(named.text, /is level C/)
  const chosen = await ask('Can I use CL_HTTP_CLIENT on BTP?', { target: 's4_private:2023_3' })
  assert.match(chosen.text, /is level B/)
  assert.deepEqual(
    chosen.warnings.map(({ code }) => code),
    ['other_target'],
  )
  const german = await ask('VBAK', { language: 'de' })
  assert.deepEqual(
    german.warnings.map(({ code }) => code),
    ['language_unavailable'],
  )
})

test('questions about the lists, their age and size are answered with the request that returns the same figures', async () => {
  const { ask } = await member(app)
  const old = await ask('How old is the list you use?')
  assert.match(
    old.text,
    /reads the list pce-2023-3, “Sample: Released objects, private cloud 2023 FPS3”, (?:un)?dated.*20\d\d-\d\d-\d\d/,
  )
  assert.match(old.citations[0]!.citation.locator.value, /^GET \/corpus\/ent_/)
  const all = await ask('How many objects are in the list?')
  const [, total] = /with (\d+) objects/.exec(all.text)!
  const states = /FPS3” has (.*?)\. “Sample: Classic/.exec(all.text)![1]!.matchAll(/(\d+) as “/g)
  const sum = [...states].reduce((before, [, count]) => before + Number(count), 0)
  assert.deepEqual([sum, sum > 100], [Number(total), true])
  const deprecated = await ask('How many objects are deprecated?')
  assert.match(
    deprecated.text,
    /^“Sample: Released objects, private cloud 2023 FPS3” has 4 objects as “Deprecated” \[1\]/,
  )
  assert.match((await ask('How many function modules are there?')).text, /has \d+ objects of type FUNC: /)
  for (const answer of [old, all, deprecated]) assertGrounded(answer)
})

test('all levels are explained together, and a single term with the text about it', async () => {
  const { ask } = await member(app)
  const levels = await ask('Explain the clean core levels')
  for (const code of ['A', 'B', 'C', 'D']) assert.match(levels.text, new RegExp(`[Ll]evel ${code} `))
  assert.deepEqual(
    levels.citations.map(({ citation }) => citation.title),
    ['The four levels of clean core'],
  )
  assert.equal((await ask('What is the difference between level B and level C?')).text, levels.text)
  assert.match((await ask('What does not to be released mean?')).text, /^Not to be released means/)
  assert.match((await ask('What is the technical debt score?')).text, /10 for an error/)
  const bapi = await ask('Is BAPI_MATERIAL_SAVEDATA a classic API?')
  assert.match(bapi.text, /is level B \(classic API\)/)
  assertGrounded(bapi)
})

const lockable = testDatabaseUrl() ? false : 'the embedded database has only one connection, so no lock can be held'

test('the first events are sent before anything is looked up', { skip: lockable }, async () => {
  const { tenant, ask } = await member(app)
  await ask('What replaces VBAK?')
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // This lock blocks all reads from the lists.
  const holding = app.platform.db.transaction().execute(async (tx) => {
    await sql`lock table casework.facts in access exclusive mode`.execute(tx)
    held.resolve()
    await free.promise
  })
  await held.promise
  const response = await open(app, tenant, bodyOf('What replaces MARA?', {}))
  const parts = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let text = ''
  while (!text.includes('event: intent')) text += (await parts.next()).value
  assert.deepEqual(
    [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name),
    ['meta', 'intent'],
  )
  free.resolve()
  await holding
  for (let part = await parts.next(); !part.done; part = await parts.next()) text += part.value
  assert.match(text, /I_PRODUCT.*event: done/s)
})

test('questions about a project’s estate are answered from its measurement', async () => {
  const estate = await evidenceTenant(app)
  const { id } = await estate.projects().create({ body: { name: 'ERP', system: { sid: 'PRD' } }, headers: estate.at() })
  await estate.read(id, 'deps.csv', DEPENDENCIES, { kind: 'dependency_csv' })
  const { ask } = await member(app, estate.tenant)
  const expected: [string, RegExp][] = [
    ['Which of my objects use VBAK?', /^TABL VBAK is used by 2 of your custom objects.* ZORDERS and ZPRICES/],
    ['How clean is our code?', /^2 of 4 objects are acceptable/],
    ['Which patterns should we fix first?', /TABL VBAK brings 1 of 2 objects/],
    ['Draft a plan', /^\d+ items for 4 objects, about [\d.]+ person-days/],
    ['What depends on ZCL_MATERIAL?', /^Connected with ZCL_MATERIAL .* ZORDERS/],
    ['path from ZORDERS to VBAK', /^ZORDERS → VBAK/],
    ['ZORDERS', /^PROG ZORDERS is level C/],
  ]
  for (const [question, pattern] of expected) {
    const answer = await ask(question, { scope: { project_id: id } })
    assert.match(answer.text, pattern)
    assertGrounded(answer)
  }
  const chosen = await ask('what replaces it?', { scope: { artifact_ids: ['TABL:VBAK'] } })
  assert.match(chosen.text, /I_SALESDOCUMENT/)
  const stranger = await member(app)
  await assert.rejects(stranger.ask('VBAK', { scope: { project_id: id } }), refused(404, 'project_not_found'))
})
const DEPENDENCIES = `from_type,from_name,from_package,to_type,to_name,access
PROG,ZORDERS,ZSD,TABL,VBAK,read
PROG,ZPRICES,ZSD,TABL,VBAK,read
PROG,ZPRICES,ZSD,TABL,MARA,read
CLAS,ZCL_MATERIAL,ZMM,FUNC,BAPI_MATERIAL_SAVEDATA,call
CLAS,ZCL_VIEW,ZMM,CDS_STOB,I_SALESDOCUMENT,read
PROG,ZORDERS,ZSD,CLAS,ZCL_MATERIAL,call
`

test('another pack uses the same composer', async () => {
  const { ask } = await member(app)
  const answer = await ask('how far can we trust NORDMAIL', { pack: 'vendor-trust' })
  assert.match(answer.text, /^NORDMAIL has trust band high/)
  assert.equal((await ask('posture of NOBODYATALL', { pack: 'vendor-trust' })).done.status, 'insufficient_evidence')
})

test('a follow-up refers to the last subject of the conversation or its history', async () => {
  const { ask } = await member(app)
  const first = await ask('What is VBAK?')
  const { conversation_id } = first
  const next = await ask('and its successor?', { conversation_id })
  assert.deepEqual([next.intent?.intent_id, next.conversation_id], ['object.successor', conversation_id])
  assert.match(next.text, /I_SALESDOCUMENT/)
  const history: AskRequest['history'] = [
    { role: 'user', content: 'MARA' },
    { role: 'user', content: 'What is BSEG?' },
    { role: 'assistant', content: '' },
  ]
  assert.match((await ask('and its successor?', { history })).text, /^TABL BSEG/)
})

test('an interrupted stream can be resumed for ten minutes, also on another server', async () => {
  const tenant = await app.tenant()
  const all = await stream(app, tenant, { question: 'VBAK' })
  const again = { question: 'VBAK', answer_id: all[0]!.data.answer_id }
  const from = (id: number) => ({ 'last-event-id': String(id) })
  assert.deepEqual(await stream(app, tenant, again, from(3)), all.slice(3))
  const restarted = await openCaseworkApp({ clock })
  try {
    assert.deepEqual(await stream(restarted, tenant, again, from(5)), all.slice(5))
    // Simulates a server that died before the answer was complete.
    await sql`update casework.answers set status = 'running', events = null, finished_at = null
      where id = ${again.answer_id}`.execute(app.platform.db)
    const resumed = await stream(restarted, tenant, again, from(2))
    assert.deepEqual(
      resumed.map(({ id, event }) => [id, event]),
      all.slice(2).map(({ id, event }) => [id, event]),
    )
    assert.equal(textOf(resumed), textOf(all))
  } finally {
    await restarted.close()
  }
  assert.equal((await open(app, tenant, again, { 'last-event-id': 'x' })).status, 400)
  clock.advance(11 * 60_000)
  assert.equal((await open(app, tenant, again, from(3))).status, 410)
})

test('an answer can be resumed only with the request that started it', async () => {
  const { ask } = await member(app)
  const { answer_id, conversation_id, text } = await ask('VBAK')
  assert.equal((await ask('VBAK', { answer_id, conversation_id })).text, text)
  await assert.rejects(ask('MARA', { answer_id }), refused(422, 'unacceptable'))
  await assert.rejects(ask('VBAK', { answer_id, mode: 'extractive' }), refused(422, 'unacceptable'))
})

test('a question about a deleted project is rejected', async () => {
  const { tenant, projects, at } = await evidenceTenant(app)
  const { id } = await projects().create({ body: { name: 'ERP', system: { sid: 'PRD' } }, headers: at() })
  const { ask } = await member(app, tenant)
  await ask('VBAK', { scope: { project_id: id } })
  await projects('admin').remove({ params: { id }, headers: at() })
  await assert.rejects(ask('VBAK', { scope: { project_id: id } }), refused(410, 'gone'))
  await assert.rejects(ask('VBAK', { scope: { project_id: 'prj_none' } }), refused(404, 'project_not_found'))
})

test('only the same tenant and workspace can resume or rate an answer', async () => {
  const { tenant, ask } = await member(app)
  const { answer_id } = await ask('VBAK')
  for (const other of [await member(app), await member(app, tenant, 'elsewhere')]) {
    await assert.rejects(other.ask('VBAK', { answer_id }), refused(404, 'answer_not_found'))
    const rate = other.api.rate({ params: { id: answer_id }, body: { rating: 1 }, headers: other.headers })
    await assert.rejects(rate, refused(404, 'answer_not_found'))
  }
  const viewer = app.client(answers, tenant, 'viewer')
  await assert.rejects(
    viewer.stream({ body: bodyOf('VBAK', {}), headers: headersOf(tenant.id) }),
    refused(403, 'role_required'),
  )
})

test('a corrected intent applies to the same question from then on', async () => {
  const { tenant, ask, api, headers } = await member(app)
  const first = await ask('VBAK')
  const rate = (body: Parameters<typeof api.rate>[0]['body']) =>
    api.rate({ params: { id: first.answer_id }, body, headers })
  const plain = await rate({ rating: 5, tags: ['good'] })
  assert.deepEqual([plain.subject, plain.effect.applied], [{ kind: 'answer', id: first.answer_id }, false])
  await assert.rejects(rate({ rating: 2, intent_id: 'no.such' }), refused(422, 'unknown_intent'))
  const fixed = await rate({ rating: 2, comment: 'I meant the successor', intent_id: 'object.successor' })
  assert.deepEqual([fixed.effect.applied, fixed.effect.kind], [true, 'intent_fix'])
  const next = await ask('vbak?')
  assert.deepEqual([next.intent?.intent_id, next.intent?.confidence], ['object.successor', 1])
  const elsewhere = await member(app, tenant, 'elsewhere')
  assert.equal((await elsewhere.ask('VBAK')).intent?.intent_id, 'object.state')
  assert.equal((await app.audit(tenant)).filter(({ action }) => action === 'answer.rate').length, 2)
})

test('limits are enforced, and a repeated request returns the same answer', async () => {
  const { ask } = await member(app)
  const turn = { role: 'user' as const, content: 'x' }
  for (const [question, more] of [
    ['x'.repeat(4_001), {}],
    [' ', {}],
    ['VBAK', { history: Array.from({ length: 11 }, () => turn) }],
    ['VBAK', { max_citations: 0 }],
    ['VBAK', { nothing: 1 }],
  ] as [string, Asking][])
    await assert.rejects(ask(question, more), refused(422, 'invalid_body'))
  await assert.rejects(ask('VBAK', { target: 'nowhere:1' }), refused(422, 'unknown_target'))
  await assert.rejects(ask('VBAK', { pack: 'none' }), refused(404, 'pack_not_found'))
  await assert.rejects(ask('VBAK', { scope: { case_id: 'cas_x' } }), refused(404, 'case_not_found'))
  const key = { 'idempotency-key': 'k1' }
  const one = await ask('VBAK', {}, key)
  assert.equal((await ask('VBAK', {}, key)).answer_id, one.answer_id)
  await assert.rejects(ask('MARA', {}, key), refused(422, 'idempotency_mismatch'))
})

test('an idempotency key belongs to its caller, and can be reused after a day', async () => {
  const { tenant, headers, ask } = await member(app)
  const key = { 'idempotency-key': 'k1' }
  const first = await ask('VBAK', {}, key)
  const another = app.client(answers, tenant, 'admin')
  const body = bodyOf('MARA', {})
  const theirs = await another.stream({ body, headers: { ...headers, ...key, accept: 'application/json' } })
  assert.equal(theirs.question, 'MARA')
  assert.equal((await ask('VBAK', {}, key)).answer_id, first.answer_id)
  clock.advance(25 * 3_600_000)
  await ask('VBAK')
  assert.notEqual((await ask('VBAK', {}, key)).answer_id, first.answer_id)
})
