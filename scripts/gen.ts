// npm run gen: writes the documents that are generated from the code, or records what is recorded.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { wordsFromShell } from '@veritrace/platform/command-line'
import { documents } from './documents.ts'
import { recordExamples } from './record-examples.ts'
import { STABLE_FILE, stableText, stableToday } from './stable.ts'

const { positionals, values } = wordsFromShell({
  name: 'npm run gen',
  words: '[stable | examples]',
  about: `Writes the OpenAPI documents and the other generated pages in docs/. “stable” confirms that operations, fields,
error codes, event types or roles were removed on purpose. “examples” records the calls that the API reference shows, from a
running demo.`,
  options: { url: { type: 'string', value: 'URL', default: 'http://localhost:8080', help: 'examples: the server' } },
  examples: ['npm run gen', 'npm run gen -- stable', 'npm run gen -- examples'],
})
const [what = 'all'] = positionals
if (positionals.length > 1 || !['all', 'stable', 'examples'].includes(what)) {
  console.error(`“${positionals.join(' ')}” cannot be generated; “npm run gen -- --help” shows what can.`)
  process.exit(2)
}
if (what === 'examples') {
  await recordExamples(values.url)
  process.exit()
}

// Before the rest, which adds to what is recorded.
if (what === 'stable') writeFileSync(STABLE_FILE, stableText(stableToday()))
for (const [path, text] of Object.entries(documents())) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(`wrote ${path}`)
}
