// RFC 9309, section by section. Fetching the file (§2.3.1, §2.4) is tested with the crawler.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide, parseRobots } from './robots.ts'
import { allows, robotsOf } from './testing.ts'

type Case = readonly [agent: string, path: string, allowed: boolean]

/** One test for each row: what it shows, the file, and which agent may read which path. */
function table(
  section: string,
  rows: readonly (readonly [shows: string, file: string, cases: readonly Case[]])[],
): void {
  for (const [shows, file, cases] of rows)
    test(`${section}: ${shows}`, () => {
      for (const [agent, path, allowed] of cases)
        assert.equal(allows(file, agent, path), allowed, `${agent} ${path} in\n${file}`)
    })
}

table('RFC 9309 §2.1', [
  [
    'rules belong to the agents named above them, and to no one before the first agent',
    'Disallow: /early\nUser-agent: ant\nDisallow: /a\nUser-agent: bee\nDisallow: /b',
    [
      ['ant', '/a', false],
      ['ant', '/b', true],
      ['bee', '/b', false],
      ['bee', '/a', true],
      ['ant', '/early', true],
      ['bee', '/early', true],
    ],
  ],
  [
    'several agents share the rules below them, with empty lines and comments between',
    'User-agent: ant\n\n# both of them\nUser-agent: bee\n\nDisallow: /x',
    [
      ['ant', '/x', false],
      ['bee', '/x', false],
      ['wasp', '/x', true],
    ],
  ],
  [
    'keys are case-insensitive, and space around the colon makes no difference',
    '  USER-agent \t:\t ant  \n dIsAlLoW:/x  # why\n\tAllow : /x/y',
    [
      ['ant', '/x', false],
      ['ant', '/x/y', true],
    ],
  ],
])

table('RFC 9309 §2.2.1', [
  [
    'product tokens are case-insensitive',
    'User-agent: ExampleBot\nDisallow: /',
    [
      ['examplebot', '/', false],
      ['EXAMPLEBOT', '/', false],
    ],
  ],
  [
    'a token ends before the first character that is not in a-z, A-Z, - and _',
    'User-agent: Some-Bot_x/2.1\nDisallow: /a\n\nUser-agent: other (beta)\nDisallow: /b',
    [
      ['some-bot_x', '/a', false],
      ['some-bot', '/a', true],
      ['other', '/b', false],
    ],
  ],
  [
    'a token is matched whole, never as a part of another',
    'User-agent: bot\nDisallow: /\n\nUser-agent: examplebot-news\nDisallow: /',
    [
      ['examplebot', '/', true],
      ['bo', '/', true],
    ],
  ],
  [
    'the token may be followed by its version',
    'User-agent: examplebot\nDisallow: /',
    [['ExampleBot/1.0 (+https://example.com/bot)', '/', false]],
  ],
  [
    'groups that name the same agent count as one',
    'User-agent: ant\nDisallow: /a\n\nUser-agent: bee\nDisallow: /b\n\nUser-agent: ANT\nDisallow: /c',
    [
      ['ant', '/a', false],
      ['ant', '/b', true],
      ['ant', '/c', false],
    ],
  ],
  [
    'an agent that is not named follows the groups for everyone, which are merged, too',
    'User-agent: *\nDisallow: /a\n\nUser-agent: ant\nDisallow: /b\n\nUser-agent: *\nDisallow: /c',
    [
      ['bee', '/a', false],
      ['bee', '/c', false],
      ['bee', '/b', true],
      ['ant', '/a', true],
      ['ant', '/b', false],
    ],
  ],
  [
    'an agent named in a group without rules may read everything',
    'User-agent: *\nDisallow: /\n\nUser-agent: ant',
    [
      ['ant', '/x', true],
      ['bee', '/x', false],
    ],
  ],
  [
    'without a group for the agent or for everyone, everything may be read',
    'User-agent: ant\nDisallow: /',
    [['bee', '/', true]],
  ],
])

