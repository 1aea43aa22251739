import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalAddress, ownerOf, sameAddress } from './address.ts'
import { classify } from './classify.ts'

const BY_ADDRESS: readonly [path: string, kind: string][] = [
  ['/', 'homepage'],
  ['/en', 'homepage'],
  ['/index.html', 'homepage'],
  ['/security', 'security'],
  ['/en-us/security/', 'security'],
  ['/security.html', 'security'],
  ['/company/data-security', 'security'],
  ['/security-practices', 'security'],
  ['/sicherheit', 'security'],
  ['/trust', 'trust_center'],
  ['/trust-center', 'trust_center'],
  ['/trust-and-safety', 'trust_center'],
  ['https://trust.acme.example/', 'trust_center'],
  ['https://trust.acme.example/documents', 'trust_center'],
  ['https://trust.acme.example/subprocessors', 'subprocessors'],
  ['https://status.acme.example/', 'status'],
  ['/status', 'status'],
  ['/legal/sub-processors', 'subprocessors'],
  ['/legal/Sub_Processors.pdf', 'subprocessors'],
  ['/hc/en-us/articles/360001-List-of-Subprocessors', 'subprocessors'],
  ['/subprocessors/eu', 'subprocessors'],
  ['/de/unterauftragsverarbeiter', 'subprocessors'],
  ['/dpa', 'dpa'],
  ['/legal/customer-dpa', 'dpa'],
  ['/legal/data-processing-addendum', 'dpa'],
  ['/docs/legal/data-processing-agreement.pdf', 'dpa'],
  ['/privacy', 'privacy'],
  ['/privacy-policy', 'privacy'],
  ['/datenschutz', 'privacy'],
  ['/gdpr', 'compliance'],
  ['/compliance', 'compliance'],
  ['/soc2', 'compliance'],
  ['/security/compliance', 'compliance'],
  ['/responsible-disclosure', 'vulnerability_disclosure'],
  ['/security/bug-bounty', 'vulnerability_disclosure'],
  ['/.well-known/security.txt', 'security_txt'],
  ['/security.txt', 'security_txt'],
  ['/legal/ai-policy', 'ai_policy'],
  ['/ai-transparency', 'ai_transparency'],
  ['/responsible-ai', 'responsible_ai'],
  ['/research/model-card', 'model_card'],
  ['/legal/acceptable-use-policy', 'acceptable_use'],
  ['/data-residency', 'data_residency'],
  ['/terms', 'terms'],
  ['/pricing', ''],
  ['/blog/why-security-matters', 'blog'],
  ['https://blog.acme.example/security', 'blog'],
  ['/news/soc2', 'blog'],
  ['/docs/api/security', 'docs'],
  ['https://docs.acme.example/privacy', 'docs'],
  ['/solutions/security', ''],
  ['/careers/security', ''],
  ['/integrations/status', ''],
  ['/customers/trust', ''],
  ['/product/secure-checkout', ''],
  ['/%E0%A4%A', ''],
]
for (const [path, kind] of BY_ADDRESS)
  test(`by its address, ${path} is classified as ${kind || 'nothing'}`, () => {
    assert.equal(classify({ url: new URL(path, 'https://www.acme.example').href, title: '' }), kind)
  })

const BY_WORDS: readonly [anchor: string, title: string, text: string, kind: string][] = [
  ['Subprocessors', '', '', 'subprocessors'],
  ['Our sub-processors', '', '', 'subprocessors'],
  ['Sous-traitants', '', '', 'subprocessors'],
  ['Data Processing Addendum', '', '', 'dpa'],
  ['DPA', '', '', 'dpa'],
  ['Trust Center', '', '', 'trust_center'],
  ['Trust & Security', '', '', 'trust_center'],
  ['System status', '', '', 'status'],
  ['Status', '', '', 'status'],
  ['Report a vulnerability', '', '', 'vulnerability_disclosure'],
  ['Security', '', '', 'security'],
  ['Sicherheit', '', '', 'security'],
  ['Datenschutzerklärung', '', '', 'privacy'],
  ['GDPR', '', '', 'compliance'],
  ['How we use AI', '', '', 'ai_transparency'],
  ['', 'Security | Acme', '', 'security'],
  ['', 'Acme – Data Processing Agreement', '', 'dpa'],
  ['', 'Subprocessors: Acme', '', 'subprocessors'],
  ['', '', 'Subprocessors\nWe use the following…', 'subprocessors'],
  ['Home security cameras', '', '', ''],
  ['Learn more', 'Acme', 'Welcome', ''],
  ['', 'Order status and returns', '', ''],
]
for (const [anchor, title, text, kind] of BY_WORDS)
  test(`a page called "${anchor || title || text.split('\n')[0]}" is classified as ${kind || 'nothing'}`, () => {
    assert.equal(classify({ url: 'https://acme.example/page/17', title, anchor, text }), kind)
  })

test('addresses are normalized: no tracking, no fragment, no credentials, only http and https', () => {
  for (const [raw, normal] of [
    ['HTTPS://Acme.Example:443/a?utm_source=x&b=1&gclid=2#c', 'https://acme.example/a?b=1'],
    ['/a?fbclid=1', 'https://acme.example/a'],
    ['https://user:word@acme.example/', 'https://acme.example/'],
    ['//acme.example/x y', 'https://acme.example/x%20y'],
    ['mailto:security@acme.example', undefined],
    ['javascript:alert(1)', undefined],
    ['https://', undefined],
    [`https://acme.example/${'a'.repeat(3_000)}`, undefined],
  ])
    assert.equal(normalAddress(raw!, 'https://acme.example/'), normal)
})

test('equivalent addresses have the same key', () => {
  const same = ['https://acme.example/a', 'http://www.acme.example/a/', 'https://acme.example/a/index.html']
  assert.equal(new Set(same.map(sameAddress)).size, 1)
  assert.notEqual(sameAddress('https://acme.example/a'), sameAddress('https://acme.example/a?page=2'))
})

test('the owner of a host is its registrable domain, and hosting services do not own hosts of customers', () => {
  for (const [url, owner] of [
    ['https://trust.acme.example/', 'acme.example'],
    ['https://acme.co.uk/', 'acme.co.uk'],
    ['https://acme.github.io/', 'acme.github.io'],
    ['http://status.acme.localhost:8080/', 'acme.localhost'],
    ['http://127.0.0.1/', '127.0.0.1'],
  ])
    assert.equal(ownerOf(url!), owner)
})
