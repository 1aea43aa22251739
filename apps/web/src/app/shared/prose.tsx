// Renders the Markdown subset of the API: paragraphs, lists, **strong**, `code`, and [n] for citations.
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
    <div className={cn('flex max-w-[80ch] flex-col gap-2 wrap-anywhere', className)}>
      {blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text do not move
        <Block key={i} text={block} onCite={onCite} />
      ))}
    </div>
  )
}

const ITEM = /^\s*(?:[-*]|(\d+)[.)])\s+/

/** A block may start with text before its list. A line without a list marker continues the previous item. */
function Block({ text, onCite }: { text: string; onCite: Props['onCite'] }) {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => ITEM.test(line))
  const intro = (first < 0 ? lines : lines.slice(0, first)).join('\n')
  const items: string[] = []
  for (const line of first < 0 ? [] : lines.slice(first))
    if (ITEM.test(line)) items.push(line)
    else items.push(`${items.pop()} ${line.trim()}`)
  const number = ITEM.exec(items[0] ?? '')?.[1]
  const List = number ? 'ol' : 'ul'
  return (
    <>
      {intro && <p>{spans(intro.replace(/^#+\s*/, ''), onCite)}</p>}
      {items.length > 0 && (
        <List
          className={cn('flex flex-col gap-1 pl-5', number ? 'list-decimal' : 'list-disc')}
          {...(number && { start: Number(number) })}
        >
          {items.map((line) => (
            <li key={line}>{spans(line.replace(ITEM, ''), onCite)}</li>
          ))}
        </List>
      )}
    </>
  )
}

const SPAN = /(\*\*[^*]+\*\*|`[^`]+`|(?:\[\d{1,3}\])+[.,;:]?)/

/** One line of text with its inline markup. */
function spans(text: string, onCite?: (n: number) => void): ReactNode[] {
  const parts = text.split(SPAN)
  return parts.map((part, i) => {
    // The parts of a text do not move, so their index is a stable key.
    const key = `${i}`
    // Code after the last sentence is the id of a rule, shown small.
    const isAside = i === parts.length - 2 && parts[i + 1] === '' && /[.!?] $/.test(parts[i - 1] ?? '')
    if (part.startsWith('**')) return <strong key={key}>{part.slice(2, -2)}</strong>
    if (part.startsWith('`'))
      return (
        <code
          key={key}
          className={cn('font-mono', isAside ? 'text-2xs whitespace-nowrap text-ink-3' : 'text-[0.92em]')}
        >
          {part.slice(1, -1)}
        </code>
      )
    return /^\[\d+\]/.test(part) ? <Cites key={key} text={part} onCite={onCite} /> : part
  })
}

/** Does not wrap inside `[1][2].`, so that no line starts with the period. */
const Cites = ({ text, onCite }: { text: string; onCite: Props['onCite'] }) => (
  <span className="whitespace-nowrap">
    {[...text.matchAll(/\[(\d+)\]/g)].map(([mark, n]) => (
      <Cite key={mark} n={Number(n)} {...(onCite && { onOpen: onCite })} />
    ))}
    {text.replace(/^.*\]/, '')}
  </span>
)
