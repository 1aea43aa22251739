// Describes an input in one line. Pure.

import type { StudioInput } from '@veritrace/contract/casework/studio-shapes'
import { cutText } from '@veritrace/platform/text'
import { counted } from '../../model/counted.ts'

const LABELS = {
  abap_source: 'ABAP source',
  cds_source: 'CDS source',
  object_list: 'List of objects',
  evidence: 'File',
  text: 'Text',
} as const
const LONGEST = 120

export function summaryOf({ kind, filename, content, objects, evidence_id }: StudioInput): string {
  const lines = content?.split('\n')
  const first = lines?.find((line) => line.trim() !== '')?.trim() ?? ''
  const about = filename ?? evidence_id ?? objects?.slice(0, 5).join(', ') ?? first
  const size = lines ? `, ${counted(lines.length, 'line')}` : objects ? `, ${counted(objects.length, 'name')}` : ''
  return `${LABELS[kind]}${size}: ${cutText(about, LONGEST)}`
}
