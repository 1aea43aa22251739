import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { openLog } from '../log.ts'
import { html } from '../pages/layout.ts'
import { createHttp, type Http } from './server.ts'
import { mountSite } from './site-routes.ts'
import { openWebFiles } from './web-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'veritrace-web-'))
const STORE = 'https://evidence.s3.test'
const BROWSER = { accept: 'text/html' }
let app: Http

before(async () => {
  app = await createHttp(readConfig([], {}), openLog('silent'))
  const page = { title: 'Query', description: 'A page.', body: html`<div id="app"></div>`, app: 'console' }
  const acting = { label: 'Uma', tenant: 'acme', workspace: 'acme', role: 'viewer', products: ['graph'] }
  const actingOf = async ({ headers }: { headers: { cookie?: string } }) => (headers.cookie ? acting : undefined)
  const pages = [{ path: '/console', render: async () => page }]
  const storeOf = async () => STORE
  mountSite(app, pages, { viewerOf: async () => undefined, web: { files: openWebFiles(folder), actingOf, storeOf } })
})
after(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = BROWSER) => app.inject({ url, headers })

test('without a build the page says that it was not built', async () => {
  const { statusCode, body } = await get('/console')
  assert.equal(statusCode, 503)
  assert.match(body, /has not been built/)
  assert.equal((await get('/assets/console-1.js', {})).json().code, 'route_not_found')
})

test('files of a later build are served, with the frame of the page', async () => {
  build('1')
  const { statusCode, body, headers } = await get('/console')
  assert.equal(statusCode, 200)
  assert.match(body, /<script type="module" src="\/assets\/console-1.js">/)
  assert.match(body, /<link rel="modulepreload" href="\/assets\/shared-1.js">/)
  assert.match(body, /<link rel="stylesheet" href="\/assets\/console-1.css">/)
  assert.match(body, /return_to=\/console"/)
  assert.doesNotMatch(body, /lazy|name="acting"/)
  const nonce = /nonce="([^"]+)"/.exec(body)![1]!
  assert.match(String(headers['content-security-policy']), /script-src 'self'; style-src 'self' 'nonce-/)
  assert.ok(String(headers['content-security-policy']).includes(nonce))
  assert.match(String(headers['content-security-policy']), /; connect-src 'self' https:\/\/evidence\.s3\.test;/)
  assert.notEqual(/nonce="([^"]+)"/.exec((await get('/console')).body)![1], nonce)
})

test('the page contains the user for its calls', async () => {
  const { body } = await get('/console', { ...BROWSER, cookie: 'session=1' })
  assert.match(body, /<meta name="acting" content="\{&#34;label&#34;:&#34;Uma&#34;/)
})

test('files are immutable and served compressed if the client accepts it', async () => {
  build('2')
  const plain = await get('/assets/console-2.js', {})
  assert.deepEqual([plain.statusCode, plain.body], [200, 'script 2'])
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal(plain.headers.vary, 'accept-encoding')
  const packed = await get('/assets/console-2.js', { 'accept-encoding': 'gzip, br' })
  assert.deepEqual([packed.headers['content-encoding'], packed.body], ['br', 'packed 2'])
  const other = await get('/assets/console-2.js', { 'accept-encoding': 'gzip' })
  assert.deepEqual([other.headers['content-encoding'], other.body], [undefined, 'script 2'])
})

test('a large file has Vary: accept-encoding once', async () => {
  build('4', 'x'.repeat(2_000))
  const { headers } = await get('/assets/console-4.js', {})
  assert.equal(headers.vary, 'accept-encoding')
})

test('only files in the manifest are served', async () => {
  build('3')
  writeFileSync(join(folder, 'assets/secret.js'), 'secret')
  for (const path of [
    'secret.js',
    '../built-from',
    '..%2fbuilt-from',
    '%2e%2e/.vite/manifest.json',
    'console-3.js.br',
    '',
  ])
    assert.equal((await get(`/assets/${path}`, {})).statusCode, 404, path)
})

function build(name: string, script = `script ${name}`): void {
  const chunk = (file: string, more: object = {}) => ({ file: `assets/${file}-${name}.js`, ...more })
  const manifest = {
    'src/console/main.tsx': chunk('console', {
      name: 'console',
      isEntry: true,
      imports: ['_shared'],
      css: [`assets/console-${name}.css`],
      dynamicImports: ['lazy'],
    }),
    _shared: chunk('shared'),
    lazy: chunk('lazy', { isDynamicEntry: true }),
  }
  mkdirSync(join(folder, 'assets'), { recursive: true })
  mkdirSync(join(folder, '.vite'), { recursive: true })
  writeFileSync(join(folder, 'built-from'), name)
  writeFileSync(join(folder, `assets/console-${name}.js`), script)
  writeFileSync(join(folder, `assets/console-${name}.js.br`), `packed ${name}`)
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  // Both builds may fall within one tick of the file system's clock.
  utimesSync(join(folder, '.vite/manifest.json'), Number(name), Number(name))
}
