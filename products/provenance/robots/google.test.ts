// The cases of Google's public robots.txt parser, in the order of its tests. Two differ: addresses are always encoded
// here, because they are `URL` objects, and unneeded escapes are decoded, as RFC 9309 §2.2.2 requires.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf } from './lines.ts'
import { plainForm } from './octets.ts'
import { decide } from './robots.ts'
import { allows, robotsOf } from './testing.ts'

/** Paths under `+` may be read, paths under `-` may not. */
function expect(file: string, agent: string, may: Readonly<Partial<Record<'+' | '-', readonly string[]>>>): void {
  for (const sign of ['+', '-'] as const)
    for (const path of may[sign] ?? [])
      assert.equal(allows(file, agent, path), sign === '+', `${agent} ${path}\n${file}`)
}

test('SystemTest: an empty file allows everything, and so does any file for an agent without a name', () => {
  const closed = 'user-agent: ant\ndisallow: /\n'
  expect('', 'ant', { '+': ['/'] })
  expect(closed, '', { '+': ['/'] })
  expect(closed, 'ant', { '-': ['/'] })
  expect('', '', { '+': ['/'] })
})

test('LineSyntax_Line: a missing colon is tolerated, an unknown line is ignored', () => {
  expect('user-agent: ant\ndisallow: /\n', 'ant', { '-': ['/x/y'] })
  expect('foo: ant\nbar: /\n', 'ant', { '+': ['/x/y'] })
  expect('user-agent ant\ndisallow /\n', 'ant', { '-': ['/x/y'] })
  expect('user-agent ant\ndisallow / all of it\n', 'ant', { '+': ['/x/y'] })
})

test('LineSyntax_Groups: groups of one agent are merged, empty lines end no group, early rules are ignored', () => {
  const file = [
    'allow: /early/',
    '',
    ...['user-agent: ant', 'disallow: /', 'allow: /x/'],
    ...['user-agent: bee', 'disallow: /', 'allow: /y/', '', '', 'allow: /w/'],
    ...['user-agent: cat', '', 'user-agent: ant', 'allow: /z/', 'disallow: /'],
  ].join('\n')
  expect(file, 'ant', { '+': ['/x/b', '/z/d'], '-': ['/y/c', '/early/'] })
  expect(file, 'bee', { '+': ['/y/c', '/w/a'], '-': ['/z/d', '/early/'] })
  expect(file, 'cat', { '+': ['/z/d'], '-': ['/early/'] })
})

test('LineSyntax_Groups_OtherRules: a sitemap or an unknown line ends no group', () => {
  for (const other of ['Sitemap: https://site.example/sitemap', 'Invalid-Unknown-Line: unknown'])
    for (const agent of ['ant', 'bee'])
      expect(`User-agent: ant\n${other}\nUser-agent: *\nDisallow: /\n`, agent, { '-': ['/'] })
})

test('REPLineNamesCaseInsensitive: keys are case-insensitive', () => {
  for (const [agent, allow, disallow] of [
    ['USER-AGENT', 'ALLOW', 'DISALLOW'],
    ['user-agent', 'allow', 'disallow'],
    ['uSeR-aGeNt', 'AlLoW', 'dIsAlLoW'],
  ])
    expect(`${agent}: ant\n${allow}: /x/\n${disallow}: /\n`, 'ant', { '+': ['/x/y'], '-': ['/a/b'] })
})

test('VerifyValidUserAgentsToObey: a token has only a-z, A-Z, dashes and underscores', () => {
  const obeyed = (agent: string): boolean => !allows(`User-agent: ${agent}\nDisallow: /`, agent, '/')
  for (const agent of ['Ant', 'Ant-Bee', 'Ant_Bee']) assert.ok(obeyed(agent), agent)
  for (const agent of ['', 'ツ', 'Ant*', ' Ant ', 'Ant Bee']) assert.ok(!obeyed(agent), agent)
})

