// Questions about an estate and about releases, in everyday words.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnswerDocument } from '@veritrace/contract/casework/answers'
import { planTenant } from '../case-plans/testing.ts'
import { evidenceTenant } from '../evidence/testing.ts'
import { type CaseworkApp, caseworkApp } from '../testing.ts'
import { member } from './testing.ts'

let ask: (question: string) => Promise<AnswerDocument>
let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
  const estate = await evidenceTenant(app)
  const body = { name: 'ERP', system: { sid: 'PRD' } }
  const { id } = await estate.projects().create({ body, headers: estate.at() })
  await estate.read(id, 'deps.csv', DEPENDENCIES, { kind: 'dependency_csv' })
  const asked = await member(app, estate.tenant)
  ask = (question) => asked.ask(question, { scope: { project_id: id } })
})
const DEPENDENCIES = `from_type,from_name,from_package,to_type,to_name,access,sites
PROG,ZORDERS,ZSD,TABL,VBAK,write,3
PROG,ZORDERS,ZSD,TABL,ZORDER_LOG,write,1
PROG,ZPRICES,ZSD,TABL,VBAK,read,1
PROG,ZPRICES,ZSD,TABL,MARA,write,1
CLAS,ZCL_VIEW,ZMM,TABL,/PARTNER/LOG,write,1
CLAS,ZCL_MATERIAL,ZMM,FUNC,BAPI_MATERIAL_SAVEDATA,call,1
CLAS,ZCL_VIEW,ZMM,CDS_STOB,I_SALESDOCUMENT,read,1
`

async function everyForm(expected: RegExp, questions: readonly string[]): Promise<void> {
  for (const question of questions) {
    const { text, done } = await ask(question)
    assert.match(text, expected, question)
    assert.equal(done.status, 'complete', question)
  }
}

test('objects that write to SAP tables are listed with the tables, without custom tables', () =>
  everyForm(
    /^Custom objects that write directly to SAP tables: 2 of 4 .* PROG ZORDERS: VBAK \(3 places\); PROG ZPRICES: MARA/,
    [
      'Which objects write to standard tables?',
      'Who updates SAP tables directly?',
      'Which reports change database tables of SAP?',
      'Are there INSERT statements on standard tables?',
      'Give me all programs with direct table updates',
      'Which tables do we update?',
      'Welche Objekte schreiben in Standardtabellen?',
    ],
  ))

test('objects that write to one table are found by its name', () =>
  everyForm(/^Custom objects that write directly to VBAK: 1 of 4 .* PROG ZORDERS/, [
    'Which objects write to VBAK?',
    'Is there any code that updates VBAK?',
    'which programs modify vbak',
  ]))

test('without source code or usage data, nothing is claimed to be absent', async () => {
  for (const [question, reason] of [
    ['Do we have modifications?', /^No source code has been uploaded/],
    ['did somebody modify standard code?', /^No source code has been uploaded/],
    ['Which objects use dynamic calls?', /^No source code has been uploaded/],
    ['Are there any dynamic function calls?', /^No source code has been uploaded/],
    ['Which objects are unused?', /^No usage data covers these objects/],
  ] as const) {
    const { text, done } = await ask(question)
    assert.match(text, reason, question)
    assert.equal(done.status, 'insufficient_evidence', question)
  }
})

test('findings in source code are reported together with what could not be read', async () => {
  const estate = await evidenceTenant(app)
  const body = { name: 'Code', system: { sid: 'DEV' }, sample: true }
  const { id } = await estate.projects().create({ body, headers: estate.at() })
  const files = await estate.evidence().list({ params: { id }, headers: estate.at() })
  for (const file of files.items) await estate.run(file.id)
  const asked = await member(app, estate.tenant)
  const about = async (question: string) => (await asked.ask(question, { scope: { project_id: id } })).text
  assert.match(await about('Which objects use dynamic calls?'), /^Custom objects with dynamic calls: 1 of \d+ /)
  const modified = await about('Do we have modifications?')
  assert.match(modified, /^Custom objects that modify SAP code or enhance it implicitly: 0 of \d+ .* not read in full/)
})

test('objects are counted and listed by level, type and package', async () => {
  await everyForm(/^4 custom objects in 2 packages, /, [
    'How many objects do we have?',
    'How big is our estate?',
    'number of custom objects',
  ])
  await everyForm(/^Custom objects at level C: \d of 4/, ['Which objects are level C?', 'Show all level C objects'])
  await everyForm(/^Custom objects at level B: 1 of 2 of type CLAS .* ZCL_MATERIAL/, ['Which classes are level B?'])
  await everyForm(/most left to do first: ZSD \(0 of 2\), ZMM \(1 of 2\)/, [
    'What are our worst packages?',
    'Which package should we start with?',
    'Which packages do we have?',
  ])
  await everyForm(/best package first: ZMM/, ['Which package is the cleanest?'])
})

