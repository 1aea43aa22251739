// Findings of a project as SARIF, through HTTP: valid, with locations, and compared with an earlier export.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { before, test } from 'node:test'
import { assets } from '@veritrace/contract/casework/assets'
import { ApiError } from '@veritrace/contract/client'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { zipSync } from 'fflate'
import { evidenceTenant } from '../evidence/testing.ts'
import { type CaseworkApp, caseworkApp } from '../testing.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})

const CLASS = `CLASS zcl_orders DEFINITION PUBLIC.
  PUBLIC SECTION.
    METHODS run.
ENDCLASS.
CLASS zcl_orders IMPLEMENTATION.
  METHOD run.
    SELECT SINGLE * FROM vbak INTO @DATA(ls_order) WHERE vbeln = '1'.
  ENDMETHOD.
ENDCLASS.
`
const LOCALS = `CLASS lcl_part DEFINITION.
  PUBLIC SECTION.
    METHODS read.
ENDCLASS.
CLASS lcl_part IMPLEMENTATION.
  METHOD read.
    SELECT SINGLE * FROM mara INTO @DATA(ls_part) WHERE matnr = '1'.
  ENDMETHOD.
ENDCLASS.
`

async function open() {
  const tenant = await evidenceTenant(app)
  const headers = tenant.at()
  const { id } = await tenant.projects().create({ body: { name: 'ERP' }, headers })
  const api = app.client(assets, tenant.tenant, 'member')
  const upload = async (files: Record<string, string>) => {
    const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])))
    const { item } = await tenant.send(id, 'orders.zip', zip as Uint8Array<ArrayBuffer>)
    await tenant.run(item.id)
  }
  const make = async (body: object = {}) => {
    const asset = await api.findings({ params: { id }, body: { format: 'sarif', ...body }, headers })
    const file = await fetch(new URL(asset.download_url, app.url), {
      headers: { authorization: `Bearer ${await app.key(tenant.tenant, 'member')}`, ...headers },
    })
    return { asset, sarif: (await file.json()) as Sarif }
  }
  return { tenant, headers, id, upload, make }
}
interface Sarif {
  runs: {
    results: {
      baselineState?: string
      properties: { reference: string }
      locations: { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }[]
    }[]
  }[]
}
const listed = ({ runs: [run] }: Sarif) =>
  run!.results.map(({ properties, baselineState, locations }) => {
    const { artifactLocation, region } = locations[0]!.physicalLocation
    return [properties.reference, artifactLocation.uri, region.startLine, baselineState ?? ''].join(' ')
  })

test('each finding names its file and line, and the SARIF is valid', async () => {
  const { upload, make } = await open()
  await upload({ 'src/zcl_orders.clas.abap': CLASS, 'src/zcl_orders.clas.locals_imp.abap': LOCALS })
  const { asset, sarif } = await make()
  assert.equal(asset.kind, 'findings')
  assert.deepEqual(listed(sarif).sort(), [
    'TABL:MARA src/zcl_orders.clas.locals_imp.abap 7 ',
    'TABL:VBAK src/zcl_orders.clas.abap 7 ',
  ])
  const schema = createRequire(import.meta.url).resolve('schemastore/schemas/json/sarif-2.1.0.json')
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
  ;(addFormats as unknown as (ajv: Ajv) => void)(ajv)
  const isValid = ajv.compile(JSON.parse(await readFile(schema, 'utf8')))
  assert.ok(isValid(sarif), JSON.stringify(isValid.errors, null, 2))
})

test('compared with an earlier export, only added findings are new', async () => {
  const { upload, make } = await open()
  await upload({ 'src/zcl_orders.clas.abap': CLASS })
  const { asset } = await make()
  await upload({ 'src/zcl_orders.clas.abap': `* A line.\n${CLASS}`, 'src/zcl_orders.clas.locals_imp.abap': LOCALS })
  const { sarif } = await make({ baseline_asset_id: asset.id })
  assert.deepEqual(listed(sarif).sort(), [
    'TABL:MARA src/zcl_orders.clas.locals_imp.abap 7 new',
    'TABL:VBAK src/zcl_orders.clas.abap 8 unchanged',
  ])
})

test('another tenant, a viewer and an invalid baseline are refused', async () => {
  const { tenant, id, headers, upload, make } = await open()
  await upload({ 'src/zcl_orders.clas.abap': CLASS })
  const refused = (status: number, code: string) => (error: unknown) =>
    error instanceof ApiError && error.status === status && error.code === code
  const body = { format: 'sarif' as const }
  const stranger = await evidenceTenant(app)
  const other = app.client(assets, stranger.tenant, 'admin')
  await assert.rejects(
    other.findings({ params: { id }, body, headers: stranger.at() }),
    refused(404, 'project_not_found'),
  )
  const viewer = app.client(assets, tenant.tenant, 'viewer')
  await assert.rejects(viewer.findings({ params: { id }, body, headers }), refused(403, 'role_required'))
  await assert.rejects(make({ baseline_asset_id: 'ast_none' }), refused(404, 'asset_not_found'))
})
