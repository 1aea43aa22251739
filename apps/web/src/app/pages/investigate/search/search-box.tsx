import { Search } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, type Ref, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { SearchInput } from '../../../../ui/field.tsx'
import { listIn } from './names-in.ts'

interface Props {
  q: string
  onSearch(q: string | undefined): void
  /** Called with several names, one per line. */
  onList(names: string): void
  ref: Ref<HTMLInputElement>
}
export function SearchBox({ q, onSearch, onList, ref }: Props) {
  const [text, setText] = useState(q)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const names = listIn(text)
    if (names) onList(names)
    else onSearch(text.trim() || undefined)
  }
  // A single-line input would join the lines of a pasted list.
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    const names = /\n\s*\S/.test(pasted) ? listIn(pasted) : undefined
    if (!names) return
    event.preventDefault()
    onList(names)
  }
  return (
    <form aria-label="Search" onSubmit={onSubmit} className="relative flex min-w-60 flex-1 items-center gap-2">
      <Search aria-hidden className="pointer-events-none absolute left-2.5 size-4 text-ink-3" />
      <SearchInput
        ref={ref}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPaste={onPaste}
        aria-label="Name or question"
        placeholder="A name such as VBAK, several names, or a question"
        className="pl-8"
        maxLength={1000}
      />
      <Button type="submit" variant="solid">
        Search
      </Button>
    </form>
  )
}
