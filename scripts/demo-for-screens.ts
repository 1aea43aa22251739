// Fills the demo with content for screenshots: a case with a plan in review, an untouched case, a bundle, two
// studio results and an invitation. Everything is created through the API, like by any client.
import { setTimeout as wait } from 'node:timers/promises'
import { access } from '@veritrace/contract/casework/access'
import { bundles } from '@veritrace/contract/casework/bundles'
import { casePlans } from '@veritrace/contract/casework/case-plans'
import { cases } from '@veritrace/contract/casework/cases'
import { projects } from '@veritrace/contract/casework/projects'
import { recommendations } from '@veritrace/contract/casework/recommendations'
import { runs } from '@veritrace/contract/casework/runs'
import { studio } from '@veritrace/contract/casework/studio'
import type { Client } from '@veritrace/contract/client'
import type { Resource } from '@veritrace/contract/endpoint'
import { workspaces } from '@veritrace/contract/workspaces'
import { demoApi } from '../test/browser/demo-api.ts'

export interface Filled {
  caseKey: string
  /** A case that was never investigated. */
  freshKey: string
  generation: string
  /** A generation with a wrapper around a function module. */
  wrapper: string
  /** Paths below `/`. */
  bundle: string
  invitation: string
}

const PATIENCE_MS = 180_000
const PLAN = {
  title: 'Orders first',
  from: 'accepted',
  objective: 'balanced',
  granularity: 'pattern',
  seed: 1,
} as const
const SOURCE = `REPORT zsd_open_orders.
DATA lv_since TYPE d.
lv_since = sy-datum - 30.
SELECT vbeln, erdat, kunnr FROM vbak WHERE erdat >= @lv_since INTO TABLE @DATA(lt_orders).
LOOP AT lt_orders INTO DATA(ls_order).
  SELECT SINGLE name1 FROM kna1 WHERE kunnr = @ls_order-kunnr INTO @DATA(lv_name).
  WRITE: / ls_order-vbeln, lv_name.
ENDLOOP.
`
const CALL = `REPORT zsd_document_read.
DATA ls_head TYPE vbak.
CALL FUNCTION 'SD_SALES_DOCUMENT_READ'
  EXPORTING
    document_number = '0000004711'
  IMPORTING
    evbak           = ls_head.
WRITE: / ls_head-vbeln, ls_head-netwr.
`
const WRAPPER = {
  function: 'SD_SALES_DOCUMENT_READ',
  interface: 'ZIF_SD_DOC',
  class: 'ZCL_SD_DOC',
  factory: 'ZCL_SD_DOC_FACTORY',
  exception: 'ZCX_SD_DOC',
  method: 'READ',
}

export async function fillDemo(url: string): Promise<Filled> {
  const to = <R extends Resource>(resource: R): Client<R> => demoApi(url, resource)
  const directory = until('the vendors', () => isThere(`${url}/vendors/hobbinlake`))
  const found = await until('the case of the demo', async () => (await to(cases).list()).items[0])
  await until('its run', async () => {
    const { items } = await to(runs).list({ params: { id: found.id } })
    return items.some(({ state }) => state === 'succeeded' || state === 'partial')
  })
  const proposed = await to(recommendations).list({ params: { id: found.id } })
  for (const { id, version } of proposed.items.slice(0, 4))
    await to(recommendations).decide({
      params: { id: found.id, recId: id },
      body: { status: 'accepted' },
      headers: { 'if-match': `"${version}"` },
    })
  const plan = await to(casePlans).generate({ params: { caseId: found.id }, body: PLAN })
  const bundle = await to(bundles).make({ params: { id: found.id }, body: { redact: false } })
  await to(casePlans).step({ params: { caseId: found.id, planId: plan.id }, body: { transition: 'submit' } })
  const project = (await to(projects).list()).items[0]!
  const fresh = await to(cases).create({
    body: {
      title: 'Calendar functions',
      project_id: project.id,
      scope: { artifact_ids: ['FUNC:HOLIDAY_CALENDAR_GET'] },
    },
  })
  const generation = await to(studio).pipeline({
    body: { input: { kind: 'abap_source', content: SOURCE }, save: true, title: 'Open orders' },
  })
  const wrapper = await to(studio).pipeline({
    body: {
      input: { kind: 'abap_source', content: CALL },
      template_id: 'wrapper-function-module',
      params: WRAPPER,
      save: true,
      title: 'Read a sales document',
    },
  })
  const { link } = await to(access).invite({ body: { email: 'grace@northwind.example', role: 'reviewer' } })
  await to(workspaces).create({ body: { id: 'merger-2027', name: 'Merger with Fabrikam' } })
  const { id } = await to(workspaces).create({ body: { id: 'trial', name: 'Trial of the new release' } })
  await to(workspaces).archive({ params: { id } })
  await directory
  return {
    caseKey: found.key,
    freshKey: fresh.key,
    generation: (generation as { id: string }).id,
    wrapper: (wrapper as { id: string }).id,
    bundle: pathOf(bundle.permalink, url),
    invitation: pathOf(link!, url),
  }
}

async function until<T>(what: string, look: () => Promise<T>): Promise<NonNullable<T>> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(300)) {
    const found = await look()
    if (found) return found
  }
  throw new Error(`${what} did not appear in time`)
}

async function isThere(address: string): Promise<boolean> {
  const response = await fetch(address)
  await response.body?.cancel()
  return response.ok
}

const pathOf = (link: string, base: string): string => new URL(link, base).pathname
