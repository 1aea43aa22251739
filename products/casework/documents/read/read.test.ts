// Tables of cases for the readers: the text of a file, the positions of its parts, and unreadable files.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '@veritrace/platform/testing/cpu'
import { markHtml } from '../mark-html.ts'
import { UnreadableDocument } from './document.ts'
import { namesIn } from './identifiers.ts'
import { documentPath } from './paths.ts'
import { readFile } from './read-file.ts'

const read = (path: string, text: string) => readFile({ path, bytes: Buffer.from(text) })

const SHOWN: [what: string, path: string, source: string, text: string][] = [
  [
    'blocks are separated by a blank line',
    'a.md',
    '# One\ntext *here*\n\n- first\n- second\n',
    'One\n\ntext here\n\nfirst\nsecond',
  ],
  ['front matter and comments are left out', 'a.md', '---\na: b\n---\n# T\n\nx <!-- no --> y', 'T\n\nx y'],
  ['code is kept unchanged', 'a.md', '```abap\n  IF a.\n    b.\n```', '  IF a.\n    b.'],
  ['cells are separated by tabs', 'a.md', '| a | b |\n|---|---|\n| c | d |', 'a\tb\nc\td'],
  ['links keep their text', 'a.md', '[here](./x.md) ![pic](p.png) end', 'here end'],
  ['HTML inside Markdown is read', 'a.md', '<table><tr><td>one</td><td>two</td></tr></table>', 'one\ttwo'],
  [
    'scripts and site navigation are left out',
    'a.html',
    '<html><head><title>T</title><script>x</script></head><body><nav>menu</nav><main><p>a</p><p>b</p></main><footer>f</footer></body></html>',
    'a\n\nb',
  ],
  ['character references become characters', 'a.html', '<p>a &amp; b &lt;c&gt; &eacute;</p>', 'a & b <c> é'],
  ['a page without an extension is recognized by its start', 'a', '<!doctype html><p>x</p>', 'x'],
  ['plain text stays unchanged', 'a.txt', 'one\r\ntwo  three <b>', 'one\ntwo  three <b>'],
]
for (const [what, path, source, text] of SHOWN)
  test(`extracted text: ${what}`, async () => assert.equal((await read(path, source)).text, text))

test('sections span from heading to heading, and passages lie within them', async () => {
  const body = 'A sentence of some length stands here. '.repeat(60)
  const document = await read('guide/long.md', `before\n\n# Top\n\n${body}\n\n## Sub\n\nshort`)
  const { sections, passages, text } = document
  assert.deepEqual(
    sections.map(({ id, heading, level }) => [id, heading, level]),
    [
      ['s0', '', 0],
      ['s1', 'Top', 1],
      ['s2', 'Sub', 2],
    ],
  )
  assert.equal(sections.at(-1)!.end, text.length)
  assert.ok(passages.length > 3)
  for (const passage of passages) {
    const section = sections.find(({ id }) => id === passage.section)!
    assert.ok(passage.start >= section.start && passage.stop <= section.end && passage.text.length <= 1000)
    assert.equal(text.slice(passage.start, passage.stop), passage.text)
  }
  // Found by the headings above, which are not part of the passage text.
  assert.equal(passages.at(-1)!.text, 'short')
  assert.deepEqual(passages.at(-1)!.terms, ['short', 'sub', 'top'])
})

test('the title is the first heading, or else the page title, the first line or the file name', async () => {
  assert.equal((await read('a.md', 'x\n\n## Under\n')).title, 'Under')
  assert.equal((await read('a.md', '---\ntitle: "Front"\n---\nx')).title, 'Front')
  assert.equal((await read('a.html', '<title> A\n page </title><h1>H</h1>')).title, 'A page')
  assert.equal((await read('a.txt', 'First line\nsecond')).title, 'First line')
  assert.equal((await read('docs/some-page.md', 'x')).title, 'some page')
})

test('names are distinguished from words by their spelling', () => {
  const text = 'Read VBAK-VBELN and I_SalesDocument, not SELECT, TABLE or NOTE; /AIF/LOG T001 acme-cloud ABC Wick and'
  assert.deepEqual(
    namesIn(text).map(([name]) => name),
    ['vbak-vbeln', 'vbak', 'vbeln', 'i_salesdocument', '/aif/log', 't001', 'acme-cloud'],
  )
  for (const [name, start, end] of namesIn(text)) assert.equal(text.slice(start, end).toLowerCase(), name)
})

test('a place in the text is marked in the HTML, across tags', async () => {
  const { html, text } = await read('a.md', '# Top\n\none **two & three** four\n\n- five')
  const mark = (from: string, to: string) => markHtml(html!, text, text.indexOf(from), text.indexOf(to) + to.length)
  assert.match(mark('one', 'two'), /<p><mark>one <\/mark><strong><mark>two<\/mark> &amp; three/)
  assert.match(mark('& three', 'five'), /<mark>&amp; three<\/mark><\/strong> <mark>four<\/mark><\/p>/)
  assert.match(mark('& three', 'five'), /<li><mark>five<\/mark>/)
  assert.equal(markHtml(html!, text, 3, 3), html)
})

test('hostile Markdown and HTML take little time', async () => {
  const hostile = [
    ['a.md', '> '.repeat(50_000)],
    ['a.md', `${'*a '.repeat(20_000)}\n`],
    ['a.md', '['.repeat(50_000)],
    ['a.md', `|${'a|'.repeat(5000)}\n|${'-|'.repeat(5000)}\n${'|x|\n'.repeat(500)}`],
    ['a.html', '<div>'.repeat(25_000)],
    ['a.html', `<a href="${'x'.repeat(100_000)}">y`],
  ] as const
  for (const [path, source] of hostile) {
    const cost = await cpuMs(() => read(path, source))
    assert.ok(cost < 1000, `${path} ${source.slice(0, 10)} took ${cost} ms`)
  }
})

test('an unreadable file is rejected', async () => {
  await assert.rejects(readFile({ path: 'a.md', bytes: new Uint8Array([0xff, 0xfe, 0x00]) }), UnreadableDocument)
  await assert.rejects(readFile({ path: 'a.pdf', bytes: Buffer.from('%PDF-1.7 nothing') }), UnreadableDocument)
})

test('a PDF has a section for each page', async () => {
  const { text, sections, html } = await readFile({ path: 'a.pdf', bytes: pdfOf(['First page here', 'Second one']) })
  assert.equal(html, null)
  assert.deepEqual(
    sections.map(({ heading, start, end }) => [heading, text.slice(start, end).trim()]),
    [
      ['Page 1', 'First page here'],
      ['Page 2', 'Second one'],
    ],
  )
})

test('a path is the one in the repository or of the address', () => {
  assert.equal(documentPath('https://github.com/a/b/blob/HEAD/docs/x%20y.md'), 'docs/x y.md')
  assert.equal(documentPath('https://a.example.com/guide/x.html?v=1#top'), 'guide/x.html')
  assert.equal(documentPath('evidence:a.md'), 'a.md')
})

/** A minimal PDF with this text on each page. */
function pdfOf(pages: readonly string[]): Buffer {
  const kids = pages.map((_, place) => `${4 + place * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((words, place) => {
      const stream = `BT /F1 12 Tf 72 720 Td (${words}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + place * 2} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, place) => {
    const at = file.length
    file += `${place + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const xref = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF`
  return Buffer.from(file)
}
