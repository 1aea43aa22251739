import { Search } from 'lucide-react'
import { type FormEvent, type Ref, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { SearchInput } from '../../../../ui/field.tsx'

interface Props {
  q: string
  onSearch(q: string | undefined): void
  ref: Ref<HTMLInputElement>
}
export function SearchBox({ q, onSearch, ref }: Props) {
  const [text, setText] = useState(q)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim() || undefined)
  }
  return (
    <form aria-label="Search" onSubmit={onSubmit} className="relative flex min-w-60 flex-1 items-center gap-2">
      <Search aria-hidden className="pointer-events-none absolute left-2.5 size-4 text-ink-3" />
      <SearchInput
        ref={ref}
        value={text}
        onChange={({ target }) => setText(target.value)}
        aria-label="A name or a question"
        placeholder="A name such as VBAK, or a question"
        className="pl-8"
        maxLength={1000}
      />
      <Button type="submit" variant="solid">
        Search
      </Button>
    </form>
  )
}
