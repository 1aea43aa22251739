// Known findings, in a file that is committed with the sources. Each finding is one line, so that changes can be reviewed.
import { readFile, writeFile } from 'node:fs/promises'
import { t } from '@veritrace/contract/endpoint'
import { checkValue, type Static } from '@veritrace/platform/json-schema'
import { shortForm } from '../model/artifacts.ts'
import { CannotRun } from './cannot-run.ts'
import type { Finding } from './finding.ts'

const FORMAT = 'veritrace-casework-baseline 1'
export type Baseline = ReadonlyMap<string, string>

const Baseline = t.Object({
  format: t.Literal(FORMAT),
  findings: t.Array(t.Object({ fingerprint: t.String({ minLength: 8, maxLength: 128 }), level: t.String() })),
})

/** Returns the level of each fingerprint. */
export async function readBaseline(path: string): Promise<Baseline> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CannotRun(`The baseline “${path}” cannot be opened. Write one with --write-baseline ${path}.`)
  })
  const { findings } = parseBaseline(path, text)
  return new Map(findings.map(({ fingerprint, level }) => [fingerprint, level]))
}

function parseBaseline(path: string, text: string): Static<typeof Baseline> {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new CannotRun(
      `The baseline “${path}” is not valid JSON. Restore it, or write a new one with --write-baseline.`,
    )
  }
  const { value, faults } = checkValue(Baseline, given)
  if (value) return value
  const [first] = faults
  throw new CannotRun(`“${path}” is not a baseline of this command: ${first?.path} ${first?.message}.`)
}

export async function writeBaseline(path: string, target: string, findings: readonly Finding[]): Promise<void> {
  const lines = findings
    .map((one) => ({
      fingerprint: one.fingerprint,
      level: one.level,
      object: shortForm(one.object),
      about: one.reference ? shortForm(one.reference) : (one.technology ?? ''),
      file: one.file,
    }))
    .toSorted((a, b) => (a.file === b.file ? order(a.fingerprint, b.fingerprint) : order(a.file, b.file)))
    .map((line) => `    ${JSON.stringify(line)}`)
  const head = `{\n  "format": ${JSON.stringify(FORMAT)},\n  "target": ${JSON.stringify(target)},\n  "findings": [`
  const text = `${head}${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]\n}\n`
  await writeFile(path, text).catch((error: Error) => {
    throw new CannotRun(`The baseline “${path}” cannot be written: ${error.message}.`)
  })
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