test('UserAgentValueCaseInsensitive: values of user-agent lines are case-insensitive', () => {
  for (const value of ['ANT BEE', 'ant bee', 'aNt BeE'])
    for (const agent of ['Ant', 'ant'])
      expect(`User-Agent: ${value}\nAllow: /x/\nDisallow: /\n`, agent, { '+': ['/x/y'], '-': ['/a/b'] })
})

test('AcceptUserAgentUpToFirstSpace: the first word is the agent, and an agent of two words matches nothing', () => {
  const file = 'User-Agent: *\nDisallow: /\nUser-Agent: Ant Bee\nAllow: /x/\nDisallow: /\n'
  expect(file, 'Ant', { '+': ['/x/y'] })
  expect(file, 'Ant Bee', { '-': ['/x/y'] })
  expect('User-Agent: * everyone\nDisallow: /\n', 'ant', { '-': ['/x'] })
  expect('User-Agent: *bot\nDisallow: /\n', 'ant', { '+': ['/x'] })
})

test('GlobalGroups_Secondary: the global group applies to agents without their own group', () => {
  expect('', 'ant', { '+': ['/x/y'] })
  const global = 'user-agent: *\nallow: /\nuser-agent: ant\ndisallow: /\n'
  expect(global, 'ant', { '-': ['/x/y'] })
  expect(global, 'bee', { '+': ['/x/y'] })
  const named = 'user-agent: ant\nallow: /\nuser-agent: bee\ndisallow: /\nuser-agent: cat\ndisallow: /\n'
  expect(named, 'dog', { '+': ['/x/y'] })
})

test('AllowDisallow_Value_CaseSensitive: paths are case-sensitive', () => {
  expect('user-agent: ant\ndisallow: /x/\n', 'ant', { '-': ['/x/y'] })
  expect('user-agent: ant\ndisallow: /X/\n', 'ant', { '+': ['/x/y'] })
})

const LONGEST: readonly [rules: string, may: Parameters<typeof expect>[2]][] = [
  ['disallow: /x/page.html\nallow: /x/', { '-': ['/x/page.html'] }],
  ['allow: /x/page.html\ndisallow: /x/', { '+': ['/x/page.html'], '-': ['/x/'] }],
  ['disallow: \nallow: ', { '+': ['/x/page.html'] }],
  ['disallow: /\nallow: /', { '+': ['/x/page.html'] }],
  ['disallow: /x\nallow: /x/', { '-': ['/x'], '+': ['/x/'] }],
  ['disallow: /x/page.html\nallow: /x/page.html', { '+': ['/x/page.html'] }],
  ['allow: /page\ndisallow: /*.html', { '-': ['/page.html'], '+': ['/page'] }],
  ['allow: /x/page.\ndisallow: /*.html', { '+': ['/x/page.html'], '-': ['/x/y.html'] }],
]
test('LongestMatch: the rule with the most octets decides, and allow wins among equals', () => {
  for (const [rules, may] of LONGEST) expect(`user-agent: ant\n${rules}\n`, 'ant', may)
  expect('User-agent: *\nDisallow: /x/\nUser-agent: ant\nDisallow: /y/\n', 'ant', {
    '+': ['/x/page'],
    '-': ['/y/page'],
  })
})

test('Encoding: a query stays unchanged, non-ASCII text is encoded, and unneeded escapes are decoded', () => {
  const only = (path: string): string => `User-agent: ant\nDisallow: /\nAllow: ${path}\n`
  const query = '/a/b?c=d&e=http://f.example?g&h'
  expect(only(query), 'ant', { '+': [query] })
  expect(only('/a/b/ツ'), 'ant', { '+': ['/a/b/%E3%83%84'] })
  expect(only('/a/b/%E3%83%84'), 'ant', { '+': ['/a/b/%E3%83%84'] })
  expect(only('/a/b/%62%61%7A'), 'ant', { '+': ['/a/b/%62%61%7A', '/a/b/baz'] })
})

