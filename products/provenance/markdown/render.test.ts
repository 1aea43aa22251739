import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from './render.ts'
import { assertOnlyAllowed, HOSTILE } from './testing.ts'

const RENDERED: [string, string, string][] = [
  [
    'paragraphs and emphasis',
    'One *two* **three** ~~four~~',
    '<p>One <em>two</em> <strong>three</strong> <del>four</del></p>',
  ],
  ['a heading', '## Keys', '<h2>Keys</h2>'],
  [
    'a list that starts with another number',
    '3. three\n4. four',
    '<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>',
  ],
  ['task lists', '- [x] done\n- [ ] open', '<ul>\n<li>☑ done</li>\n<li>☐ open</li>\n</ul>'],
  ['a quote', '> said', '<blockquote>\n<p>said</p>\n</blockquote>'],
  ['code', '```sh\na < b\n```', '<pre><code>a &lt; b\n</code></pre>'],
  [
    'a link, with rel for untrusted content',
    '[Acme](https://acme.test/a?b=1&c=2 "title")',
    '<p><a href="https://acme.test/a?b=1&amp;c=2" rel="noopener nofollow ugc">Acme</a></p>',
  ],
  [
    'an address',
    '<security@acme.test>',
    '<p><a href="mailto:security@acme.test" rel="noopener nofollow ugc">security@acme.test</a></p>',
  ],
  ['a relative link as its text', 'see [this](/docs)', '<p>see this</p>'],
  ['an image as its alternative text', '![our data centre](https://acme.test/a.png)', '<p>our data centre</p>'],
  ['HTML as text', 'a <b>b</b>', '<p>a &lt;b&gt;b&lt;/b&gt;</p>'],
  ['nothing as nothing', ' \n', ''],
]
for (const [what, text, html] of RENDERED)
  test(`Markdown renders ${what}`, () => assert.equal(renderMarkdown(text), html))

test('a table has cells without styles', () => {
  const html = renderMarkdown('|a|b|\n|:-:|-|\n|1|2|')
  assert.match(html, /<th>a<\/th>[\s\S]*<td>2<\/td>/)
  assertOnlyAllowed(html)
})

test('headings start one level below `under`, and stop at level six', () => {
  assert.equal(renderMarkdown('# a\n## b\n##### c', { under: 3 }), '<h4>a</h4>\n<h5>b</h5>\n<h6>c</h6>')
})

const AROUND: ((text: string) => string)[] = [
  (text) => text,
  (text) => `words ${text} words`,
  (text) => `> ${text}`,
  (text) => `- ${text}`,
  (text) => `**${text}**`,
  (text) => `[${text}](https://acme.test)`,
  (text) => `[x](${text})`,
  (text) => `[x](https://acme.test "${text}")`,
  (text) => `<https://acme.test/${text}>`,
  (text) => `![${text}](${text})`,
  (text) => `\`\`\`${text}\n${text}`,
  (text) => `|${text}|\n|-|\n|${text}|`,
  (text) => `[x][1]\n\n[1]: ${text}`,
  (text) => `<div>\n${text}`,
]
for (const text of HOSTILE)
  test(`${JSON.stringify(text)} is escaped in any position`, () => {
    for (const around of AROUND) assertOnlyAllowed(renderMarkdown(around(text)))
  })

const COSTLY: [string, string][] = [
  ['quotes in quotes', '>'.repeat(20_000)],
  ['quotes in a task', `- [ ] ${'> '.repeat(9000)}`],
  ['lists in lists', '1. '.repeat(6000)],
  ['quotes after an old line ending', `a\r${'>'.repeat(15_000)}`],
  ['a wide table of short rows', `${'a|'.repeat(2500)}\n${'-|'.repeat(2500)}\n${'a|\n'.repeat(3000)}`],
  ['emphasis without end', '__a_'.repeat(5000)],
]
for (const [what, text] of COSTLY)
  test(`${what} are shown as plain text, in linear time`, () => {
    const html = renderMarkdown(text)
    assert.match(html, /^<pre>/)
    assert.ok(html.length < text.length * 5)
  })

test('a long ordinary text is rendered, with any line endings', () => {
  const text = 'Some **bold** words, _soft_ ones and a [link](https://acme.test).\r\n- one\r\n- two\r\n\r\n'.repeat(200)
  assert.match(renderMarkdown(text), /^<p>Some <strong>bold<\/strong>/)
})
