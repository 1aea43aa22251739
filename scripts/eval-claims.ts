// The claims of `npm run eval`.
// Runs the extractor over labelled documents and prints the scores, by category and by language, each with an interval. Of
// documents of use "check" only totals are printed, never an error. Without a file it reads both sets of labelled documents, and
// says how far confidences can be believed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crossValidated } from '../products/provenance/extract/eval/calibration.ts'
import { fitnessOf, type Guess } from '../products/provenance/extract/eval/curve.ts'
import { readGold } from '../products/provenance/extract/eval/gold.ts'
import { labelledClaims } from '../products/provenance/extract/eval/labelled-claims.ts'
import { madeUpClaims } from '../products/provenance/extract/eval/made-up.ts'
import { predict } from '../products/provenance/extract/eval/predict.ts'
import { reportOf } from '../products/provenance/extract/eval/report.ts'
import { type Scored, score } from '../products/provenance/extract/eval/score.ts'
import { LABELLED } from '../products/provenance/extract/eval/sets.ts'
import { fitnessTable, tableOf } from '../products/provenance/extract/eval/table.ts'

interface Order {
  gold?: string | undefined
  'html-root'?: string | undefined
  out?: string | undefined
  errors: boolean
}

/** Returns the exit code. */
export function evaluateClaims(order: Order): number {
  const { gold, 'html-root': root } = order
  const sets = gold && root ? [{ gold, root }] : LABELLED.filter(isHere)
  if (sets.length === 0) {
    console.error('The labeled documents are missing. Name others with --gold FILE --html-root FOLDER.')
    return 2
  }
  for (const set of sets) evaluate(set, order)
  if (!gold) judgeConfidence()
  return 0
}

function evaluate({ gold: file, root }: { gold: string; root: string }, values: Order): void {
  const gold = readGold(readFileSync(file, 'utf8'))
  const pageOf = (html: string): string | undefined => readIfThere(join(root, html))
  const started = performance.now()
  const { predictions } = predict(gold, pageOf)
  const took = performance.now() - started
  const scored = score(gold, predictions, pageOf)
  const tune = scored.filter(({ use }) => use === 'tune')
  console.log(`${file}: ${Object.keys(predictions).length} documents in ${took.toFixed(0)} ms\n`)
  show('tune', tune)
  for (const lang of new Set(tune.map((one) => one.lang)))
    show(
      `tune, ${lang}`,
      tune.filter((one) => one.lang === lang),
    )
  show(
    'check',
    scored.filter(({ use }) => use === 'check'),
  )
  if (values.errors)
    for (const { id, errors } of tune) for (const error of errors) console.log([id, ...error].join('\t'))
  if (values.out) writeFileSync(values.out, `${JSON.stringify(predictions, null, 1)}\n`)
}

function judgeConfidence(): void {
  const claims = labelledClaims()
  const [tune, check] = ['tune', 'check'].map((use) => claims.filter((one) => one.use === use))
  const guesses: [string, Guess[]][] = [
    ['tune', tune ?? []],
    ['tune, each document by what was learned from others', crossValidated(tune ?? [], madeUpClaims())],
    ['check', check ?? []],
  ]
  for (const [title, those] of guesses) for (const line of fitnessTable(title, fitnessOf(those))) console.log(line)
}

function show(title: string, documents: readonly Scored[]): void {
  if (documents.length === 0) return
  for (const line of tableOf(title, documents.length, reportOf(documents))) console.log(line)
}

function isHere({ gold }: { gold: string }): boolean {
  return existsSync(gold)
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
