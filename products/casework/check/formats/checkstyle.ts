// Findings in the format of Checkstyle, which most build servers read. Pure.
import type { Finding } from '../finding.ts'
import type { Result } from '../result.ts'

const SEVERITIES = { error: 'error', warning: 'warning', note: 'info' } as const

export function asCheckstyle({ pack, compared }: Result): string {
  const byFile = Map.groupBy(
    compared.map(({ finding }) => finding),
    ({ file }) => file,
  )
  const errorOf = ({ line, column, severity, message, rule }: Finding): string =>
    `    <error line="${line}"${column ? ` column="${column}"` : ''} severity="${SEVERITIES[severity]}" ` +
    `message="${escaped(message)}" source="${escaped(`${pack.ref.id}.${rule}`)}"/>`
  const files = [...byFile].map(([file, findings]) =>
    [`  <file name="${escaped(file)}">`, ...findings.map(errorOf), '  </file>'].join('\n'),
  )
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<checkstyle version="4.3">', ...files, '</checkstyle>', ''].join(
    '\n',
  )
}

const escaped = (text: string): string =>
  text
    // XML 1.0 has no way to write these.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
