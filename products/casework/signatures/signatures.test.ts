// Packs and archives, over HTTP. They affect the generated code of one workspace only.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Scaffold } from '@veritrace/contract/casework/studio-shapes'
import { zipSync } from 'fflate'
import { refused, studioTenant } from '../studio/testing.ts'
import { type CaseworkApp, caseworkApp } from '../testing.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})

async function open() {
  const workspace = await studioTenant(app)
  const { id } = await workspace.projects().create({ body: { name: 'ERP' }, headers: workspace.headers })
  return { ...workspace, project: id }
}

const NAMES = {
  interface: 'ZIF_MM_MATERIAL',
  class: 'ZCL_MM_MATERIAL',
  factory: 'ZCL_MM_MATERIAL_FACTORY',
  exception: 'ZCX_MM_MATERIAL',
  method: 'SAVE',
}
const classIn = ({ files }: Scaffold) => files.find(({ path }) => path === 'src/zcl_mm_material.clas.abap')!.content

const PACK = JSON.stringify({
  format: 'veritrace.signatures',
  version: 1,
  functions: [
    {
      name: 'BAPI_MATERIAL_SAVEDATA',
      parameters: [
        { name: 'HEADDATA', direction: 'importing', type: 'BAPIMATHEAD' },
        { name: 'RETURN', direction: 'exporting', type: 'BAPIRET2' },
      ],
    },
  ],
})

test('a wrapper uses a signature pack of its workspace until the pack is deleted', async () => {
  const workspace = await open()
  const { scaffold, read, project } = workspace
  const params = { ...NAMES, function: 'BAPI_MATERIAL_SAVEDATA' }
  const without = await scaffold('wrapper-function-module', params)
  assert.deepEqual(
    without.gaps!.map(({ id }) => id),
    ['signature/BAPI_MATERIAL_SAVEDATA'],
  )
  assert.equal(without.checks.find(({ id }) => id === 'gaps')!.status, 'warn')
  assert.doesNotMatch(classIn(without), /CALL FUNCTION/)
  const item = await read(project, 'signatures.json', PACK)
  assert.deepEqual([item.kind, item.status, item.counts.rows], ['signature_pack', 'parsed', 1])
  const made = await scaffold('wrapper-function-module', params)
  assert.deepEqual([made.gaps, made.basis], [[], ['BAPI_MATERIAL_SAVEDATA: signatures.json']])
  assert.match(classIn(made), /headdata = headdata/)
  assert.equal(made.lint!.findings.filter(({ origin }) => origin === 'own').length, 0)
  assert.equal(made.checks.find(({ id }) => id === 'lint')!.status, 'pass')
  assert.equal(made.decisions![0]!.choice, 'caller')
  const stranger = await open()
  assert.equal((await stranger.scaffold('wrapper-function-module', params)).gaps!.length, 1)
  // If two files describe the function module, the newer one wins.
  const csv = 'function,parameter,direction,type,optional\nBAPI_MATERIAL_SAVEDATA,OTHER,importing,MATNR,\n'
  await read(project, 'newer.csv', csv)
  assert.match(classIn(await scaffold('wrapper-function-module', params)), /other = other/)
  await app.platform.db
    .deleteFrom('casework.evidence' as never)
    .where('project_id' as never, '=', project as never)
    .execute()
  assert.equal((await scaffold('wrapper-function-module', params)).gaps!.length, 1)
})

test('an invalid pack is rejected with a reason', async () => {
  const { read, project } = await open()
  const json = (value: unknown) => JSON.stringify(value)
  const broken = await read(
    project,
    'a.json',
    json({ format: 'veritrace.signatures', version: 1, functions: [{ name: 'X' }] }),
  )
  assert.equal(broken.status, 'rejected')
  assert.match(broken.status_reason, /is invalid: functions\.0/)
  const twice = { name: 'X', parameters: [1, 2].map(() => ({ name: 'A', direction: 'importing' })) }
  const double = await read(project, 'b.json', json({ format: 'veritrace.signatures', version: 1, functions: [twice] }))
  assert.match(double.status_reason, /has the parameter A twice/)
  const noJson = await read(project, 'c.json', '{"format": "veritrace.field-mappings", ', {
    kind: 'field_mapping_pack',
  })
  assert.match(noJson.status_reason, /not valid JSON/)
  const rows = await read(
    project,
    'd.csv',
    'table,field,entity,element\nVBAK,VBELN,I_X,Order1\nVBAK,,I_X,A\nVBAK,VBELN,I_X,Other\n',
  )
  assert.deepEqual(
    [rows.kind, rows.status, rows.counts.rows_rejected],
    ['field_mapping_pack', 'parsed_with_warnings', 2],
  )
  assert.deepEqual(
    rows.rejected_sample.map(({ line }) => line),
    [3, 4],
  )
  const direction = await read(project, 'e.csv', 'function,parameter,direction,type\nX,A,sideways,I\n')
  assert.match(direction.rejected_sample[0]!.reason, /is not a direction/)
  const columns = await read(project, 'f.csv', 'a,b\n1,2\n', { kind: 'signature_pack' })
  assert.deepEqual([columns.status, columns.columns.needed], ['needs_mapping', ['function', 'parameter', 'direction']])
})

