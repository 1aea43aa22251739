import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '@veritrace/platform/testing/cpu'
import type { Pack } from '../packs/pack.ts'
import { otherSystemIn, targetIn, targetsIn } from './target-words.ts'

const packWith = (fillers: readonly string[]): Pack => {
  const targets = ['s4_private:2023', 's4_public:latest'].map((profile_id) => ({ profile_id, label: profile_id }))
  const identity = {
    target_words: { s4_private: ['private cloud'], s4_public: ['public cloud'] },
    target_words_beside: { s4_private: ['private'], s4_public: ['public'] },
    other_systems: ['ecc', 'ecc 6.0'],
    release_words: ['s/4hana'],
    target_fillers: fillers,
  }
  return { targets, defaultTarget: 's4_private:2023', importers: { identity } } as unknown as Pack
}
const restOf = (question: string, fillers = ['edition', 'release', 'sap', 's/4hana']): string | undefined =>
  targetIn(packWith(fillers), question, () => true)?.rest

test('the words of a target are removed with their fillers, but never parts of other words', () => {
  for (const [question, rest] of [
    ['What replaces VBAK in 2023?', 'What replaces VBAK ?'],
    ['What replaces VBAK in the SAP S/4HANA private cloud edition 2023?', 'What replaces VBAK ?'],
    ['Is beta private cloud released', 'Is beta released'],
    ['for our 2023 release, is VBAK released', ', is VBAK released'],
    ['Is VBAK released in the public cloud, edition 2023', undefined],
    ['Is BUT000 in', undefined],
  ] as const)
    assert.equal(restOf(question), rest, question)
})

test('overlapping fillers do not slow down matching', async () => {
  const question = `${'a a '.repeat(95)}x 2023`
  const cost = await cpuMs(() => {
    assert.match(restOf(question, ['a', 'a a', 'a a a'])!, /^a a .* x$/)
  })
  assert.ok(cost < 1_000, `${cost} ms`)
})

test('two editions in one question are two targets', () => {
  const pack = packWith(['sap'])
  for (const [question, rest] of [
    ['MARA public cloud vs private', 'MARA'],
    ['Is MARA ok in the public cloud or in the private cloud?', 'Is MARA ok ?'],
  ] as const) {
    const found = targetsIn(pack, question, () => true)
    assert.deepEqual(found?.targets.map(({ profile_id }) => profile_id).toSorted(), [
      's4_private:2023',
      's4_public:latest',
    ])
    assert.equal(found?.rest, rest)
  }
  assert.equal(
    targetsIn(pack, 'MARA in the public cloud', () => true),
    undefined,
  )
})

test('a system or release that is not a target is recognized, and a target is not', () => {
  const pack = packWith([])
  for (const [question, system] of [
    ['VBAK in ECC 6.0?', 'ECC 6.0'],
    ['VBAK on S/4HANA 1909', 'S/4HANA 1909'],
    ['VBAK in S/4HANA 2023', undefined],
    ['Which decc objects', undefined],
  ] as const)
    assert.equal(otherSystemIn(pack, question), system, question)
})
