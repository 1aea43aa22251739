// npm run gen: writes the documents that are generated from the code.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { documents } from './documents.ts'

for (const [path, text] of Object.entries(documents())) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(`wrote ${path}`)
}
