import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linksOf } from './links.ts'

const BASE = 'https://acme.example/en/'
const links = (html: string): string[] =>
  linksOf(html, BASE).map(({ url, text, footer }) => `${url} ${text}${footer ? ' (footer)' : ''}`)

test('links are absolute and normalized, with their text, and links in the footer are marked', () => {
  const html = `
    <nav><a href="/pricing?utm_source=nav">Pricing</a></nav>
    <a href="security"><img src="x.png" alt="Security badge"></a>
    <a href="/dpa#annex" aria-label="Data processing addendum"><svg></svg></a>
    <div class="site-footer"><ul><li><a href="/legal/subprocessors">Sub&shy;processors</a></li></ul><div></div>
      <p><a href='https://trust.acme.example'>Trust
        Center</a></p></div>
    <a href="/after">After</a>
    <footer><div><a href="/privacy">Privacy</a></footer>`
  assert.deepEqual(links(html), [
    'https://acme.example/pricing Pricing',
    'https://acme.example/en/security Security badge',
    'https://acme.example/dpa Data processing addendum',
    'https://acme.example/legal/subprocessors Sub\u00adprocessors (footer)',
    'https://trust.acme.example/ Trust Center (footer)',
    'https://acme.example/after After',
    'https://acme.example/privacy Privacy (footer)',
  ])
})

test('anchors without an address, comments, scripts and other schemes are not links', () => {
  const html = `<!-- <a href="/x">x</a> --><a name="top"></a><a href="mailto:a@acme.example">Mail</a>
    <a href="javascript:void(0)">Do</a><a href="#part">Part</a><script>"<a href='/y'>y</a>"</script><a href="">Here</a>`
  assert.deepEqual(links(html), ['https://acme.example/en/ Part'])
})

test('an address that is linked twice is one link with the better text', () => {
  const html = '<a href="/s"><i></i></a><a href="/s">Security</a><footer><a href="/s">Security at Acme</a></footer>'
  assert.deepEqual(links(html), ['https://acme.example/s Security at Acme (footer)'])
})

test('the base element applies, and nested links are closed', () => {
  assert.deepEqual(links('<base href="https://www.acme.example/de/"><a href="a">A<a href="b">B'), [
    'https://www.acme.example/de/a A',
    'https://www.acme.example/de/b B',
  ])
})

test('the number of links and the time for deep nesting are limited', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `<a href="/${at}">x</a>`).join('')
  assert.equal(linksOf(many, BASE).length, 3_000)
  const began = performance.now()
  linksOf('<div class="footer">'.repeat(20_000), BASE)
  assert.ok(performance.now() - began < 2_000)
})
