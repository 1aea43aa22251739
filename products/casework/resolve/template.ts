// Fills a pack's template. A line with a missing fact is left out. Pure.
import { ownValue } from '@veritrace/platform/names'

export type Values = Readonly<Record<string, string | number | undefined>>

export interface Written {
  headline: string
  text_md: string
}

/** The first line is the headline, without citation numbers. Undefined if no line is left. */
export function fill(template: string, values: Values): Written | undefined {
  const lines = template.split('\n').flatMap((line) => filled(line.trim(), values) ?? [])
  const [first] = lines
  if (first === undefined) return undefined
  return { headline: withoutCitations(first), text_md: lines.join('\n\n') }
}

function filled(line: string, values: Values): string | undefined {
  if (!line) return undefined
  let isWhole = true
  const text = line.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = ownValue(values, name)
    if (value === undefined || value === '') isWhole = false
    return String(value ?? '')
  })
  return isWhole ? text : undefined
}

const withoutCitations = (text: string): string => text.replace(/ ?\[\d+\]/g, '')
