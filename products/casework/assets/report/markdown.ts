// Writes Markdown. Text from files is escaped, so that it is never interpreted as markup.

export const escaped = (text: string): string => text.replace(/[\\`*_{}[\]<>#|!~]/g, '\\$&').replace(/\s*\n\s*/g, ' ')
export const code = (text: string): string => `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``
export const numbered = (lines: readonly string[]): string => lines.map((line, at) => `${at + 1}. ${line}`).join('\n')
export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

/** Empty if there are no rows. Cells must be Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const share = (value: number): string => `${Math.round(value * 1000) / 10}%`
export const days = (value: number): string => String(Math.round(value * 10) / 10)
