// The formats by the names that the command knows them by.
import { CannotRun } from '../cannot-run.ts'
import type { Result } from '../result.ts'
import { asCheckstyle } from './checkstyle.ts'
import { asGitHub } from './github.ts'
import { asGitLab } from './gitlab.ts'
import { asJson } from './json.ts'
import { asSarif } from './sarif.ts'
import { asText } from './text.ts'

const FORMATS: Readonly<Record<string, (result: Result) => string>> = {
  text: asText,
  json: asJson,
  sarif: asSarif,
  github: asGitHub,
  gitlab: asGitLab,
  checkstyle: asCheckstyle,
}
export const FORMAT_NAMES = Object.keys(FORMATS)

export interface Output {
  format: string
  /** Absent for the standard output. */
  file?: string
}

/** `sarif=findings.sarif`, or `text`. */
export function readOutputs(words: readonly string[]): Output[] {
  const outputs = (words.length > 0 ? words : ['text']).map((word) => {
    const at = word.indexOf('=')
    const [format, file] = at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)]
    if (!Object.hasOwn(FORMATS, format))
      throw new CannotRun(`--format: “${format}” is not known. Choose from ${FORMAT_NAMES.join(', ')}.`)
    if (file === '') throw new CannotRun(`--format: name a file after “${format}=”.`)
    return file === undefined ? { format } : { format, file }
  })
  if (outputs.filter(({ file }) => file === undefined).length > 1)
    throw new CannotRun(
      '--format: only one format can go to the standard output. Give the others a file, as in sarif=findings.sarif.',
    )
  return outputs
}

export const write = (format: string, result: Result): string => FORMATS[format]!(result)
