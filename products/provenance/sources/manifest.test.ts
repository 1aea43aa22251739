import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readManifest } from './manifest.ts'
import { securityTxtPolicies, statusApis } from './well-known.ts'

const AT = 'https://acme.example/.well-known/trust.json'
const read = (value: unknown) => readManifest(Buffer.from(JSON.stringify(value)), AT)

test('a manifest lists the vendor’s pages and certificates', () => {
  const { manifest, problems } = read({
    schema: 'trust/1',
    name: 'Acme',
    domain: 'Acme.Example',
    security_contact: 'mailto:security@acme.example',
    updated_at: '2026-10-01T08:00:00Z',
    sources: [
      { kind: 'subprocessors', url: '/legal/subprocessors?utm_source=x', title: 'Subprocessors' },
      { kind: 'trust_center', url: 'https://trust.acme.example/' },
    ],
    certificates: [
      { standard: 'ISO/IEC 27001:2022', number: 'IS 1', issuer: 'A body', valid_until: '2028-05-31', url: '/iso.pdf' },
    ],
    more: 'of our own',
  })
  assert.deepEqual(problems, [])
  assert.equal(manifest?.domain, 'acme.example')
  assert.deepEqual(manifest?.sources, [
    { kind: 'subprocessors', url: 'https://acme.example/legal/subprocessors', title: 'Subprocessors' },
    { kind: 'trust_center', url: 'https://trust.acme.example/', title: '' },
  ])
  assert.deepEqual(manifest?.certificates, [
    {
      standard: 'ISO/IEC 27001:2022',
      number: 'IS 1',
      issuer: 'A body',
      valid_from: '',
      valid_until: '2028-05-31',
      url: 'https://acme.example/iso.pdf',
    },
  ])
})

test('valid parts of a manifest are used, and errors are reported with their pointer', () => {
  const { manifest, problems } = read({
    name: 7,
    updated_at: 'yesterday',
    sources: [
      { kind: 'gossip', url: '/x' },
      { kind: 'dpa', url: 'ftp://acme.example/dpa' },
      'no',
      { kind: 'dpa', url: '/dpa' },
    ],
    certificates: [{ number: '1' }, { standard: 'SOC 2', valid_until: '2026-02-31T' }],
  })
  assert.deepEqual(
    manifest?.sources.map(({ url }) => url),
    ['https://acme.example/dpa'],
  )
  assert.deepEqual(
    manifest?.certificates.map(({ standard, url }) => [standard, url]),
    [['SOC 2', '']],
  )
  assert.deepEqual(problems.map(({ pointer }) => pointer).sort(), [
    '/certificates/0/standard',
    '/certificates/1/valid_until',
    '/name',
    '/sources/0/kind',
    '/sources/1/url',
    '/sources/2',
    '/updated_at',
  ])
})

test('a manifest that is too large, of another version or no object is not used', () => {
  for (const value of [[], 'text', null, { schema: 'trust/2', sources: [] }, { name: 'x'.repeat(70_000) }]) {
    const { manifest, problems } = read(value)
    assert.equal(manifest, undefined)
    assert.equal(problems.length, 1)
  }
  assert.equal(readManifest(Buffer.from('{'), AT).manifest, undefined)
  const many = read({ sources: Array.from({ length: 500 }, (_, at) => ({ kind: 'dpa', url: `/${at}` })) })
  assert.deepEqual([many.manifest?.sources.length, many.problems.map(({ pointer }) => pointer)], [100, ['/sources']])
})

test('the policies of a security.txt are read', () => {
  const text =
    '# x\nContact: mailto:s@acme.example\r\nPolicy: /disclosure\nPOLICY: https://acme.example/bounty\nCanonical: https://acme.example/.well-known/security.txt\nPolicy: not an address here'
  assert.deepEqual(securityTxtPolicies(text, 'https://acme.example/.well-known/security.txt'), [
    'https://acme.example/disclosure',
    'https://acme.example/bounty',
  ])
})

test('the JSON APIs of a status page are tried first', () => {
  assert.deepEqual(statusApis('https://status.acme.example/history'), [
    'https://status.acme.example/api/v2/summary.json',
    'https://status.acme.example/api/v1/status.json',
  ])
})
