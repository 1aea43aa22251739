// Sentences as pages write them, in eight languages. Each sentence was labeled before the extractor first read it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { extractClaims } from '../extract.ts'
import { readMarkup } from '../read/read.ts'
import { acme } from '../testing.ts'

const HELD = new Set(['affirmed', 'report_available', 'self_declared'])
const answerOf = (state: string): string => (HELD.has(state) ? 'held' : state === 'negated' ? 'denied' : 'neither')

function stateIn(language: string, standard: string, text: string): string {
  const body = text.replaceAll('&', '&amp;')
  const { claims } = extractClaims(readMarkup(`<html lang="${language}"><p>${body}</p></html>`, 'text/html'), acme())
  const claim = claims.find(({ details }) => details.standard === standard || details.family === standard)
  return claim?.state ?? ''
}

const sections = readFileSync(new URL('batches.txt', import.meta.url), 'utf8')
  .split(/^# (?=\w\w$)/mu)
  .slice(1)

for (const section of sections) {
  const [language = '', ...lines] = section.trim().split('\n')
  test(`sentences in "${language}" give the expected state and nothing more`, () => {
    const wrong = lines.flatMap((line) => {
      const [answer = '', standard = '', text = ''] = line.split(' | ')
      const got = answerOf(stateIn(language, standard, text))
      return got === answer ? [] : [`${got} instead of ${answer}: ${text}`]
    })
    assert.deepEqual(wrong, [])
  })
}