table('RFC 9309 §2.2.2', [
  [
    'the longest rule wins, regardless of its position',
    'User-agent: *\nAllow: /shop/open\nDisallow: /shop\nAllow: /\nDisallow: /shop/open/closed',
    [
      ['ant', '/', true],
      ['ant', '/shop', false],
      ['ant', '/shop/open', true],
      ['ant', '/shop/open/closed/x', false],
    ],
  ],
  [
    'among rules of equal length, allow wins',
    'User-agent: *\nDisallow: /same\nAllow: /same\nAllow: /other\nDisallow: /other',
    [
      ['ant', '/same', true],
      ['ant', '/other', true],
    ],
  ],
  [
    'case matters',
    'User-agent: *\nDisallow: /Case',
    [
      ['ant', '/case', true],
      ['ant', '/Case', false],
    ],
  ],
  ['an empty rule has no effect', 'User-agent: *\nDisallow:\nAllow:', [['ant', '/x', true]]],
  [
    'the file itself may always be read',
    'User-agent: *\nDisallow: /',
    [
      ['ant', '/robots.txt', true],
      ['ant', '/robots.txt.bak', false],
      ['ant', '/x/robots.txt', false],
    ],
  ],
  ['a rule is compared from the start of the path', 'User-agent: *\nDisallow: /b', [['ant', '/a/b', true]]],
  [
    'a query is compared as it is, encoded or not',
    'User-agent: *\nDisallow: /foo/bar?baz=quz',
    [['ant', '/foo/bar?baz=quz', false]],
  ],
  [
    'reserved characters in a query are equal, encoded or not',
    'User-agent: *\nDisallow: /a?u=https://s.example\nDisallow: /b?u=https%3A%2F%2Fs.example',
    [
      ['ant', '/a?u=https://s.example', false],
      ['ant', '/a?u=https%3a%2F%2fs.example', false],
      ['ant', '/b?u=https://s.example', false],
      ['ant', '/b?u=https%3A%2F%2Fs.example', false],
    ],
  ],
  [
    'reserved characters in a path are equal, encoded or not, except the slash',
    'User-agent: *\nDisallow: /a(b)\nDisallow: /c%3Ad\nDisallow: /e%2Ff',
    [
      ['ant', '/a%28b%29', false],
      ['ant', '/c:d', false],
      ['ant', '/e/f', true],
      ['ant', '/e%2ff', false],
    ],
  ],
  [
    'non-ASCII characters are equal, encoded or not',
    'User-agent: *\nDisallow: /foo/ツ\nDisallow: /bar/%e3%83%84',
    [
      ['ant', '/foo/ツ', false],
      ['ant', '/foo/%E3%83%84', false],
      ['ant', '/foo/%e3%83%84', false],
      ['ant', '/bar/ツ', false],
    ],
  ],
  [
    'an unneeded escape is decoded in rules and paths',
    'User-agent: *\nDisallow: /a/%62%61%7A\nDisallow: /b/baz\nAllow: /c/baz\nDisallow: /c/%62%61%7A',
    [
      ['ant', '/a/baz', false],
      ['ant', '/a/%62%61%7A', false],
      ['ant', '/b/%62%61%7a', false],
      ['ant', '/c/baz', true],
    ],
  ],
  [
    'a percent sign without an escape is a plain character',
    'User-agent: *\nDisallow: /100%',
    [
      ['ant', '/100%zz', false],
      ['ant', '/100', true],
    ],
  ],
])

table('RFC 9309 §2.2.3', [
  [
    'a star matches any characters, a final dollar matches the end, and a hash starts a comment',
    'User-agent: *\nDisallow: /a/*/z\nDisallow: /end$\nDisallow: /note # more\nDisallow: *.gif$',
    [
      ['ant', '/a/b/c/z', false],
      ['ant', '/a//z1', false],
      ['ant', '/a/z', true],
      ['ant', '/end', false],
      ['ant', '/end?', true],
      ['ant', '/ends', true],
      ['ant', '/note', false],
      ['ant', '/x/y.gif', false],
      ['ant', '/x/y.gif?z', true],
    ],
  ],
  [
    'an encoded star or dollar is a plain character',
    'User-agent: *\nDisallow: /file-with-a-%2A.html\nDisallow: /cost-%24\nDisallow: /us$d',
    [
      ['ant', '/file-with-a-*.html', false],
      ['ant', '/file-with-a-%2a.html', false],
      ['ant', '/file-with-a-b.html', true],
      ['ant', '/cost-$', false],
      ['ant', '/cost-$5', false],
      ['ant', '/us$d', false],
      ['ant', '/us%24d', false],
      ['ant', '/us', true],
    ],
  ],
  [
    'stars at the end or next to each other change nothing',
    'User-agent: *\nDisallow: /a*\nDisallow: /b**c\nDisallow: /d*$',
    [
      ['ant', '/a', false],
      ['ant', '/ab', false],
      ['ant', '/bxc', false],
      ['ant', '/bx', true],
      ['ant', '/dog', false],
    ],
  ],
  [
    'a dollar alone matches nothing',
    'User-agent: *\nDisallow: $\nDisallow: /$',
    [
      ['ant', '/x', true],
      ['ant', '/', false],
    ],
  ],
])

table('RFC 9309 §2.2.4', [
  [
    'unknown lines end no group',
    'User-agent: ant\nSitemap: https://site.example/map.xml\nClean-param: x\nUser-agent: bee\nDisallow: /',
    [
      ['ant', '/', false],
      ['bee', '/', false],
    ],
  ],
  [
    'unknown lines do not interrupt a group',
    'User-agent: ant\nAllow: /a\nHost: site.example\nDisallow: /',
    [
      ['ant', '/b', false],
      ['ant', '/a', true],
    ],
  ],
])

