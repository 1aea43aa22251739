// npm run gen: writes the documents that are generated from the code. `-- examples` records the calls that the
// API reference shows.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { documents } from './documents.ts'
import { recordExamples } from './record-examples.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string', default: 'http://localhost:8080' } },
})
if (positionals[0] === 'examples') {
  await recordExamples(values.url)
  process.exit()
}

for (const [path, text] of Object.entries(documents())) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(`wrote ${path}`)
}
