// Generated lists of suppliers in every shape and language: exact names, correct fields, and no labels read as suppliers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '../cues/names.ts'
import { extractClaims } from '../extract.ts'
import { readMarkup } from '../read/read.ts'
import { acme } from '../testing.ts'
import type { Claim } from '../types.ts'
import { type Generated, pageOf, samePlaces } from './pages.ts'
import { SHAPES } from './shapes.ts'

const SEEDS = Number(process.env.SEEDS ?? 3)

/** The differences between the expected and the extracted suppliers. */
function faultsIn(made: Generated): string[] {
  const { claims } = extractClaims(
    readMarkup(made.text, made.text.startsWith('<') ? 'text/html' : 'text/plain'),
    acme('trust'),
  )
  const found = new Map(
    claims.filter(({ category }) => category === 'subprocessor').map((claim) => [claim.value, claim]),
  )
  const missing = made.suppliers.filter(({ name }) => !found.has(name)).map(({ name }) => `no ${name}`)
  const names = new Set(made.suppliers.map(({ name }) => name))
  const more = [...found.keys()].filter((name) => !names.has(name)).map((name) => `"${name}" is not a supplier`)
  const wrong = made.suppliers.flatMap((supplier, at) => {
    const claim = found.get(supplier.name)
    return claim ? faultsOf(made, claim, supplier, at) : []
  })
  return [...missing, ...more, ...wrong]
}

function faultsOf(
  made: Generated,
  { details, snippet, predicate }: Claim,
  supplier: Generated['suppliers'][number],
  at: number,
): string[] {
  const faults: string[] = []
  const { name, purpose, place } = supplier
  if (!made.hides.includes('purpose') && details.purpose !== purpose)
    faults.push(`${name}: purpose "${details.purpose}", not "${purpose}"`)
  if (!made.hides.includes('place') && !samePlaces(String(details.location ?? ''), place))
    faults.push(`${name}: place "${details.location}", not "${place}"`)
  if (!made.hides.includes('purpose') && !made.hides.includes('quote') && !snippet.includes(purpose))
    faults.push(`${name}: quoted as "${snippet}"`)
  if ((predicate === 'uses_affiliate') !== made.isAffiliate(at)) faults.push(`${name}: ${predicate}`)
  return faults
}

for (const shape of Object.keys(SHAPES))
  test(`suppliers are read from ${shape}, in eight languages`, () => {
    const faults = LANGUAGES.flatMap((language) =>
      Array.from({ length: SEEDS }, (_, seed) => seed + 1).flatMap((seed) =>
        faultsIn(pageOf(language, shape, seed)).map((fault) => `${language} ${seed}: ${fault}`),
      ),
    )
    assert.deepEqual(faults, [])
  })