table('RFC 9309 §2.3.1.5', [
  [
    'valid lines count, regardless of the lines around them',
    '<!doctype html>\n\u0000\u0001: x\nUser-agent: ant\n::::\nDisallow\nDisallow: /x\n= /y',
    [
      ['ant', '/x', false],
      ['ant', '/y', true],
    ],
  ],
])

table('RFC 9309 §5.1', [
  [
    'a file with a group of every shape',
    `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot`,
    [
      ['ant', '/a.gif', false],
      ['ant', '/example/', false],
      ['ant', '/publications/', true],
      ['ant', '/publications/x.gif', true],
      ['foobot', '/anything', false],
      ['foobot', '/example/page.html', true],
      ['foobot', '/example/allowed.gif', true],
      ['foobot', '/example/other.gif', false],
      ['barbot', '/example/page.html', false],
      ['barbot', '/example/x.gif', true],
      ['bazbot', '/example/page.html', false],
      ['quxbot', '/example/page.html', true],
    ],
  ],
])

table('RFC 9309 §5.2', [
  [
    'the longer path decides',
    'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif',
    [
      ['foobot', '/example/page/disallowed.gif', false],
      ['foobot', '/example/page/other', true],
    ],
  ],
])

test('RFC 9309 §2.5: 500 KiB of a file are read, without a line that is cut in two', () => {
  const filler = `#${'x'.repeat(1022)}\n`
  const inside = `User-agent: *\n${filler.repeat(499)}Disallow: /inside\n`
  assert.ok(inside.length < 500 * 1024 && inside.length > 498 * 1024)
  assert.equal(allows(inside, 'ant', '/inside'), false)
  const upToTheCut = 'x'.repeat(500 * 1024 - inside.length - 'Disallow: /cu'.length - 2)
  const cut = `${inside}#${upToTheCut}\nDisallow: /cut\nDisallow: /beyond`
  assert.deepEqual(
    ['/inside', '/cu', '/cut', '/beyond'].map((path) => allows(cut, 'ant', path)),
    [false, true, true, true],
  )
})

test('a decision has the rule with its line, and the longest Crawl-delay', () => {
  const robots = robotsOf(
    'User-agent: *\r\nCrawl-delay: 2.5\r\n\r\nDisallow: /x/é\r\nUser-agent: *\r\nCrawl-delay: 4\r\nAllow: /\r\n',
  )
  const at = (path: string) => decide(robots, 'ant', new URL(path, 'https://site.example'))
  assert.deepEqual(at('/x/é'), { allowed: false, rule: 'Disallow: /x/%C3%A9', line: 4, crawlDelay: 4 })
  assert.deepEqual(at('/y'), { allowed: true, rule: 'Allow: /', line: 7, crawlDelay: 4 })
  assert.deepEqual(decide(robotsOf('User-agent: *\nCrawl-delay: soon'), 'ant', new URL('https://site.example/')), {
    allowed: true,
    rule: '',
    line: 0,
    crawlDelay: null,
  })
})

test('sitemaps are found anywhere in the file, once, if they are addresses', () => {
  const { sitemaps } = robotsOf(
    'Sitemap: https://site.example/a.xml\nUser-agent: *\nsite-map: https://site.example/ü.xml\nDisallow: /\nSITEMAP: https://site.example/a.xml\nSitemap: /relative.xml\nSitemap: file:///x',
  )
  assert.deepEqual(sitemaps, ['https://site.example/a.xml', 'https://site.example/ü.xml'])
})

const HOSTILE: readonly [shows: string, file: string, path: string][] = [
  ['one line of half a megabyte', `Disallow: /${'*a'.repeat(250_000)}`, `/${'a'.repeat(2_000)}`],
  ['many long lines', `Disallow: /${'*a'.repeat(8_000)}b$\n`.repeat(31), `/${'a'.repeat(8_000)}`],
  ['many lines that nearly match', `Disallow: /${'*aaaaaaaab'.repeat(100)}\n`.repeat(500), `/${'a'.repeat(8_000)}`],
  ['long pieces in a long path', `Disallow: *${'a'.repeat(4_000)}b\n`.repeat(125), `/${'a'.repeat(8_000)}`],
  ['nothing but rules', 'Disallow: /*x$\n'.repeat(33_000), `/${'a'.repeat(2_000)}`],
  ['nothing but agents', 'User-agent: a\n'.repeat(36_000), '/'],
  ['nothing but escapes', 'Disallow: %E3%83\n'.repeat(30_000), `/${'%E3'.repeat(600)}`],
]
for (const [shows, lines, path] of HOSTILE)
  test(`a hostile file is parsed quickly: ${shows}`, () => {
    const file = Buffer.from(`User-agent: *\n${lines}`)
    const began = performance.now()
    decide(parseRobots(file), 'ant', new URL(path, 'https://site.example'))
    const took = performance.now() - began
    assert.ok(took < 1_000, `${Math.round(took)} ms`)
  })
