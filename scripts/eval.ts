// npm run eval [-- claims …] | npm run eval -- abap --estates FOLDER [--only NAME] [--all] [--samples N --seed S]
// Claims: runs the extractor on labeled documents (eval-claims.ts). ABAP: runs the reader on the repositories in a folder and
// compares it with an independent oracle; exits with 1 if a bar is missed.
import { parseArgs } from 'node:util'
import { evaluateEstates } from '../products/casework/evidence/eval/run-estates.ts'

if (process.argv[2] === 'abap') await abap()
else await import('./eval-claims.ts')

async function abap(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      estates: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      all: { type: 'boolean', default: false },
      samples: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
    },
  })
  const { estates, only, all } = values
  if (!estates) {
    console.error('usage: npm run eval -- abap --estates FOLDER [--only NAME] [--all] [--samples N --seed S]')
    process.exit(2)
  }
  const order = { folder: estates, only, all, samples: Number(values.samples), seed: Number(values.seed) }
  process.exitCode = (await evaluateEstates({ ...order, say: (line) => console.log(line) })) ? 0 : 1
}
