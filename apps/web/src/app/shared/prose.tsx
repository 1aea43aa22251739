// The little Markdown that the API writes: paragraphs, lists, **strong**, `code` and [n] for a citation.
import type { ReactNode } from 'react'
import { Cite } from '../../ui/cite.tsx'
import { cn } from '../../ui/cn.ts'

interface Props {
  text: string
  onCite?: ((n: number) => void) | undefined
  className?: string
}
export function Prose({ text, onCite, className }: Props) {
  const blocks = text.trim().split(/\n{2,}/)
  return (
    <div className={cn('flex max-w-[80ch] flex-col gap-2', className)}>
      {blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one text stay where they are
        <Block key={i} text={block} onCite={onCite} />
      ))}
    </div>
  )
}

const ITEM = /^\s*(?:[-*]|\d+[.)])\s+/

function Block({ text, onCite }: { text: string; onCite: Props['onCite'] }) {
  const lines = text.split('\n')
  if (!lines.every((line) => ITEM.test(line))) return <p>{spans(text.replace(/^#+\s*/, ''), onCite)}</p>
  const List = /^\s*\d/.test(lines[0]!) ? 'ol' : 'ul'
  return (
    <List className={cn('flex flex-col gap-1 pl-5', List === 'ol' ? 'list-decimal' : 'list-disc')}>
      {lines.map((line) => (
        <li key={line}>{spans(line.replace(ITEM, ''), onCite)}</li>
      ))}
    </List>
  )
}

const SPAN = /(\*\*[^*]+\*\*|`[^`]+`|(?:\[\d{1,3}\])+[.,;:]?)/

/** One line of text with its marks. */
function spans(text: string, onCite?: (n: number) => void): ReactNode[] {
  return text.split(SPAN).map((part, i) => {
    // Parts of one text stay where they are, so their place names them.
    const key = `${i}`
    if (part.startsWith('**')) return <strong key={key}>{part.slice(2, -2)}</strong>
    if (part.startsWith('`'))
      return (
        <code key={key} className="font-mono text-[0.92em]">
          {part.slice(1, -1)}
        </code>
      )
    return /^\[\d+\]/.test(part) ? <Cites key={key} text={part} onCite={onCite} /> : part
  })
}

/** `[1][2].` stays together: a full stop at the beginning of a line looks lost. */
const Cites = ({ text, onCite }: { text: string; onCite: Props['onCite'] }) => (
  <span className="whitespace-nowrap">
    {[...text.matchAll(/\[(\d+)\]/g)].map(([mark, n]) => (
      <Cite key={mark} n={Number(n)} {...(onCite && { onOpen: onCite })} />
    ))}
    {text.replace(/^.*\]/, '')}
  </span>
)
