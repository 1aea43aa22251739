import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '@veritrace/platform/testing/cpu'
import { type FetchedPage, judge } from './judge.ts'

const words = (count: number, seed = 'word'): string =>
  Array.from({ length: count }, (_, at) => `${seed}${at * 7}`).join(' ')
const html = (title: string, body: string, head = ''): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`
const page = (fields: Partial<FetchedPage> = {}): FetchedPage => {
  const url = fields.url ?? 'https://acme.example/legal/security'
  return {
    url,
    finalUrl: url,
    status: 200,
    headers: {},
    body: html('Security', `<h1>Security</h1><p>${words(400)}</p>`),
    ...fields,
  }
}
const missing = (body: string, status = 200) => ({ status, finalUrl: 'https://acme.example/legal/no-such-page', body })
const CHROME = `<nav>${words(30, 'menu')}</nav>`

test('a real page is accepted, alone and with any baseline', () => {
  assert.deepEqual(judge(page()), { verdict: 'ok', signals: [] })
  const lost = html('Acme', `${CHROME}<h1>Oops</h1>`)
  assert.equal(judge(page(), missing(lost)).verdict, 'ok')
  assert.equal(judge(page(), missing(page().body, 404)).verdict, 'ok')
})

const SOFT: readonly [
  shows: string,
  fields: Partial<FetchedPage>,
  baseline: ReturnType<typeof missing> | undefined,
  signals: string[],
][] = [
  [
    'looks like what the host shows for an address that cannot exist',
    { body: html('Acme', `${CHROME}<p>${words(200)} legal security</p>`) },
    missing(html('Acme', `${CHROME}<p>${words(200)} nosuch page</p>`)),
    ['like_missing_page'],
  ],
  ['was redirected to the front page', { finalUrl: 'https://www.acme.example/' }, undefined, ['redirected_home']],
  [
    'was redirected to the front page of a language',
    { finalUrl: 'https://acme.example/en/' },
    undefined,
    ['redirected_home'],
  ],
  [
    'was redirected far up, to a target of other redirects',
    { url: 'https://acme.example/legal/eu/security', finalUrl: 'https://acme.example/support', sameTarget: 2 },
    undefined,
    ['redirected_up', 'shared_redirect'],
  ],
  [
    'was redirected to the same target as an address that cannot exist',
    { finalUrl: 'https://acme.example/legal/overview' },
    { status: 200, finalUrl: 'https://acme.example/legal/overview', body: '' },
    ['redirected_like_missing_page'],
  ],
  [
    'briefly says that it was not found',
    { body: html('Page not found | Acme', `<h1>Oh no</h1>${words(40)}`) },
    undefined,
    ['says_not_found', 'short'],
  ],
  [
    'says at length that it was not found, and names the front page as its address',
    {
      body: html(
        'Acme',
        `<h1>Seite nicht gefunden</h1>${words(500)}`,
        '<link href="https://acme.example/" rel="canonical">',
      ),
    },
    undefined,
    ['canonical_home', 'says_not_found'],
  ],
]
for (const [shows, fields, baseline, signals] of SOFT)
  test(`a page that ${shows} is a soft 404`, () => {
    assert.deepEqual(judge(page(fields), baseline), { verdict: 'soft_404', signals })
  })

const NOT_FOUND = [
  ...['404', 'Error 404', 'Not Found', 'Page could not be found', 'This page doesn’t exist', 'Seite nicht gefunden'],
  ...[
    'Page introuvable',
    'Página no encontrada',
    'Pagina non trovata',
    'Pagina niet gevonden',
    'Página não encontrada',
  ],
]
test('missing pages are recognized in seven languages, by title or headline', () => {
  for (const text of NOT_FOUND) {
    assert.equal(judge(page({ body: html(text, words(20)) })).verdict, 'soft_404', text)
    assert.equal(
      judge(page({ body: html('Acme', `<h1><span>${text}</span></h1>${words(20)}`) })).verdict,
      'soft_404',
      text,
    )
  }
})

const FINE: readonly [shows: string, fields: Partial<FetchedPage>][] = [
  ['moved to its own host', { finalUrl: 'https://trust.acme.example/' }],
  ['moved to another folder', { finalUrl: 'https://acme.example/security' }],
  ['moved up one step', { finalUrl: 'https://acme.example/legal/' }],
  [
    'is the front page',
    { url: 'https://acme.example/', body: html('Acme', words(300), '<link rel=canonical href="/">') },
  ],
  [
    'names itself as its address',
    { body: html('Security', words(300), '<link rel="canonical" href="https://acme.example/legal/security">') },
  ],
  ['writes about error 404 at length', { body: html('404 pages and what they tell', words(600)) }],
  ['is short', { body: html('Subprocessors', '<ul><li>One</li><li>Two</li></ul>') }],
  [
    'has a captcha in its contact form',
    { body: html('Contact security', `<form class="g-captcha">${words(300)}</form>`) },
  ],
  [
    'speaks about humans and robots',
    { body: html('Security', `We never ask visitors to verify you are human. ${words(300)}`) },
  ],
]
for (const [shows, fields] of FINE)
  test(`a page that ${shows} is accepted`, () => {
    assert.equal(judge(page(fields)).verdict, 'ok', JSON.stringify(judge(page(fields)).signals))
  })

const CHALLENGES: readonly [shows: string, fields: Partial<FetchedPage>][] = [
  ['asks to wait', { body: html('Just a moment...', '<h2>Checking</h2>') }],
  ['asks for a human', { body: html('acme.example', '<p>Please verify you are human to go on.</p>') }],
  ['shows a captcha', { body: html('acme.example', '<form id="challenge-form" action="/x"></form>') }],
  ['is announced in a header', { headers: { 'CF-Mitigated': 'challenge' }, status: 403 }],
  ['is a short refusal of a proxy', { status: 403, headers: { 'cf-ray': '1' }, body: '<html><body>No</body></html>' }],
]
for (const [shows, fields] of CHALLENGES)
  test(`a challenge that ${shows} is not a page`, () => {
    assert.equal(judge(page(fields)).verdict, 'challenge_page')
  })

const SHELL = html(
  'Acme',
  '<div id="root"></div><noscript>Please enable JavaScript.</noscript><script src="/app.js"></script>',
)
test('an empty app shell needs a browser and does not count as missing', () => {
  assert.deepEqual(judge(page({ body: SHELL })), { verdict: 'needs_browser', signals: ['empty_shell'] })
  assert.equal(judge(page({ body: SHELL }), missing(SHELL)).verdict, 'needs_browser')
  const waiting = html('Acme', '<div id="app" class="x"><p>Loading…</p></div><script src="/app.js"></script>')
  assert.equal(judge(page({ body: waiting })).verdict, 'needs_browser')
  const filled = html('Acme', `<div id="app"><p>${words(40)}</p></div><script src="/app.js"></script>`)
  assert.equal(judge(page({ body: filled })).verdict, 'ok')
})

test('a page with enough unique content is accepted, however long its menu is', () => {
  const menu = `<div>${words(3_000, 'menu')}</div>`
  const body = html('Security', `${menu}<p>${words(120)}</p>`)
  assert.equal(judge(page({ body }), missing(html('Acme', `${menu}<p>Nothing here</p>`))).verdict, 'ok')
})

test('a page of 100 KB is judged in less than 5 ms', () => {
  const body = html(
    'Security',
    `<div class="wrap">${'<p class="text">Data is <b>encrypted</b> at rest &amp; in transit.</p>'.repeat(1_500)}${words(2_000)}</div>`,
  )
  assert.ok(body.length > 100_000)
  const baseline = missing(html('Acme', words(5_000, 'other')))
  for (let at = 0; at < 20; at++) judge(page({ body }), baseline)
  const took = Array.from({ length: 15 }, () => {
    const began = performance.now()
    judge(page({ body }), baseline)
    return performance.now() - began
  }).toSorted((one, other) => one - other)
  assert.ok(took[0]! < 5, `${took[0]} ms`)
})

test('hostile markup is judged in linear time', async () => {
  const took = (part: string, length: number) => cpuMs(() => judge(page({ body: part.repeat(length / part.length) })))
  for (const part of ['<', '<link ', '<h1>', '<noscript>', '<form ', '<script']) {
    const quarter = await took(part, 100_000)
    const whole = await took(part, 400_000)
    // A busy machine is slower, but four times the input must not take much more than four times as long.
    const most = Math.max(500, 6 * quarter)
    assert.ok(whole < most, `${part} took ${whole.toFixed(0)} ms, and a quarter of it ${quarter.toFixed(0)} ms`)
  }
})