test('SpecialCharacters: star, dollar and hash', () => {
  expect('User-agent: ant\nDisallow: /a/b/quz\nAllow: /a/*/qux\n', 'ant', {
    '-': ['/a/b/quz'],
    '+': ['/a/quz', '/a//quz', '/a/bax/quz'],
  })
  expect('User-agent: ant\nDisallow: /a/b$\nAllow: /a/b/qux\n', 'ant', {
    '-': ['/a/b'],
    '+': ['/a/b/qux', '/a/b/', '/a/b/baz'],
  })
  expect('User-agent: ant\n# Disallow: /\nDisallow: /a/quz#qux\nAllow: /\n', 'ant', { '+': ['/a/b'], '-': ['/a/quz'] })
})

test('IndexHTMLisDirectory: allowing the index of a folder allows the folder', () => {
  expect('User-Agent: *\nAllow: /open/index.html\nDisallow: /\n', 'ant', {
    '+': ['/open/', '/open/index.html'],
    '-': ['/open/index.htm', '/open/other', '/elsewhere'],
  })
  expect('User-Agent: *\nDisallow: /shut/index.html\n', 'ant', { '+': ['/shut/'], '-': ['/shut/index.html'] })
})

test('LineTooLong: a line is cut after 8 times 2083 octets', () => {
  const longest = 2083 * 8
  const filled = (name: string, letter: string): string =>
    '/x/'.padEnd(longest - '/x/'.length - name.length + 1, letter)
  const shut = filled('disallow: ', 'a')
  expect(`user-agent: ant\ndisallow: ${shut}/qux\n`, 'ant', { '+': ['/fux'], '-': [`${shut}/fux`] })
  const [a, b] = [filled('allow: ', 'a'), filled('allow: ', 'b')]
  expect(`user-agent: ant\ndisallow: /\nallow: ${a}/qux\nallow: ${b}/qux\n`, 'ant', {
    '-': ['/'],
    '+': [`${a}/qux`, `${b}/fux`],
  })
})

const FISH = [
  '/fish',
  '/fish.html',
  '/fish/salmon.html',
  '/fishheads',
  '/fishheads/yummy.html',
  '/fish.html?id=anything',
]
const DOCUMENTED: readonly [allowed: string, may: Parameters<typeof expect>[2]][] = [
  ['/fish', { '+': FISH, '-': ['/bar', '/Fish.asp', '/catfish', '/?id=fish'] }],
  ['/fish*', { '+': FISH, '-': ['/bar', '/Fish.bar', '/catfish', '/?id=fish'] }],
  [
    '/fish/',
    {
      '+': ['/fish/', '/fish/salmon', '/fish/?salmon', '/fish/salmon.html', '/fish/?id=anything'],
      '-': ['/bar', '/fish', '/fish.html', '/Fish/Salmon.html'],
    },
  ],
  [
    '/*.php',
    {
      '+': [
        ...['/filename.php', '/folder/filename.php', '/folder/filename.php?parameters'],
        ...['https://site.example//folder/any.php.file.html', '/filename.php/', '/index?f=filename.php/'],
      ],
      '-': ['/bar', '/php/', '/index?php', '/windows.PHP'],
    },
  ],
  [
    '/*.php$',
    {
      '+': ['/filename.php', '/folder/filename.php'],
      '-': [
        ...['/bar', '/filename.php?parameters', '/filename.php/', '/filename.php5', '/php/', '/filename?php'],
        ...['/aaaphpaaa', 'https://site.example//windows.PHP'],
      ],
    },
  ],
  ['/fish*.php', { '+': ['/fish.php', '/fishheads/catfish.php?parameters'], '-': ['/bar', '/Fish.PHP'] }],
]
test('DocumentationChecks: the examples of the documentation', () => {
  for (const [allowed, may] of DOCUMENTED) expect(`user-agent: ant\ndisallow: /\nallow: ${allowed}\n`, 'ant', may)
  for (const [rules, may] of [
    ['allow: /p\ndisallow: /', { '+': ['/page'] }],
    ['allow: /folder\ndisallow: /folder', { '+': ['/folder/page'] }],
    ['allow: /page\ndisallow: /*.htm', { '-': ['/page.htm'] }],
    ['allow: /$\ndisallow: /', { '+': ['/'], '-': ['/page.html'] }],
  ] as const)
    expect(`user-agent: ant\n${rules}\n`, 'ant', may)
})

