// The output formats by name.
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
  /** Absent for standard output. */
  file?: string
}

/** Reads values such as `sarif=findings.sarif` or `text`. */
export function readOutputs(values: readonly string[]): Output[] {
  const outputs = (values.length > 0 ? values : ['text']).map((value) => {
    const at = value.indexOf('=')
    const [format, file] = at < 0 ? [value] : [value.slice(0, at), value.slice(at + 1)]
    if (!Object.hasOwn(FORMATS, format))
      throw new CannotRun(`--format: “${format}” is not valid. Choose from ${FORMAT_NAMES.join(', ')}.`)
    if (file === '') throw new CannotRun(`--format: name a file after “${format}=”.`)
    return file === undefined ? { format } : { format, file }
  })
  if (outputs.filter(({ file }) => file === undefined).length > 1)
    throw new CannotRun(
      '--format: only one format can go to standard output. Give the others a file, such as sarif=findings.sarif.',
    )
  return outputs
}

export const write = (format: string, result: Result): string => FORMATS[format]!(result)
