import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '@veritrace/platform/testing/cpu'
import { extract } from '../extract.ts'
import { acme, extractHtml } from '../testing.ts'
import { matchable } from './characters.ts'
import { readHtml } from './html.ts'
import { readDocument, readMarkup } from './read.ts'

test('text that a visitor cannot see is ignored', () => {
  const html = `<title>T</title><nav>Menu</nav><script>x</script><p hidden>no</p><p style="display: none">no</p><div class="cookie-banner">We use cookies</div><noscript>no</noscript><p>yes</p>`
  const { text, title } = readHtml(html)
  assert.deepEqual([text, title], ['yes', 'T'])
})

test('the offsets of every block, cell and link are correct', () => {
  const html = `<h1>A</h1><p>b <a href="/c">c</a> d</p><ul><li>e<ul><li>f</li></ul></li></ul><table><tr><th>g</th><td>h<br>i</td><td></td></tr></table><dl><dt>j</dt><dd>k</dd></dl>`
  const { text, blocks } = readHtml(html)
  for (const block of blocks) {
    assert.equal(text.slice(block.start, block.end), block.text)
    for (const cell of block.cells) assert.equal(text.slice(cell.start, cell.end), cell.text)
  }
  const link = blocks[1]?.spans[0]
  assert.equal(text.slice(link?.start, link?.end), 'c')
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    ['heading', 'paragraph', 'item', 'item', 'row', 'term', 'definition'],
  )
})

test('a document is read up to two million characters, with a warning if there is more', async () => {
  const sentence = 'We are ISO 27001 certified. '
  const many = sentence.repeat(90_000)
  const documents: [string, string][] = [
    [`<p>${many}</p>`, 'text/html'],
    [`<p>${sentence}</p>`.repeat(90_000), 'text/html'],
    [`<table>${`<tr><td>${sentence}</td><td>yes</td></tr>`.repeat(90_000)}</table>`, 'text/html'],
    [many, 'text/plain'],
    [`${sentence}\n\n`.repeat(90_000), 'text/plain'],
    [JSON.stringify({ many }), 'application/json'],
  ]
  for (const [document, type] of documents) {
    const { text, warnings, blocks } = readMarkup(document, type)
    assert.ok(text.length > 1_900_000 && text.length <= 2_000_000, `${type}: ${text.length}`)
    assert.deepEqual(warnings, ['truncated'])
    assert.equal(blocks.at(-1)?.end, text.length)
  }
  const { warnings } = readMarkup(`<p>${sentence.repeat(70_000)}</p>`, 'text/html')
  assert.deepEqual(warnings, [])
})

test('elements named like properties of JavaScript objects are treated as unknown', () => {
  const { text, blocks } = readHtml('<p>We <constructor>are</constructor> <valueof>ISO</valueof> 27001 certified.</p>')
  assert.deepEqual([text, blocks[0]?.spans], ['We are ISO 27001 certified.', []])
})

test('headings form a path, a bold line counts as a heading, and a question owns its answer', () => {
  const { blocks } = readHtml('<h1>A</h1><h2>B?</h2><p>c</p><h2>D</h2><p><strong>E</strong></p><p>f</p>')
  assert.deepEqual(blocks.find(({ text }) => text === 'c')?.question, 'B?')
  assert.deepEqual(blocks.find(({ text }) => text === 'f')?.path, ['A', 'D', 'E'])
})

test('characters are normalized without changing offsets', () => {
  assert.equal(readHtml('<p>AES\u2011256\u00a0\u201cok\u201d\u00ad</p>').text, 'AES-256 "ok"')
  const odd = 'SOC 2® Type\u00a0II – İstanbul ＡＢ'
  assert.equal(matchable(odd).length, odd.length)
  assert.ok(matchable('SOC 2® ＡＢ').includes('soc 2  ab'))
})