test('an uploaded mapping pack wins over the built-in mappings, which remain alternatives', async () => {
  const { scaffold, read, project } = await open()
  const params = { table: 'VBAK', fields_before: 'vbeln, zzown', condition_before: 'vbeln = @number' }
  const shipped = await scaffold('replace-select', params)
  assert.equal(shipped.mapping!.entity, 'I_SalesDocument')
  assert.deepEqual(
    shipped.gaps!.map(({ id }) => id),
    ['field/VBAK-ZZOWN'],
  )
  const pack =
    'table,field,entity,element,confidence,source\nVBAK,VBELN,ZI_Order,OrderNumber,0.9,Our team\nVBAK,ZZOWN,ZI_Order,OwnField,0.9,Our team\n'
  await read(project, 'mapping.csv', pack)
  const own = await scaffold('replace-select', params)
  assert.equal(own.mapping!.entity, 'ZI_Order')
  assert.deepEqual(own.gaps, [])
  assert.deepEqual(
    own.mapping!.alternatives.map(({ entity, missing }) => [entity, missing]),
    [['I_SalesDocument', ['ZZOWN']]],
  )
  assert.deepEqual(own.mapping!.fields[1], { field: 'ZZOWN', element: 'OwnField', source: 'Our team', confidence: 0.9 })
})

const GROUP = `<abapGit><asx:abap><asx:values><FUNCTIONS><item><FUNCNAME>Z_ORDER</FUNCNAME>
<IMPORT><RSIMP><PARAMETER>IV_ID</PARAMETER><TYP>VBELN_VA</TYP></RSIMP></IMPORT></item></FUNCTIONS></asx:values></asx:abap></abapGit>`
const REPORT =
  "REPORT zorders.\nSELECT vbeln FROM vbak INTO TABLE @DATA(orders).\nCALL FUNCTION 'Z_ORDER' EXPORTING iv_id = '1'.\n"

test('an archive provides the signatures of its function modules, and one of its objects can be selected', async () => {
  const { send, run, project, classify, scaffold, pipeline } = await open()
  const bytes = (text: string) => new TextEncoder().encode(text)
  const zip = zipSync({
    '.abapgit.xml': bytes('<abapGit/>'),
    'src/zgroup.fugr.xml': bytes(GROUP),
    'src/zorders.prog.abap': bytes(REPORT),
    'src/zother.prog.abap': bytes('REPORT zother.\n'),
  })
  const { item } = await send(project, 'own.zip', new Uint8Array(zip))
  await run(item.id)
  const input = { kind: 'evidence', evidence_id: item.id, objects: ['PROG:ZORDERS'] } as const
  const { objects, generation_id } = await classify(input, { save: true })
  assert.deepEqual(
    objects.map(({ name }) => name),
    ['ZORDERS'],
  )
  await assert.rejects(classify({ ...input, objects: ['PROG:ZUNKNOWN'] }), refused(422, 'unparseable'))
  const made = await scaffold('wrapper-function-module', { ...NAMES, function: 'Z_ORDER' }, { generation_id })
  const diff = made.files.find(({ path }) => path === 'changes.diff')!.content
  assert.match(diff, /^--- a\/src\/zorders\.prog\.abap/)
  assert.match(diff, /^-CALL FUNCTION 'Z_ORDER'/m)
  assert.match(diff, /^\+\s+iv_id = '1' \)\./m)
  assert.deepEqual(made.basis, ['Z_ORDER: own.zip'])
  const done = await pipeline({ input: input as never, template_id: 'replace-select' })
  assert.equal(done.state, 'ready')
  const { scaffold: files } = done.output as { scaffold: Scaffold }
  assert.match(files.files.find(({ path }) => path === 'changes.diff')!.content, /SalesDocument AS vbeln/)
  assert.ok(files.lint)
})
