// Each page gives exactly its suppliers, with the place, purpose and standing where the page states them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractClaims } from '../../extract.ts'
import { readMarkup } from '../../read/read.ts'
import { acme } from '../../testing.ts'
import type { Claim } from '../../types.ts'
import { LISTS_1 } from './lists-1.ts'
import { LISTS_2 } from './lists-2.ts'
import { LISTS_3 } from './lists-3.ts'
import { LISTS_4 } from './lists-4.ts'
import { LISTS_5 } from './lists-5.ts'
import { LISTS_6 } from './lists-6.ts'
import { LISTS_7 } from './lists-7.ts'
import { LISTS_8 } from './lists-8.ts'
import { NONE } from './none.ts'
import { NONE_2 } from './none-2.ts'
import { NONE_3 } from './none-3.ts'
import { NONE_4 } from './none-4.ts'

const PAGES = [
  ...LISTS_1,
  ...LISTS_2,
  ...LISTS_3,
  ...LISTS_4,
  ...LISTS_5,
  ...LISTS_6,
  ...LISTS_7,
  ...LISTS_8,
  ...NONE_2,
  ...NONE_3,
  ...NONE_4,
  ...NONE,
]

const WANTED = /^(?<name>[^@=!]+?)(?: @(?<place>[^=!]*?))?(?: =(?<purpose>[^!]*?))?(?: !(?<standing>.*))?$/

const standingOf = ({ state, predicate }: Claim): string => {
  if (state === 'expired') return 'former'
  if (state === 'in_progress') return 'planned'
  return predicate === 'uses_affiliate' ? 'affiliate' : ''
}

for (const { shape, kind, type = 'text/html', suppliers, html } of PAGES)
  test(`suppliers are read from a page: ${shape}`, () => {
    const found = new Map(
      extractClaims(readMarkup(html, type), acme(kind))
        .claims.filter(({ category }) => category === 'subprocessor')
        .map((claim) => [claim.value, claim]),
    )
    const wanted = suppliers.map((supplier) => WANTED.exec(supplier)?.groups ?? {})
    assert.deepEqual([...found.keys()].sort(), wanted.map(({ name }) => name).sort())
    for (const { name = '', place = '', purpose = '', standing = '' } of wanted) {
      const claim = found.get(name)
      assert.ok(claim)
      assert.ok(String(claim.details.location ?? '').includes(place), `${name}: place "${claim.details.location}"`)
      assert.ok(String(claim.details.purpose ?? '').includes(purpose), `${name}: purpose "${claim.details.purpose}"`)
      assert.equal(standingOf(claim), standing, name)
    }
  })