test('the most used artifacts are counted by objects, for one type if the question names one', async () => {
  await everyForm(/^Your code refers to 5 objects outside .* Most used: TABL VBAK \(2 objects\)/, [
    'Which SAP objects do we use most?',
    'What does our code depend on most?',
  ])
  await everyForm(/^Your code refers to 1 object of type FUNC .* BAPI_MATERIAL_SAVEDATA/, [
    'most used function modules',
    'Which function modules do we call most?',
  ])
})

test('a question about avoiding an artifact is answered with its replacements', async () => {
  await everyForm(/^TABL VBAK is not to be released .*I_SALESDOCUMENT/, [
    'Can I avoid VBAK?',
    'Can we get rid of VBAK?',
    'How do I replace VBAK in ZORDERS?',
    'how to avoid VBAK',
    'Is there a released alternative to VBAK?',
    'Was ersetzt VBAK?',
  ])
  await everyForm(/TABL VBAK is .*I_SALESDOCUMENT .*TABL VBAP is .*I_SALESDOCUMENTITEM/, [
    'How do I read sales orders without VBAK and VBAP?',
    'alternatives to VBAK and VBAP',
  ])
})

test('two artifacts or two targets are compared', async () => {
  await everyForm(/TABL MARA is level C .*CDS_STOB I_PRODUCT is level A/, [
    'MARA or I_PRODUCT?',
    'compare MARA with I_PRODUCT',
  ])
  await everyForm(/MARA is level C .*Private Edition 2023 FPS3.* MARA is .*BTP ABAP environment/, [
    'MARA BTP vs private',
    'Is MARA ok on BTP and on private cloud?',
  ])
  const { text } = await ask('difference between MARA and I_NOSUCHVIEW')
  assert.match(text, /TABL MARA is level C .* No list of .* names I_NOSUCHVIEW/)
})

test('an answer first says if the question names a system that is not a target', () =>
  everyForm(/^There is no target for (?:ECC 6\.0|S\/4HANA 1909|R\/3); this is for .* 2023 FPS3/, [
    'Is I_SALESDOCUMENT available in ECC 6.0?',
    'VBAK on S/4HANA 1909',
    'does VBAK exist in R/3',
  ]))

test('releases are compared, however they are written', () =>
  everyForm(/^From .* 2022 FPS1 to .* 2023 FPS3: \d+ added/, [
    'What changed from 2022 FPS1 to 2023?',
    'What is new in 2023 FPS3?',
    'What did SAP release since 2022?',
    'Which of our objects are affected by the upgrade from 2022 to 2023?',
    'compare 2022 with 2023',
  ]))

test('an object of the estate says what blocks it', async () => {
  const { text } = await ask('Why is ZORDERS level C?')
  assert.match(text, /blocked by TABL VBAK \(C\)/)
})

test('a question about the estate that is not understood is not answered from general guidance', async () => {
  const { text, done, suggestions } = await ask('Which of our objects did the auditors like?')
  assert.match(text, /^There is not enough evidence to answer this question/)
  assert.deepEqual([done.status, suggestions.length], ['insufficient_evidence', 3])
  assert.match((await ask('What are modifications?')).text, /modification/i)
})

test('effort so far is the effort recorded for finished items', async () => {
  const { approved, step, headers, tenant } = await planTenant(app)
  const { project_id, plan } = await approved()
  const asked = await member(app, tenant)
  const far = () => asked.ask('How much effort have we spent so far?', { scope: { project_id } })
  assert.match((await far()).text, /^No effort has been recorded yet .* 0 of \d+ planned items are done in 1 plan/)
  await step(plan, { transition: 'start' })
  const [first] = plan.items
  await step(plan, { transition: 'start_item', item_ids: [first!.id] })
  await step(plan, { transition: 'complete_item', item_ids: [first!.id], actuals: { [first!.id]: 2.5 } })
  assert.match(
    (await far()).text,
    /^1 finished item took 2\.5 person-days; the plan had [\d.]+ person-days? for it .* 1 of /,
  )
  const stranger = await member(app)
  await assert.rejects(stranger.ask('How far are we?', { scope: { project_id } }))
  const elsewhere = await asked.api.stream({
    body: { question: 'How far are we?', mode: 'grounded', max_citations: 12 },
    headers: { ...headers, 'x-workspace-id': 'elsewhere', accept: 'application/json' },
  })
  assert.equal(elsewhere.done.status, 'insufficient_evidence')
})
