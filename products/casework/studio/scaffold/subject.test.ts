// A template is offered only for artifacts that it fits, and uses them even if the source also uses others.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Scaffold, StudioPlan } from '@veritrace/contract/casework/studio-shapes'
import fc from 'fast-check'
import { type CaseworkApp, caseworkApp } from '../../testing.ts'
import { studioTenant } from '../testing.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})

const READ = 'SELECT vbeln FROM vbak INTO TABLE @DATA(orders).'
const TYPE = 'DATA row TYPE mara.'
const CALL = "CALL FUNCTION 'HOLIDAY_CALENDAR_GET'."
const sourceOf = (...lines: string[]) => ['REPORT zmixed.', ...lines, ''].join('\n')

test('a function module and a type are never rewritten as a SELECT', async () => {
  const { pipeline } = await studioTenant(app)
  for (const lines of [[CALL], [TYPE], [CALL, TYPE]]) {
    const made = await pipeline({ input: { kind: 'abap_source', content: sourceOf(...lines) } })
    const { plan, scaffold } = made.output as { plan: StudioPlan; scaffold?: Scaffold }
    for (const { template_ids } of plan.options) assert.ok(!template_ids.includes('replace-select'), lines.join())
    assert.notEqual(scaffold?.template_id, 'replace-select')
  }
})

test('each template finds its subject in a source, in any order of statements', async () => {
  const { classify, scaffold } = await studioTenant(app)
  const orders = fc.sample(fc.shuffledSubarray([READ, TYPE, CALL], { minLength: 3 }), 6)
  for (const lines of orders) {
    const { generation_id } = await classify({ kind: 'abap_source', content: sourceOf(...lines) }, { save: true })
    const select = await scaffold('replace-select', {}, { generation_id })
    assert.equal(select.params.table, 'VBAK', lines.join())
    assert.equal(select.params.entity, 'I_SALESDOCUMENT')
    const wrapper = await scaffold('wrapper-function-module', NAMES, { generation_id })
    assert.equal(wrapper.params.function, 'HOLIDAY_CALENDAR_GET')
  }
})

const NAMES = {
  interface: 'ZIF_ANY',
  class: 'ZCL_ANY',
  factory: 'ZCL_ANY_FACTORY',
  exception: 'ZCX_ANY',
  method: 'READ',
}
