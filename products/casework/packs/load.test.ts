import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadBuiltIn } from './built-in.ts'
import { digestOfFiles, type PackFiles } from './files/pack-files.ts'
import { unpack } from './files/upload.ts'
import { faultLine, loadFiles } from './load.ts'
import { decide } from './rules.ts'
import { smallPack } from './testing.ts'
import { isCompatible } from './versions.ts'

const filesOf = (texts: Record<string, string>): PackFiles =>
  new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]))
const faultsOf = (changes: Record<string, string | undefined>): string[] =>
  (loadFiles(filesOf(smallPack(changes))).faults ?? []).map(faultLine)

test('both built-in packs load, pass their own tests and have all parts', async () => {
  const packs = await loadBuiltIn()
  assert.deepEqual(
    packs.map((pack) => pack.ref.id),
    ['clean-core', 'vendor-trust'],
  )
  for (const pack of packs) {
    assert.ok(pack.tests.total >= 30 && pack.tests.passed === pack.tests.total, `${pack.ref.id} has too few tests`)
    for (const part of [
      'targets',
      'actions',
      'intents',
      'relations',
      'controls',
      'caseTypes',
      'guidance',
      'sources',
    ] as const)
      assert.ok(pack[part].length > 0, `${pack.ref.id} has no ${part}`)
    assert.match(pack.ref.digest, /^sha256:[0-9a-f]{64}$/)
    assert.ok(pack.ontology.length > 0 && pack.shapes.length > 0)
  }
  assert.equal(await loadBuiltIn(), packs)
})

test('a stale vendor is rated by the option of the workspace', async () => {
  const [, trust] = await loadBuiltIn()
  const given = { 'profile.state': 'stale', 'profile.confidence_band': 'high' }
  assert.equal(decide(trust!.tables.level!, { ...given, 'options.stale_band': 'low' }).then.code, 'low')
  assert.equal(decide(trust!.tables.level!, { ...given, 'options.stale_band': 'medium' }).then.code, 'medium')
})

test('a small pack of another domain loads, with defaults for missing parts', () => {
  const { pack } = loadFiles(filesOf(smallPack()))
  assert.deepEqual(pack?.tests, { passed: 2, total: 2 })
  assert.deepEqual([pack?.scheme.unknown, pack?.intents, pack?.targets[0]?.with_exemption], ['unknown', [], []])
})

test('the digest depends only on the files and their names', () => {
  const files = filesOf(smallPack())
  const reversed = new Map([...files].reverse())
  assert.equal(digestOfFiles(files), digestOfFiles(reversed))
  assert.notEqual(digestOfFiles(files), digestOfFiles(filesOf(smallPack({ 'ui.yaml': 'a: 1' }))))
})

test('all faults of a pack are reported at once, with file and place', () => {
  const faults = faultsOf({
    'targets.yaml': 'targets: [{ profile_id: home, label: Home, acceptable: [tasty], list: [] }]',
    'actions.yaml': 'actions: [{ id: eat',
    'scoring.yaml': undefined,
    'ui.yaml': `a: &a [x, x]\nb: &b [${'*a, '.repeat(9)}*a]\nc: [${'*b, '.repeat(60)}*b]\n`,
  })
  assert.deepEqual(
    faults.map((line) => line.slice(0, 48)),
    [
      'targets.yaml#targets.0.list: is not a known field',
      'actions.yaml: Flow map in block collection must b',
      'scoring.yaml: is missing',
      'ui.yaml: Excessive alias count indicates a resour',
    ].map((line) => line.slice(0, 48)),
  )
})

