// Is this list the vendor's subprocessors, or one that only looks like it?
import { matchable } from '../read/characters.ts'
import type { Block, DocumentContext, ReadDocument } from '../types.ts'

export type Standing = 'third_party' | 'affiliate' | 'former' | 'planned'

const SUBPROCESSOR = /\bsub[\s-]?processors?\b|\bsub[\s-]?contractors?\b/
const LOOK_ALIKE =
  /\bcompany processors\b|\bprocessors? of the company\b|\bresearchers?\b|\bhall of fame\b|\backnowledg|\bintegrations?\b|\bchange ?log\b|\brevision history\b|\bversion history\b|\bcookies?\b|\bnot (?:a )?sub[\s-]?processors?\b|\bcustomers (?:include|who)\b|\bexamples?\b|\brelated (?:articles|pages|links)\b|\bfurther reading\b|\bwhat is a\b|\bdue diligence\b|\bobligations?\b|\bobject(?:ion)?\b/
const AFFILIATE =
  /\baffiliates?\b|\bsubsidiar(?:y|ies)\b|\bgroup (?:compan|entit|members)|\bintra-?group\b|\bcorporate (?:group|entities)\b|\bour entities\b/
const FORMER = /\b(?:former|previous|removed|retired|discontinued|deprecated|past)\b/
const PLANNED = /\b(?:planned|upcoming|future|pending|proposed|to be added)\b/

export interface Place {
  relevant: boolean
  standing: Standing
}

/** `nearby` is what stands in the list itself: its header row, or nothing. */
export function placeOf(block: Block, document: ReadDocument, { kind }: DocumentContext, nearby = ''): Place {
  const nearest = matchable(block.path.at(-1) ?? '')
  const lead = matchable(block.lead)
  const page = matchable(`${document.title} / ${block.path[0] ?? ''}`)
  const said = lastSentence(lead)
  const here = `${nearest} / ${said} / ${nearby}`
  const speaks =
    SUBPROCESSOR.test(here) || SUBPROCESSOR.test(lead) || SUBPROCESSOR.test(matchable(block.path.join(' / ')))
  const onPage = SUBPROCESSOR.test(page) || /sub-?processor/.test(kind)
  const refused =
    LOOK_ALIKE.test(nearest) || (LOOK_ALIKE.test(page) && !SUBPROCESSOR.test(page)) || LOOK_ALIKE.test(said)
  return { relevant: (speaks || onPage) && !refused, standing: standingOf(nearest, said) }
}

export function speaksOfSubprocessors(view: string): boolean {
  return SUBPROCESSOR.test(view)
}

function standingOf(nearest: string, lead: string): Standing {
  const said = `${nearest} / ${lead}`
  if (FORMER.test(nearest)) return 'former'
  if (PLANNED.test(nearest)) return 'planned'
  return AFFILIATE.test(nearest) || (AFFILIATE.test(said) && !/third[\s-]part/.test(said)) ? 'affiliate' : 'third_party'
}

function lastSentence(text: string): string {
  return text.split(/(?<=[.!?])\s+/).at(-1) ?? ''
}
