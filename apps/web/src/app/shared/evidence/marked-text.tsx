// The text of a source: quoted words marked, named things underlined with their level.
import type { DocumentDetail } from '@veritrace/contract/casework/documents'
import { type ReactNode, useEffect, useRef } from 'react'

type Mention = DocumentDetail['mentions'][number]
interface Props {
  text: string
  mark?: readonly [number, number] | undefined
  mentions?: readonly Mention[]
  /** Where headings stand. */
  headings?: readonly (readonly [number, number])[]
  /** What is said about a mention when one points at it. */
  renderMention?(mention: Mention, words: string): ReactNode
}

/** The marked words are scrolled into view when they are first shown. */
export function MarkedText({ text, mark, mentions = [], headings = [], renderMention }: Props) {
  const place = useRef<HTMLElement>(null)
  const start = mark?.[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text or mark has to be brought into view too
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), [start, text])
  const pieces = cut(text, mark, renderMention ? mentions : [], headings)
  return (
    <div className="quote max-w-[80ch] break-words whitespace-pre-wrap text-ink">
      {pieces.map(({ at, words, mention, isMarked, isHeading }) => {
        const plain = mention && renderMention ? renderMention(mention, words) : words
        const shown = isHeading ? <strong className="text-lg font-semibold">{plain}</strong> : plain
        if (isMarked)
          return (
            <mark key={at} ref={at === start ? place : null}>
              {shown}
            </mark>
          )
        return <span key={at}>{shown}</span>
      })}
    </div>
  )
}

interface Piece {
  at: number
  words: string
  mention: Mention | undefined
  isMarked: boolean
  isHeading: boolean
}

/** Cuts the text wherever a mark or a mention begins or ends. */
function cut(
  text: string,
  mark: Props['mark'],
  mentions: readonly Mention[],
  headings: NonNullable<Props['headings']>,
): Piece[] {
  const edges = new Set([
    0,
    text.length,
    ...(mark ?? []),
    ...mentions.flatMap(({ start, end }) => [start, end]),
    ...headings.flat(),
  ])
  const sorted = [...edges].filter((at) => at >= 0 && at <= text.length).sort((a, b) => a - b)
  return sorted.slice(0, -1).map((at, i) => ({
    at,
    words: text.slice(at, sorted[i + 1]),
    mention: mentions.find(({ start, end }) => start <= at && at < end),
    isHeading: headings.some(([start, end]) => start <= at && at < end),
    isMarked: mark !== undefined && mark[0] <= at && at < mark[1],
  }))
}
