// A gap marks what is unknown in generated code. Its marker is the same in every run, so you can search for it.
import { ownValue } from '@veritrace/platform/names'

export interface Gap {
  /** Such as `signature/BAPI_X`. */
  id: string
  kind: 'signature' | 'parameter' | 'statement' | 'field' | 'mapping'
  text: string
  /** How to close it. */
  remedy: string
}

const REMEDIES: Readonly<Record<Gap['kind'], string>> = {
  signature:
    'Upload the function group as an abapGit archive, or a signature pack with its parameters. Then generate the files again.',
  parameter: 'Declare the parameter by hand, or add its type to a signature pack.',
  statement: 'Rewrite the statement by hand.',
  field: 'Find the element for this field and add it to a field mapping pack.',
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

/** ABAP comment lines that start with the marker. */
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

/** The text as an ABAP literal. ABAP limits literals to 255 characters. */
export const literal = (text: string): string => `\`${text.replaceAll('`', "'").replace(/\s+/g, ' ').slice(0, 200)}\``
