import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { SearchInput } from '../../ui/field.tsx'

const DEBOUNCE_MS = 250

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & { value: string; onChange(text: string): void }

/** A debounced search field: without a delay, characters get lost on the way through the URL and back. */
export function DebouncedInput({ value, onChange, ...rest }: Props) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Something else changed the value, such as a button that clears the filters.
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = next.trim()
      onChange(sent.current)
    }, DEBOUNCE_MS)
  }
  return <SearchInput {...rest} value={text} onChange={({ target }) => type(target.value)} />
}