const WRONG: readonly [why: string, changes: Record<string, string | undefined>, faults: RegExp][] = [
  [
    'an unknown code',
    { 'targets.yaml': 'targets: [{ profile_id: shop, label: S, acceptable: [fine] }]' },
    /^targets.yaml#targets.0: fine is not a code/,
  ],
  ['no level table', { 'rules/level.yaml': undefined }, /^rules\/level.yaml: is missing/],
  [
    'an unknown action',
    {
      'rules/action.yaml': "id: f/a\nversion: '1'\ninputs: [code]\nrows: [{ id: A9, when: {}, then: { action: buy } }]",
    },
    /^rules\/action.yaml#rows.0.then.action: buy is not in actions.yaml/,
  ],
  [
    'a slow pattern',
    {
      'intents.yaml':
        'intents: [{ id: a, title: A, description: A, patterns: ["(a)\\\\1"], answer_kind: text, route: { method: GET, path: /a }, template: A }]',
    },
    /^intents.yaml#intents.0.patterns.0: it has a back-reference/,
  ],
  [
    'a pattern of an importer with a lookahead',
    { 'importers.yaml': "importers: { atc: { reference_patterns: ['^a', '(?=a)(?<name>a)'] } }" },
    /^importers.yaml#importers.atc.reference_patterns.1: it has a lookahead/,
  ],
  [
    'a namespace with an invalid pattern',
    { 'importers.yaml': "importers: { identity: { namespaces: [{ id: own, pattern: '(' }] } }" },
    /^importers.yaml#importers.identity.namespaces.0: a \( is not closed/,
  ],
  [
    'a parameter with a back-reference in its pattern',
    { 'templates/scaffold/x/template.yaml': "params: { properties: { name: { pattern: '^(a)\\1$' } } }" },
    /^templates\/scaffold\/x\/template.yaml#params.properties.name.pattern: it has a back-reference/,
  ],
  [
    'too many pattern steps in total',
    {
      'importers.yaml': `importers: { atc: { reference_patterns: [${Array.from({ length: 40 }, () => "'a{900}'").join()}] } }`,
    },
    /^pack.yaml: the patterns of the pack have more than 30000 steps/,
  ],
  [
    'a test that fails',
    { 'tests/level.yaml': '- { given: { taste.state: sweet }, expect: { code: bad } }' },
    /^tests\/level.yaml#0: expected code bad, but F1 gives good/,
  ],
  [
    'a test with an unknown input',
    { 'tests/level.yaml': '- { given: { taste: sweet }, expect: { code: bad } }' },
    /^tests\/level.yaml#0: taste is not an input of level/,
  ],
  [
    'a sample that is missing',
    {
      'sources.yaml':
        'sources: [{ id: s, kind: reference, title: S, uri: a, importer: i, license: { spdx: X, attribution: "", url: "", may_store_text: true, may_redistribute: true }, refresh_hours: 1, sample: a.json }]',
    },
    /^sources.yaml#sources.0.sample: sample\/a.json is missing/,
  ],
  ['guidance without front matter', { 'guidance/a.md': 'Text' }, /^guidance\/a.md: must begin with front matter/],
  [
    'another core',
    { 'pack.yaml': smallPack()['pack.yaml']!.replace('>=1.0 <2.0', '>=2.0') },
    /^pack.yaml#core_compat: does not include/,
  ],
]

test('an inconsistent pack is refused', () => {
  for (const [why, changes, fault] of WRONG) {
    const faults = faultsOf(changes)
    assert.equal(faults.length, 1, `${why}: ${faults.join('; ')}`)
    assert.match(faults[0]!, fault, why)
  }
})

test('a range of core versions matches if all its parts do', () => {
  assert.ok(isCompatible('>=1.0 <2.0', '1.4.2'))
  assert.ok(!isCompatible('>=1.0 <2.0', '2.0.0'))
  assert.ok(isCompatible('1.4.2', '1.4.2') && !isCompatible('>1.4.2', '1.4.2'))
})

test('a path outside the folder, too many files and non-packs are not unpacked', async () => {
  const sent = (files: unknown) => unpack(Buffer.from(JSON.stringify({ files })))
  assert.match((await sent({ '../pack.yaml': '' })).faults?.[0]?.message ?? '', /must not leave its folder/)
  assert.match((await sent({ '/etc/pack.yaml': '' })).faults?.[0]?.message ?? '', /a path must be relative/)
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, place) => [`${place}.md`, '']))
  assert.match((await sent(many)).faults?.[0]?.message ?? '', /more than 500 files/)
  assert.match((await unpack(Buffer.from('PK not a zip'))).faults?.[0]?.message ?? '', /end of central directory/i)
  assert.match((await unpack(Buffer.from('{"files": 3}'))).faults?.[0]?.message ?? '', /files must be object/)
})
