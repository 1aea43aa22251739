import { Plus, X } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { Input } from '../../../../ui/field.tsx'
import type { Header } from './draft.ts'

const MAX_HEADERS = 20

/** Custom headers of every message. Stored values are hidden and can only be replaced. */
export function Headers({ headers, onChange }: { headers: readonly Header[]; onChange(headers: Header[]): void }) {
  const set = (id: number, change: Partial<Header>) =>
    onChange(headers.map((one) => (one.id === id ? { ...one, ...change } : one)))
  const add = () =>
    onChange([...headers, { id: Math.max(-1, ...headers.map(({ id }) => id)) + 1, name: '', value: '' }])
  return (
    <fieldset className="flex flex-col items-start gap-2 text-sm">
      <legend className="pb-1 font-medium">
        Custom headers <span className="font-normal text-ink-3">(such as a token for your gateway)</span>
      </legend>
      {headers.map(({ id, name, value, mask }) => (
        <div key={id} className="grid w-full grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-2">
          <Input
            aria-label="Header name"
            placeholder="X-Token"
            maxLength={64}
            value={name}
            className="font-mono"
            // The hidden value belongs to the old name.
            onChange={({ target }) => set(id, { name: target.value, mask: undefined })}
          />
          <Input
            aria-label={`Value of ${name || 'the header'}`}
            placeholder={mask ? 'Hidden. Type to replace.' : ''}
            maxLength={1024}
            autoComplete="off"
            value={value}
            className="font-mono"
            onChange={({ target }) => set(id, { value: target.value })}
          />
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remove header ${name}`}
            onClick={() => onChange(headers.filter((one) => one.id !== id))}
          >
            <X />
          </Button>
        </div>
      ))}
      <Button size="sm" disabled={headers.length >= MAX_HEADERS} onClick={add}>
        <Plus />
        Add header
      </Button>
    </fieldset>
  )
}