test('LinesNumbersAreCountedCorrectly: with any line endings', () => {
  const lines = ['User-Agent: foo', 'Allow: /some/path', 'User-Agent: bar', '', '', 'Disallow: /']
  const files = [
    ...['\n', '\r\n', '\r'].map((end) => lines.join(end) + end),
    lines.join('\n'),
    'User-Agent: foo\nAllow: /some/path\r\nUser-Agent: bar\n\r\n\nDisallow: /',
  ]
  for (const file of files) {
    const read = [...linesOf(Buffer.from(file))]
    assert.deepEqual([read.length, read.at(-1)?.number], [4, 6], JSON.stringify(file))
  }
})

test('UTF8ByteOrderMarkIsSkipped: complete or partial, only at the start', () => {
  const file = 'User-Agent: foo\nAllow: /AnyValue\n'
  for (const [mark, understood] of [
    [[0xef, 0xbb, 0xbf], 2],
    [[0xef, 0xbb], 2],
    [[0xef], 2],
    [[0xef, 0x11, 0xbf], 1],
  ] as const)
    assert.equal([...linesOf(Buffer.concat([Buffer.from(mark), Buffer.from(file)]))].length, understood, mark.join())
  assert.equal([...linesOf(Buffer.from('User-Agent: foo\n\ufeffAllow: /AnyValue\n'))].length, 1)
})

test('NonStandardLineExample_Sitemap: a sitemap may appear anywhere', () => {
  const map = 'https://site.example/sitemap.xml'
  const rest = 'User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\n'
  for (const file of [`${rest}Sitemap: ${map}\n`, `Sitemap: ${map}\n${rest}`])
    assert.deepEqual(robotsOf(file).sitemaps, [map])
})

test('GetPathParamsQuery: path, parameters and query are compared', () => {
  const read = (url: string): string => {
    const paths = ['/', '/a', '/a/', '/a/b?c=http://d.example/', '/a/b?c=d&e=f', '/?a', '/a;b', '/b/c', '/?']
    const found = paths.filter(
      (path) => !decide(robotsOf(`User-agent: *\nDisallow: ${path}$`), 'ant', new URL(url)).allowed,
    )
    return found.join()
  }
  for (const [url, path] of [
    ['http://www.example.com', '/'],
    ['http://www.example.com/', '/'],
    ['http://www.example.com/a', '/a'],
    ['http://www.example.com/a/', '/a/'],
    ['http://www.example.com/a/b?c=http://d.example/', '/a/b?c=http://d.example/'],
    ['http://www.example.com/a/b?c=d&e=f#fragment', '/a/b?c=d&e=f'],
    ['http://www.example.com?a', '/?a'],
    ['http://www.example.com/a;b#c', '/a;b'],
    ['http://www.example.com/?', '/?'],
    ['http://user:word@www.example.com:8080/a#', '/a'],
  ])
    assert.equal(read(url!), path, url)
})

test('MaybeEscapePattern: non-ASCII text is encoded, escapes are upper case', () => {
  for (const [raw, escaped] of [
    ['http://www.example.com', 'http://www.example.com'],
    ['/a/b/c', '/a/b/c'],
    ['á', '%C3%A1'],
    ['%aa', '%AA'],
  ])
    assert.equal(plainForm(Buffer.from(raw!).toString('latin1')), escaped)
})

test('common misspellings are understood', () => {
  for (const word of ['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw', 'Disallowed', 'DISALLOW'])
    expect(`user-agent: ant\n${word}: /x\n`, 'ant', { '-': ['/x'] })
  for (const word of ['useragent', 'user agent', 'user-agents'])
    expect(`${word}: ant\ndisallow: /\n`, 'ant', { '-': ['/'] })
  for (const word of ['dis-allow', 'deny', 'agent']) expect(`user-agent: ant\n${word}: /x\n`, 'ant', { '+': ['/x'] })
})