test('plain text and Markdown have headings, items and rows', () => {
  const { blocks } = readMarkup(
    '# Title\n\nSome text\nthat goes on.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| c | d |\n',
    'text/markdown',
  )
  assert.deepEqual(
    blocks.map(({ kind, text }) => `${kind}: ${text}`),
    ['heading: Title', 'paragraph: Some text that goes on.', 'item: one', 'item: two', 'row: a\tb', 'row: c\td'],
  )
})

test('plain text keeps columns, address lines and the members of an item', () => {
  const { blocks } = readMarkup(
    'Name       Place\n---------  -------\nA Ltd      Ireland\nB          Spain\n\nC Ltd\n1 Quay Street\nDublin 2\n\n- name: D\n  place: Italy\n',
    'text/plain',
  )
  assert.deepEqual(
    blocks.map(({ kind, text }) => `${kind}: ${text}`),
    [
      'row: Name\tPlace',
      'row: A Ltd\tIreland',
      'row: B\tSpain',
      'paragraph: C Ltd\n1 Quay Street\nDublin 2',
      'item: name: D\nplace: Italy',
    ],
  )
})

test('a footnote mark is not a digit', () => {
  const { text, view } = readHtml('<p>Uptime of 99.9<sup>1</sup>% and 10<sup>th</sup></p>')
  assert.equal(text, 'Uptime of 99.9¹% and 10th')
  assert.equal(view, 'uptime of 99.9 % and 10th')
})

test('the charset of the header or the page is respected', async () => {
  const bytes = new Uint8Array([0x3c, 0x70, 0x3e, 0xe9, 0x3c, 0x2f, 0x70, 0x3e])
  assert.equal((await readDocument(bytes, 'text/html; charset=iso-8859-1')).text, 'é')
})

test('a table in a PDF is read as rows', async () => {
  const page = pdf([
    '40 700 (Our subprocessors)',
    '40 660 (Name)',
    '240 660 (Purpose)',
    '440 660 (Location)',
    '40 640 (Fabrikam)',
    '240 640 (Email)',
    '440 640 (Germany)',
  ])
  const { claims } = await extract(page, 'application/pdf', acme('subprocessors'))
  assert.deepEqual(
    claims.map(({ value, details }) => [value, details.purpose, details.location]),
    [['Fabrikam', 'Email', 'Germany']],
  )
})

test('a template with blanks gives a warning and no claims', () => {
  const { claims, warnings } = extractHtml(
    '<h1>DPA</h1><p>[Company Legal Name] is SOC 2 certified and will give notice within {72} hours.</p>',
    'dpa',
  )
  assert.deepEqual([claims, warnings], [[], ['template_placeholder']])
})

test('a hostile page of 400 kilobytes is read quickly, whatever it repeats', async () => {
  const parts = [
    '<div>',
    '<b>',
    'soc 2 ',
    'not ',
    'SOC 2, ISO 27001 and ',
    '<table><tr><td>',
    'a, ',
    '( ',
    'we are working towards ',
    'data ',
    '<li>Name - ',
    '. ',
    'type ',
    'encrypted ',
    'module two ',
  ]
  const took = (part: string, length: number) =>
    cpuMs(() => extractHtml(part.repeat(length / part.length), 'subprocessors'))
  for (const part of parts) {
    const quarter = await took(part, 100_000)
    const whole = await took(part, 400_000)
    // Compare with a quarter of the size instead of a fixed time, because the machine may be busy.
    const limit = Math.max(1500, 6 * quarter)
    assert.ok(whole < limit, `${part} took ${whole.toFixed(0)} ms, a quarter of it ${quarter.toFixed(0)} ms`)
  }
})

/** A minimal PDF with words at given positions. */
function pdf(words: readonly string[]): Uint8Array {
  const content = words.map((word) => word.replace(/^(\d+) (\d+) (.*)$/, 'BT /F1 10 Tf $1 $2 Td $3 Tj ET')).join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const tail = `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`
  return new TextEncoder().encode(body + tail)
}
