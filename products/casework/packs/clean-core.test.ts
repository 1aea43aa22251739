// Properties of the default pack: every row has a test, examples reach their intent, the sample is consistent, the scaffolds
// are complete, and the sample facts match the published lists.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Config, MemoryFile, Registry } from '@abaplint/core'
import { importerFor } from '../corpus/importers/importers.ts'
import { compilePattern, subjectOf } from '../model/patterns.ts'
import { loadBuiltIn } from './built-in.ts'
import { readYaml } from './files/yaml.ts'
import type { Pack } from './pack.ts'

const cleanCore = async (): Promise<Pack> => (await loadBuiltIn())[0]!
const textOf = ({ sample }: Pack, path: string): string => Buffer.from(sample[path]!).toString()
const HERE = new URL('./clean-core/', import.meta.url)

test('every row of every table has a test in the pack', async () => {
  const { tables } = await cleanCore()
  for (const [name, table] of Object.entries(tables)) {
    const tests = readFileSync(new URL(`tests/${name}.yaml`, HERE), 'utf8')
    for (const { id } of table.rows) assert.ok(tests.includes(`row: ${id},`), `${name} ${id} has no test`)
  }
})

test('a question reaches the first intent whose pattern matches, and examples reach their own intent', async () => {
  const { intents } = await cleanCore()
  const ask = (question: string): Record<string, string | undefined> | undefined => {
    for (const { id, patterns } of intents)
      for (const pattern of patterns) {
        const groups = compilePattern(pattern, 'i').exec(subjectOf(question))
        if (groups) return { id, ...groups.groups }
      }
    return undefined
  }
  assert.equal(intents.length, 20)
  for (const { id, examples } of intents) for (const example of examples) assert.equal(ask(example)?.id, id, example)
  const found = ask('What should I use instead of function module number_get_next?')
  assert.deepEqual([found?.id, found?.type, found?.name], ['object.successor', 'function module', 'number_get_next'])
  assert.equal(ask('The weather in Paris'), undefined)
})

test('the referenced object is recognized in the message of a finding', async () => {
  const { importers } = await cleanCore()
  const { reference_patterns } = importers.atc as { reference_patterns: string[] }
  const referenceIn = (message: string) => {
    for (const pattern of reference_patterns) {
      const found = compilePattern(pattern).exec(subjectOf(message))
      if (found) return `${found.groups?.type ?? '?'} ${found.groups?.name}`
    }
    return undefined
  }
  for (const [message, reference] of [
    ['Usage of internal object TABL VBAK', 'TABL VBAK'],
    ['Write access to database table MARA', 'database table MARA'],
    ['Function module "BAPI_PO_CREATE1" is not released', 'Function module BAPI_PO_CREATE1'],
    ['Class CL_BCS is a classic API', 'Class CL_BCS'],
    ['Do not use /AIF/CL_X or CL_HTTP_CLIENT', '? CL_HTTP_CLIENT'],
    ['The table is written in a loop', undefined],
  ] as const)
    assert.equal(referenceIn(message), reference)
})

test('the sample is consistent: 25 objects in 4 packages, all parsed, all but one in ATC', async () => {
  const pack = await cleanCore()
  const registry = new Registry(
    new Config(
      JSON.stringify({
        global: { files: '/src/**/*.*' },
        syntax: { version: 'v757' },
        rules: { parser_error: true, cds_parser_error: true, xml_consistency: true },
      }),
    ),
  )
  for (const path of Object.keys(pack.sample).filter((name) => name.startsWith('abapgit/src/')))
    registry.addFile(new MemoryFile(path.slice('abapgit'.length), textOf(pack, path)))
  assert.deepEqual(
    registry.findIssues().map((issue) => `${issue.getFilename()} ${issue.getMessage()}`),
    [],
  )
  const names = [...registry.getObjects()]
    .filter((object) => object.getType() !== 'DEVC')
    .map((object) => object.getName())
  assert.equal(names.length, 25)

  const atc = textOf(pack, 'atc.xml')
  const covered = [...atc.matchAll(/adtcore:name="([^"]+)"/g)].map(([, name]) => name!)
  assert.deepEqual(
    covered.filter((name) => !names.includes(name)),
    [],
  )
  assert.deepEqual(
    names.filter((name) => !covered.includes(name)),
    ['ZBC_MAIL_TEST'],
  )
  assert.match(atc, /<atcobject:findings\/>/)
  assert.match(atc, /exemptionApproval="APPROVED"/)

  const used = [...textOf(pack, 'susg/PROG0001.xml').matchAll(/<OBJ_NAME>([^<]+)</g)].map(([, name]) => name!)
  assert.deepEqual(
    used.filter((name) => !names.includes(name)),
    [],
  )
  assert.ok(!used.includes('ZSD_OLD_BACKLOG'))
  assert.match(textOf(pack, 'susg/ADMIN0001.xml'), /<DAYS_AVAILABLE>400</)
})

interface Template {
  id: string
  params: { required: string[]; properties: Record<string, unknown> }
  files: { template: string; path: string }[]
}

test('each scaffold has all its files and a parameter for every placeholder', async () => {
  const { templates } = await cleanCore()
  const about = Object.keys(templates).filter((path) => path.endsWith('/template.yaml'))
  assert.equal(about.length, 11)
  for (const path of about) {
    const { id, params, files } = readYaml(templates[path]!) as Template
    const folder = path.slice(0, -'template.yaml'.length)
    assert.equal(folder, `scaffold/${id}/`)
    const asked = Object.keys(params.properties)
    assert.deepEqual(
      params.required.filter((name) => !asked.includes(name)),
      [],
    )
    const texts = files.map((file) => `${file.path}\n${templates[folder + file.template]}`)
    assert.equal(Object.keys(templates).filter((name) => name.startsWith(folder)).length, files.length + 1, id)
    const needed = new Set(texts.flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)))
    assert.deepEqual(
      [...needed].filter((name) => !asked.includes(name)),
      [],
      id,
    )
  }
})

const DATA = new URL('../../../../shared/data/cloudification/', import.meta.url)
const LISTS = [
  ['pce-2023-3', 'archive/objectReleaseInfo_PCE2023_3.csv', 'cloudification-csv'],
  ['pce-2022-1', 'objectReleaseInfo_PCE2022_1.json', 'cloudification-json'],
  ['btp-latest', 'objectReleaseInfo_BTPLatest.json', 'cloudification-json'],
  ['classic', 'objectClassifications_SAP.json', 'classification-json'],
] as const
const missing = existsSync(DATA) ? false : 'The published lists are missing: ../shared/data/cloudification.'

test('the sample facts match the published lists', { skip: missing }, async () => {
  const pack = await cleanCore()
  const read = (importer: string, text: string) => {
    const facts = new Map<string, unknown>()
    for (const found of importerFor(importer)!.read([text]))
      if ('fact' in found) {
        const { type, key, state, concept, successors } = found.fact
        facts.set(`${type}:${key}`, {
          state,
          concept,
          successors: successors.map((next) => `${next.type}:${next.key}`).sort(),
        })
      }
    return facts
  }
  for (const [list, file, importer] of LISTS) {
    const published = read(importer, readFileSync(new URL(file, DATA), 'utf8'))
    const ours = read('facts-json', textOf(pack, `lists/${list}.json`))
    assert.ok(ours.size >= 25, list)
    for (const [name, fact] of ours) assert.deepEqual(fact, published.get(name), `${list} ${name}`)
  }
})
