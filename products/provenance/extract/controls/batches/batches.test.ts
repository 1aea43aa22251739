// Sentences in eight languages, in batches. A batch is labeled before its first run, and its sentences never change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractHtml } from '../../testing.ts'
import type { Claim } from '../../types.ts'
import { AI_1 } from './ai-1.ts'
import { DISCLOSURE_1 } from './disclosure-1.ts'
import { RESIDENCY_1 } from './residency-1.ts'
import { RESIDENCY_2 } from './residency-2.ts'
import { RESIDENCY_3 } from './residency-3.ts'
import { RESIDENCY_4 } from './residency-4.ts'
import { SAFEGUARDS_1 } from './safeguards-1.ts'
import { SAFEGUARDS_2 } from './safeguards-2.ts'
import { SAFEGUARDS_3 } from './safeguards-3.ts'

type Batch = Readonly<Record<string, string>>

const place = ({ category, value, state }: Claim): string[] => {
  if (category !== 'data_residency') return []
  return [state === 'in_progress' ? `${value}?` : value]
}

const SHORT: Readonly<Record<string, string>> = {
  encryption_at_rest: 'rest',
  encryption_in_transit: 'transit',
  penetration_test: 'test',
}
const safeguard = ({ predicate, value }: Claim): string[] => {
  const name = SHORT[predicate]
  return name && value !== 'customer_testing_only' ? [`${name} ${value}`] : []
}

const disclosure = ({ category, value }: Claim): string[] => (category === 'vulnerability_disclosure' ? [value] : [])

const ai = ({ predicate, value }: Claim): string[] => (predicate === 'ai_present' ? [value] : [])

const KINDS: readonly [name: string, read: (claim: Claim) => string[], batches: readonly Batch[]][] = [
  ['where data is stored', place, [RESIDENCY_1, RESIDENCY_2, RESIDENCY_3, RESIDENCY_4]],
  ['what is encrypted and tested', safeguard, [SAFEGUARDS_1, SAFEGUARDS_2, SAFEGUARDS_3]],
  ['whether AI is used', ai, [AI_1]],
  ['how vulnerabilities are reported', disclosure, [DISCLOSURE_1]],
]

const sorted = (said: string): string => said.split(', ').sort().join(', ')

function faultsIn(batch: string, language: string, read: (claim: Claim) => string[]): string[] {
  return batch
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [expected = '', sentence = ''] = line.trim().split(' | ')
      const { claims } = extractHtml(`<html lang="${language}"><p>${sentence}</p></html>`)
      const said = claims.flatMap(read).join(', ') || '-'
      return sorted(said) === sorted(expected) ? [] : [`${sentence} → ${said}, not ${expected}`]
    })
}

for (const [name, read, batches] of KINDS)
  for (const [at, batch] of batches.entries())
    for (const [language, sentences] of Object.entries(batch))
      test(`${name} is read in sentences, ${language}, batch ${at + 1}`, () => {
        assert.deepEqual(faultsIn(sentences, language, read), [])
      })
