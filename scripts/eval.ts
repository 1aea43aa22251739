// npm run eval -- --gold FILE --html-root FOLDER [--out predictions.json] [--errors]
// Runs the extractor over labelled documents, prints the scores and writes the predictions.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { predict } from '../products/provenance/extract/eval/predict.ts'
import { score } from '../products/provenance/extract/eval/score.ts'
import { tableOf } from '../products/provenance/extract/eval/table.ts'

const { values } = parseArgs({
  options: {
    gold: { type: 'string' },
    'html-root': { type: 'string' },
    out: { type: 'string' },
    errors: { type: 'boolean', default: false },
  },
})
if (!values.gold || !values['html-root']) {
  console.error('usage: npm run eval -- --gold FILE --html-root FOLDER [--out predictions.json] [--errors]')
  process.exit(2)
}
const root = values['html-root']
const gold = JSON.parse(readFileSync(values.gold, 'utf8'))
const started = performance.now()
const { predictions } = predict(gold, pageOf)
const took = performance.now() - started
const { scores, errors } = score(gold, predictions, pageOf)
for (const line of tableOf(scores)) console.log(line)
console.log(`\n${Object.keys(predictions).length} documents in ${took.toFixed(0)} ms`)
if (values.errors) for (const error of errors) console.log(error.join('\t'))
if (values.out) writeFileSync(values.out, `${JSON.stringify(predictions, null, 1)}\n`)

function pageOf(html: string): string | undefined {
  try {
    return readFileSync(join(root, html), 'utf8')
  } catch {
    return undefined
  }
}
