// The steering paper of the sample: two pages for decision makers, then the technical report.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assets } from '@veritrace/contract/casework/assets'
import { ApiError } from '@veritrace/contract/client'
import { extractText, getDocumentProxy } from 'unpdf'
import { evidenceTenant } from '../evidence/testing.ts'
import { type CaseworkApp, caseworkApp } from '../testing.ts'

let app: CaseworkApp
let open: Awaited<ReturnType<typeof evidenceTenant>>
let id: string

before(async () => {
  app = await caseworkApp()
  open = await evidenceTenant(app)
  const headers = open.at()
  id = (await open.projects().create({ body: { name: 'Sample', sample: true }, headers })).id
  const { items } = await open.evidence().list({ params: { id }, headers })
  for (const item of items) await open.run(item.id)
})

async function bytesOf(asset: { id: string }): Promise<Uint8Array> {
  const response = await fetch(`${app.url}/api/casework/projects/${id}/assets/${asset.id}/download`, {
    headers: { ...open.at(), authorization: `Bearer ${await app.key(open.tenant, 'viewer')}` },
  })
  return new Uint8Array(await response.arrayBuffer())
}

const files = () => app.client(assets, open.tenant, 'member')
const ask = { params: () => ({ id }), body: { template: 'executive', redact: false } as const }

async function pagesOf(): Promise<string[]> {
  const asset = await files().pdf({ params: ask.params(), body: ask.body, headers: open.at() })
  const { text } = await extractText(await getDocumentProxy(await bytesOf(asset)), { mergePages: false })
  return text
}

test('two pages show the choices, costs, risks and unknowns; the technical report follows', async () => {
  const [first = '', second = '', third = '', ...rest] = await pagesOf()
  for (const part of [
    /of 25 objects are acceptable/,
    /Options/,
    /Carry out the plan/,
    /Do nothing/,
    /Exempt everything/,
  ])
    assert.match(first, part)
  for (const part of [/Risks/, /Writes to SAP tables/, /Unknowns/]) assert.match(first, part)
  assert.match(second, /Decisions needed/)
  assert.match(second, /Carry out the plan \([\d.]+ to [\d.]+ days\)/)
  assert.match(second, /Next step\s*Start with “/)
  assert.match(third, /^Technical report\s+Contents/)
  assert.match(rest.at(-1)!, /Appendix: sources/)
  for (const page of [first, second]) assert.doesNotMatch(page, /sha256|→/, 'no digest and no sign without a glyph')
})

test('no page ends with a heading, and the contents list the page of each part', async () => {
  const pages = await pagesOf()
  const contents = /Contents[\s\S]*?Appendix.*/.exec(pages[2]!)?.[0] ?? ''
  const parts = [...contents.matchAll(/^(.+?)\s+(\d+)$/gm)].map(([, title, page]) => [title!, Number(page)] as const)
  assert.ok(parts.length >= 8, contents)
  for (const [title, page] of parts) assert.ok(pages[page - 1]!.includes(title), `${title} on page ${page}`)
  const headings = new Set(parts.map(([title]) => title))
  for (const page of pages) {
    const lines = page.split('\n').map((line) => line.trim())
    const last = lines.filter((line) => line && !/ of \d+$|report ·/.test(line)).at(-1)
    assert.ok(!headings.has(last ?? ''), `${last} is the last line of a page`)
  }
})

test('a report without a plan drafts the same one each time, and does not store it', async () => {
  const headers = open.at()
  const made = async () => files().report({ params: ask.params(), body: { ...ask.body, format: 'md' }, headers })
  const [one, two] = [await made(), await made()]
  assert.equal(one.sha256, two.sha256)
  assert.equal(one.source.plan_version_id, undefined)
  const text = Buffer.from(await bytesOf(one)).toString()
  assert.match(text, /work packages bring \d+ of 25 objects to the target in \d+ to \d+ person-days/)
  const types = text.indexOf('### Types')
  assert.ok(types > text.indexOf('### Writes to SAP tables') && types > text.indexOf('### Reads with a successor'))
})

test('another tenant gets no steering paper', async () => {
  const stranger = await evidenceTenant(app)
  await assert.rejects(
    app.client(assets, stranger.tenant, 'member').pdf({ params: { id }, body: ask.body, headers: stranger.at() }),
    (error: unknown) => error instanceof ApiError && error.status === 404,
  )
})
