// An abapGit archive read whole, in source lines per second, against @abaplint/core parsing the same files and nothing
// else; and the light scanner against the same.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from '../products/casework/evidence/reading/parse.ts'
import { readVocabulary } from '../products/casework/evidence/reading/vocabulary.ts'
import { extractSource } from '../products/casework/evidence/source/extract-source.ts'
import { type MadeSource, makeArchive, makeSources, parseAlone } from '../products/casework/evidence/source/testing.ts'
import { loadBuiltIn } from '../products/casework/packs/built-in.ts'
import type { Bench } from './run.ts'

/** As many as the archive of abapGit itself. */
const FILES = 754
const ROUNDS = 2

export const evidenceBench: Bench = {
  name: 'evidence',
  run: async () => {
    const sources = makeSources(FILES)
    const lines = sources.reduce((sum, { text }) => sum + text.split('\n').length, 0)
    const folder = mkdtempSync(join(tmpdir(), 'veritrace-bench-'))
    const path = join(folder, 'bench.zip')
    writeFileSync(path, makeArchive(sources))
    try {
      const rates = await ratesOf(path, sources, lines)
      const told = `${lines} lines in ${FILES} files`
      return [
        {
          what: 'an archive read whole / parsing its files alone',
          ratio: rates.whole / rates.alone,
          target: 0.7,
          detail: `${told}: ${rates.whole.toFixed(0)} against ${rates.alone.toFixed(0)} lines a second`,
        },
        {
          what: 'the light scanner / parsing the files alone',
          ratio: rates.scan / rates.alone,
          target: 2,
          detail: `${rates.scan.toFixed(0)} against ${rates.alone.toFixed(0)} lines a second`,
        },
      ]
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

async function ratesOf(path: string, sources: readonly MadeSource[], lines: number) {
  const [pack] = await loadBuiltIn()
  const vocabulary = readVocabulary(pack!.importers)
  const order = {
    ask: 'parse',
    path,
    filename: 'bench.zip',
    kind: 'abapgit_zip',
    vocabulary,
    pseudonymKey: null,
  } as const
  const best = { whole: 0, alone: 0, scan: 0 }
  // They take turns, and the first round is for the compiler.
  for (let round = 0; round <= ROUNDS; round++) {
    const rates = {
      alone: await rateOf(lines, () => sources.map(parseAlone)),
      whole: await rateOf(lines, () => parse({ ...order, mapping: undefined })),
      scan: await rateOf(lines, () => sources.map((source) => extractSource({ language: 'abap', ...source }))),
    }
    if (round > 0)
      for (const name of ['whole', 'alone', 'scan'] as const) best[name] = Math.max(best[name], rates[name])
  }
  return best
}

async function rateOf(lines: number, work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return (lines * 1000) / (performance.now() - started)
}
