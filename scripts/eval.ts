// npm run eval: measures the extractor of claims, or the reader of ABAP (“abap”).
import { wordsFromShell } from '@veritrace/platform/command-line'

const { positionals, values } = wordsFromShell({
  name: 'npm run eval',
  words: '[claims | abap --estates FOLDER]',
  about: `“claims”, the default, scores the extractor on labeled documents, by category and language, with intervals. “abap” runs
the reader on the repositories in a folder and compares it with an independent oracle.`,
  options: {
    gold: { type: 'string', value: 'FILE', help: 'claims: labeled documents (default: both sets of the project)' },
    'html-root': { type: 'string', value: 'FOLDER', help: 'claims: the folder of the pages that FILE names' },
    out: { type: 'string', value: 'FILE', help: 'claims: writes the predictions' },
    errors: { type: 'boolean', default: false, help: 'claims: lists each error' },
    estates: { type: 'string', value: 'FOLDER', help: 'abap: the folder of the repositories; required' },
    only: { type: 'string', value: 'NAME', multiple: true, help: 'abap: only this repository' },
    all: { type: 'boolean', default: false, help: 'abap: lists everything, not only misses' },
    samples: { type: 'string', value: 'N', default: '0', help: 'abap: prints this many random uses to check by hand' },
    seed: { type: 'string', value: 'N', default: '1', help: 'abap: repeats the samples' },
  },
  notes: ['“abap” exits 1 if a bar is missed.'],
  examples: [
    'npm run eval',
    'npm run eval -- --gold gold.jsonl --html-root pages',
    'npm run eval -- abap --estates ../estates',
  ],
})
const [what = 'claims'] = positionals
if (positionals.length > 1 || !['claims', 'abap'].includes(what)) {
  console.error(`“${positionals.join(' ')}” cannot be measured; “npm run eval -- --help” shows what can.`)
  process.exit(2)
}
if (what === 'abap') await abap()
else await claims()

async function claims(): Promise<void> {
  // Each reader takes seconds to load, so only the one that is asked for is loaded.
  const { evaluateClaims } = await import('./eval-claims.ts')
  process.exitCode = evaluateClaims(values)
}

async function abap(): Promise<void> {
  const { estates, only = [], all } = values
  if (!estates) {
    console.error('Name the folder of the repositories: npm run eval -- abap --estates FOLDER.')
    process.exit(2)
  }
  const { evaluateEstates } = await import('../products/casework/evidence/eval/run-estates.ts')
  const order = { folder: estates, only, all, samples: Number(values.samples), seed: Number(values.seed) }
  process.exitCode = (await evaluateEstates({ ...order, say: (line) => console.log(line) })) ? 0 : 1
}
