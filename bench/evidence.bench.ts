// Reading a complete abapGit archive, compared with @abaplint/core, which only parses and resolves the same files.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parse } from '../products/casework/evidence/reading/parse.ts'
import { resolveBaseline } from '../products/casework/evidence/source/resolve-baseline.ts'
import { type GeneratedSource, makeArchive, makeSources } from '../products/casework/evidence/source/testing.ts'
import { loadBuiltIn } from '../products/casework/packs/built-in.ts'
import { readVocabulary } from '../products/casework/packs/vocabulary.ts'
import type { Bench } from './benches.ts'

/** As many as in abapGit's own archive. */
const FILES = 754
const ROUNDS = 2

export const evidenceBench: Bench = {
  name: 'evidence',
  run: async () => {
    const estate = process.env.BENCH_ESTATE
    const sources = estate ? sourcesIn(estate) : makeSources(FILES)
    const lines = sources.reduce((sum, { text }) => sum + text.split('\n').length, 0)
    const folder = mkdtempSync(join(tmpdir(), 'veritrace-bench-'))
    const path = join(folder, 'bench.zip')
    writeFileSync(path, makeArchive(sources))
    try {
      const { whole, alone } = await timesOf(path, sources)
      return [
        {
          what: 'parsing and resolving its files alone / an archive read whole',
          ratio: alone / whole,
          // Reading may take at most 1.3 times as long.
          target: 1 / 1.3,
          detail: `${lines} lines in ${sources.length} files: ${whole.toFixed(0)} ms against ${alone.toFixed(0)} ms`,
        },
      ]
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

/** Uses a local repository, if given. */
function sourcesIn(folder: string): GeneratedSource[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => /^[^.]+\.\w{4}\..*(?:abap|xml|as\w+)$/i.test(basename(name)) && !/\.devc\./.test(name))
    .map((filename) => ({ filename, text: readFileSync(join(folder, filename), 'utf8') }))
}

async function timesOf(path: string, sources: readonly GeneratedSource[]) {
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
  const best = { whole: Number.POSITIVE_INFINITY, alone: Number.POSITIVE_INFINITY }
  // They alternate, and the first round warms up the compiler.
  for (let round = 0; round <= ROUNDS; round++) {
    const alone = await timeOf(() =>
      resolveBaseline(sources.filter(({ filename }) => !/\.testclasses\.abap$/i.test(filename))),
    )
    const whole = await timeOf(() => parse({ ...order, mapping: undefined }))
    if (round > 0) {
      best.alone = Math.min(best.alone, alone)
      best.whole = Math.min(best.whole, whole)
    }
  }
  return best
}

async function timeOf(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
