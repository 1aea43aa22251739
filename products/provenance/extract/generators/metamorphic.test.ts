// Changes that must not affect claims: other names and numbers, another page layout, unrelated sentences.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RESIDENCY_1 } from '../controls/batches/residency-1.ts'
import { SAFEGUARDS_1 } from '../controls/batches/safeguards-1.ts'
import { LANGUAGES, type Language } from '../cues/names.ts'
import { extractClaims } from '../extract.ts'
import { readMarkup } from '../read/read.ts'
import { acme } from '../testing.ts'
import { pageOf } from './pages.ts'
import { randomOf } from './random.ts'
import { SHAPES } from './shapes.ts'

const SEED = Number(process.env.SEED ?? 1)
const SENTENCES = 5
const PAGES = 3

/** Typical page layouts around a text. */
const AROUND: readonly ((body: string) => string)[] = [
  (body) => `<nav><ul><li><a href="/">Home</a></li><li><a href="/blog">Blog</a></li></ul></nav><main>${body}</main>`,
  (body) => `${body}<footer><p>© 2026 Example Ltd.</p><a href="/imprint">Imprint</a></footer>`,
  (body) => `<div role="dialog"><p>This site uses cookies.</p><button>OK</button></div>${body}`,
  (body) => `<div><div class="a"><div><div id="b">${body}</div></div></div></div>`,
]
const UNRELATED: Readonly<Record<Language, string>> = {
  en: 'Our office has a garden with apple trees.',
  de: 'Unser Büro hat einen Garten mit Apfelbäumen.',
  fr: 'Notre bureau a un jardin avec des pommiers.',
  es: 'Nuestra oficina tiene un jardín con manzanos.',
  pt: 'O nosso escritório tem um jardim com macieiras.',
  it: 'Il nostro ufficio ha un giardino con alberi di mele.',
  nl: 'Ons kantoor heeft een tuin met appelbomen.',
  ja: '私たちの事務所にはリンゴの木の庭があります。',
}

/** The claims as sorted text: category, predicate, value and state. */
function claimsOf(language: Language, body: string, kind: string, context = acme(kind)): string[] {
  const { claims } = extractClaims(readMarkup(`<html lang="${language}">${body}</html>`, 'text/html'), context)
  return claims.map((one) => [one.category, one.predicate, one.value, one.state].join(' | ')).sort()
}

function sentencesOf(language: Language): string[] {
  const lines = [SAFEGUARDS_1, RESIDENCY_1].flatMap((batch) => (batch[language] ?? '').trim().split('\n'))
  return randomOf(SEED)
    .some(lines, SENTENCES)
    .map((line) => `<p>${line.trim().split(' | ')[1]}</p>`)
}

const shapesOf = (language: Language): string[] =>
  randomOf(SEED + LANGUAGES.indexOf(language))
    .some(Object.keys(SHAPES), PAGES)
    .filter((shape) => pageOf(language, shape, SEED).text.startsWith('<'))

for (const language of LANGUAGES) {
  test(`another page layout changes no claims, ${language}`, () => {
    const faults = sentencesOf(language).flatMap((body) => {
      const plain = claimsOf(language, body, 'security')
      const others = AROUND.map((around) => around(body))
      return others.filter((other) => claimsOf(language, other, 'security').join() !== plain.join())
    })
    assert.deepEqual(faults, [])
  })

  test(`unrelated sentences change no claims, ${language}`, () => {
    const more = `<p>${UNRELATED[language]}</p>`
    const faults = sentencesOf(language).filter((body) => {
      const plain = claimsOf(language, body, 'security').join()
      return [more + body, body + more].some((other) => claimsOf(language, other, 'security').join() !== plain)
    })
    assert.deepEqual(faults, [])
  })

  test(`another vendor name changes no claims, ${language}`, () => {
    const vendor = { name: 'Borealis Widgets', domain: 'borealis.example', aliases: ['Borealis Cloud'] }
    const context = { url: 'https://borealis.example/security', kind: 'security', vendor }
    const faults = sentencesOf(language).filter((body) => {
      const renamed = body.replaceAll('Acme', 'Borealis Widgets')
      return claimsOf(language, body, 'security').join() !== claimsOf(language, renamed, 'security', context).join()
    })
    assert.deepEqual(faults, [])
  })

  test(`lists of suppliers are read the same on any page, ${language}`, () => {
    const faults = shapesOf(language).flatMap((shape) => {
      const { text } = pageOf(language, shape, SEED)
      const plain = claimsOf(language, text, 'trust').join()
      return AROUND.flatMap((around, at) =>
        claimsOf(language, around(text), 'trust').join() === plain ? [] : [`${shape}, page ${at + 1}`],
      )
    })
    assert.deepEqual(faults, [])
  })
}

test('reordering the rows of a table gives the same suppliers', () => {
  const faults = LANGUAGES.filter((language) => {
    const { text } = pageOf(language, 'a table with a marked head', SEED)
    const turned = text.replace(
      /<tbody>(.*?)<\/tbody>/s,
      (_, rows: string) => `<tbody>${(rows.match(/<tr>.*?<\/tr>/gs) ?? []).reverse().join('')}</tbody>`,
    )
    assert.notEqual(turned, text)
    return claimsOf(language, text, 'trust').join() !== claimsOf(language, turned, 'trust').join()
  })
  assert.deepEqual(faults, [])
})

test('another number in a promise changes only that number', () => {
  const notice = (days: number): string => `<p>We will notify you of new subprocessors ${days} days in advance.</p>`
  const plain = claimsOf('en', notice(30), 'dpa')
  for (const days of [7, 14, 45, 90])
    assert.deepEqual(
      claimsOf('en', notice(days), 'dpa'),
      plain.map((one) => one.replace('30', String(days))),
    )
})
