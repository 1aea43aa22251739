import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { SearchInput } from '../../ui/field.tsx'

const PATIENCE_MS = 250

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & { value: string; onChange(text: string): void }

/** Tells what was typed once the typing rests: letters get lost on the way through an address and back. */
export function RestingInput({ value, onChange, ...rest }: Props) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Somebody else has set it, such as a button that shows all.
    if (value !== told.current) setText(value)
    told.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      told.current = next.trim()
      onChange(told.current)
    }, PATIENCE_MS)
  }
  return <SearchInput {...rest} value={text} onChange={({ target }) => type(target.value)} />
}
