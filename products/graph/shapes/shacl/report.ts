// Validation reports: as JSON, and as the graph that SHACL §3.6 defines.
import type { ValidationResult } from '@veritrace/contract/graph/shapes'
import { writeTerm } from '../../terms/nquads.ts'
import { pathText, pathTurtle } from './path.ts'
import type { Finding } from './shapes.ts'
import { isBlank, type Key, literal, readLiteral, termOf, textOf } from './terms.ts'
import { SH } from './vocabulary.ts'

export const resultOf = ({ shape, focus, path, value, component, message }: Finding): ValidationResult => ({
  focusNode: textOf(focus),
  path: path ? pathText(path) : null,
  value: value === undefined ? null : textOf(value),
  severity: textOf(shape.severity),
  message: textOf(inPlainLanguage(shape.messages) ?? literal(message)),
  constraint: textOf(component),
  sourceShape: textOf(shape.node),
})

/** Prefers a text without a language, then English, then the first. */
export function inPlainLanguage(texts: readonly Key[]): Key | undefined {
  const languageOf = (text: Key) => readLiteral(text).language
  return (
    texts.find((text) => languageOf(text) === undefined) ??
    texts.find((text) => /^en(?:-|$)/.test(languageOf(text)!)) ??
    texts[0]
  )
}

export function reportTurtle(findings: readonly Finding[], total: number): string {
  const write = termWriter()
  const results = findings.map(({ shape, focus, path, value, component, message }) =>
    [
      '[ a sh:ValidationResult',
      `sh:focusNode ${write(focus)}`,
      ...(path ? [`sh:resultPath ${pathTurtle(path)}`] : []),
      ...(value === undefined ? [] : [`sh:value ${write(value)}`]),
      `sh:resultSeverity ${write(shape.severity)}`,
      `sh:sourceConstraintComponent ${write(component)}`,
      `sh:sourceShape ${write(shape.node)}`,
      `sh:resultMessage ${(shape.messages.length > 0 ? shape.messages : [literal(message)]).map(write).join(', ')} ]`,
    ].join(' ;\n    '),
  )
  const body = [
    '[] a sh:ValidationReport',
    `sh:conforms ${total === 0}`,
    ...results.map((result) => `sh:result ${result}`),
  ]
  const left = total - findings.length
  const note =
    left > 0
      ? `# ${left} more results are omitted.
  `
      : ''
  return `@prefix sh: <${SH}> .\n\n${note}${body.join(' ;\n  ')} .\n`
}

/** Renames blank nodes, because labels in the shapes and in the data are independent. */
function termWriter(): (key: Key) => string {
  const labels = new Map<Key, string>()
  return (key) => {
    if (!isBlank(key)) return writeTerm(termOf(key))
    const label = labels.get(key) ?? `_:b${labels.size + 1}`
    labels.set(key, label)
    return label
  }
}
