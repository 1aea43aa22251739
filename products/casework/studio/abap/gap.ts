// What could not be known. Each gap has a marker that stays the same from one run to the next, so it can be searched for.
import { ownValue } from '@veritrace/platform/names'

export interface Gap {
  /** Such as `signature/BAPI_X`. */
  id: string
  kind: 'signature' | 'parameter' | 'statement' | 'field' | 'mapping'
  text: string
  /** How it is closed. */
  remedy: string
}

const REMEDIES: Readonly<Record<Gap['kind'], string>> = {
  signature:
    'Upload the function group as an abapGit archive, or a signature pack with its parameters, and write the files again.',
  parameter: 'Declare the parameter by hand, or give its type in a signature pack.',
  statement: 'Rewrite the statement by hand.',
  field: 'Find the element that shows this field, and add it to a field mapping pack.',
  mapping: 'Upload a field mapping pack, or the source of a CDS view that reads the table.',
}

export const gapOf = (kind: Gap['kind'], subject: string, text: string): Gap => ({
  id: `${kind}/${subject}`,
  kind,
  text,
  remedy: ownValue(REMEDIES, kind)!,
})

export const markerOf = ({ id }: Gap): string => `GAP(${id})`

const WIDTH = 100

/** As comments of ABAP, the marker first. */
export function gapComment(gap: Gap, indent: string): string[] {
  return comment(`TODO: ${markerOf(gap)} ${gap.text}`, indent)
}

export function comment(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.replace(/\s+/g, ' ').trim().split(' ')) {
    if (line && line.length + word.length + 1 > WIDTH) {
      lines.push(line)
      line = ''
    }
    line = line ? `${line} ${word}` : word
  }
  return [...lines, line].map((one) => `${indent}" ${one}`)
}

/** A text as a literal; a literal of ABAP ends at 255 characters. */
export const literal = (text: string): string => `\`${text.replaceAll('`', "'").replace(/\s+/g, ' ').slice(0, 200)}\``
