// Kinds from the published lists, through HTTP: a name that is listed with one kind gets that kind, whatever it looks like.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { artifacts } from '@veritrace/contract/casework/artifacts'
import { type CaseworkApp, caseworkApp } from '../testing.ts'
import { makeArchive } from './source/testing.ts'
import { evidenceTenant } from './testing.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})

const BY_TYPE = ['TABL', 'CDS_STOB', 'DTEL', 'TTYP']
/** The parser treats it as a part of the language. */
const BUILT_IN = 'ABAP_BOOLEAN'
const BY_REFERENCE = ['CLAS', 'INTF', 'BADI_DEF']

async function open() {
  const tenant = await evidenceTenant(app)
  const api = app.client(artifacts, tenant.tenant, 'viewer')
  const headers = tenant.at()
  const kindsIn = async (source: string): Promise<Map<string, string[]>> => {
    const project = await tenant.projects().create({ body: { name: 'ERP' }, headers })
    const archive = makeArchive([{ filename: 'src/zkinds.prog.abap', text: source }])
    const { item } = await tenant.send(project.id, 'z.zip', new Uint8Array(archive), { kind: 'abapgit_zip' })
    await tenant.run(item.id)
    const { items } = await api.list({ query: { project_id: project.id, limit: 200 }, headers })
    const external = items.filter(({ kind }) => kind !== 'custom_object')
    return new Map(
      [...Map.groupBy(external, ({ name }) => name)].map(([name, all]) => [name, all.map(({ type }) => type)]),
    )
  }
  const listed = async (type: string) => (await api.list({ query: { type, limit: 200 }, headers })).items
  return { kindsIn, listed }
}

test('every listed type, structure, view, class and interface has the kind of its list', async () => {
  const { kindsIn, listed } = await open()
  const all = (await Promise.all([...BY_TYPE, ...BY_REFERENCE].map(listed))).flat()
  const once = [...Map.groupBy(all, ({ name }) => name).values()].flatMap((named) =>
    named.length === 1 && named[0]!.name !== BUILT_IN ? named : [],
  )
  assert.ok(once.length > 20, `${once.length} names`)
  const lines = once
    .slice(0, 150)
    .map(({ type, name }, at) => `DATA v${at} TYPE ${BY_REFERENCE.includes(type) ? 'REF TO ' : ''}${name}.`)
  const kinds = await kindsIn(`REPORT zkinds.\n${lines.join('\n')}\n`)
  const wrong = once.slice(0, 150).filter(({ type, name }) => kinds.get(name)?.join() !== type)
  assert.deepEqual(
    wrong.map(({ type, name }) => `${type}:${name} has the kind ${kinds.get(name)}`),
    [],
  )
})

test('a name that no list has is a structure everywhere if it has fields somewhere', async () => {
  const { kindsIn } = await open()
  const kinds = await kindsIn(
    'REPORT zkinds.\nDATA a TYPE strange_thing.\nDATA b TYPE strange_thing-field.\nDATA c TYPE other_thing.\n',
  )
  assert.deepEqual([kinds.get('STRANGE_THING'), kinds.get('OTHER_THING')], [['TABL'], ['DTEL']])
})

test('a list distinguishes a function and a type of the same name: the kind of a call never changes', async () => {
  const { kindsIn, listed } = await open()
  const [table] = await listed('TABL')
  const kinds = await kindsIn(`REPORT zkinds.\nCALL FUNCTION '${table!.name}'.\nDATA a TYPE ${table!.name}.\n`)
  assert.deepEqual(kinds.get(table!.name)?.toSorted(), ['FUNC', 'TABL'])
})
