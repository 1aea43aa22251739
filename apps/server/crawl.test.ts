// The command that crawls one vendor, as people run it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import type { WriteStream } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { readConfig } from '@veritrace/platform/config/config'
import { testDatabaseUrl } from '@veritrace/platform/testing/db'
import type { FoundByCrawl } from '@veritrace/provenance'
import { openLine, report } from './crawl-report.ts'
import { runCrawl } from './crawl-run.ts'

const PAGES: Record<string, string> = {
  '/': '<title>Acme</title><h1>Acme</h1><p>We make things.</p><footer><a href="/security">Security</a></footer>',
  '/security': `<title>Security</title><h1>Security</h1><p>Acme is SOC 2 Type II certified.</p><p>${'We take care of what our customers trust us with. '.repeat(12)}</p>`,
}
let server: Server
let url: string
const folder = mkdtempSync(join(tmpdir(), 'veritrace-crawl-'))
before(async () => {
  server = createServer((request, response) => {
    const body = PAGES[request.url ?? '']
    response.writeHead(body ? 200 : 404, { 'content-type': 'text/html' }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
after(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  rmSync(folder, { recursive: true, force: true })
})

/** A stream that records its output, as a terminal or a pipe. */
function listening(isTTY = false) {
  let text = ''
  const to = { isTTY, columns: 40, write: (more: string) => (text += more) } as unknown as WriteStream
  return { to, text: () => text }
}

// It uses a separate embedded database, whatever database the other tests use.
const skip = testDatabaseUrl() ? 'done once, on the embedded database' : false

test('an unknown vendor is added, crawled and reported with its sentences', { skip }, async () => {
  const [out, err] = [listening(), listening()]
  const env = { OUTSIDE_ALLOW: '127.0.0.1/32', CRAWL_DELAY_MS: '0' }
  const settings = () => readConfig(['--data-dir', folder], env)
  const order = { name: url, json: false, server: undefined }
  assert.equal(await runCrawl(settings, order, { out: out.to, err: err.to }), 0, err.text())
  assert.match(err.text(), /^Looking for pages at http:\/\/127\.0\.0\.1/m)
  assert.match(out.text(), /new in the directory/)
  assert.match(out.text(), /“Acme is SOC 2 Type II certified\.”\n {4}http:\/\/127\.0\.0\.1:\d+\/security/)
})

test('without arguments the usage is printed', { skip }, async () => {
  const command = fileURLToPath(new URL('./crawl.ts', import.meta.url))
  const child = spawn(process.execPath, [command], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [[code], err] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  assert.equal(code, 2)
  assert.match(err, /^Usage: npm run crawl/)
})

const FOUND: FoundByCrawl = {
  jobId: 'crj_1',
  status: 'succeeded',
  detail: '',
  added: 1,
  vendor: { slug: 'acme', display_name: 'Ac\u001b[31mme', primary_domain: 'acme.example', isNew: false },
  outcomes: [
    {
      jobId: 'crj_2',
      sourceId: 'src_1',
      url: 'https://acme.example/security',
      kind: 'security',
      status: 'failed',
      errorClass: 'http_403',
      detail: 'The host refuses access to the page (403).',
      retryable: false,
      httpStatus: 403,
      snapshotId: null,
      claims: 0,
    },
  ],
  claims: [
    {
      category: 'certification',
      value: 'soc2_type2',
      state: 'affirmed',
      snippet: 'We are\u0007 SOC 2\u001b]0;owned\u0007 certified.\r\nReally.',
      source_url: 'https://acme.example/security',
      confidence: 0.8,
    },
  ],
}

test('text of a page cannot move the cursor of the terminal', () => {
  const text = report(FOUND, 80)
  const isControl = (character: string): boolean => character !== '\n' && /\p{Cc}/u.test(character)
  assert.deepEqual([...text].filter(isControl), [])
  assert.match(text, /failed \(http_403\)/)
  assert.match(text, /“We are SOC 2 certified\. Really\.”/)
})

test('a terminal shows one changing line; other outputs get a line per page', () => {
  const written = (isTTY: boolean, isQuiet = false): string => {
    const { to, text } = listening(isTTY)
    const line = openLine(to, isQuiet)
    line.tell({ step: 'reading', url: 'https://acme.example/a-very-long-address/of-a-page', kind: 'dpa', at: 1, of: 2 })
    line.tell({ step: 'read', outcome: FOUND.outcomes[0]!, at: 1, of: 2 })
    line.end()
    return text()
  }
  const clear = '\r\u001b[2K'
  assert.equal(written(true), `${clear}[1/2] dpa https://acme.example/a-very-…${clear}`)
  assert.equal(written(false), '[1/2] failed (http_403) security https://acme.example/security\n')
  assert.equal(written(false, true), '')
})
