import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import type { DraftItem } from './draft.ts'
import { useThings } from './use-request.ts'

const MAX_ITEMS = 50

interface Props {
  items: readonly DraftItem[]
  onChange(items: readonly DraftItem[]): void
  /** Inbound requests can name evidence and disclosures; outbound requests only have free text. */
  isOwn: boolean
  error?: string | undefined
}
/** The requested items. Each one is decided separately. */
export function ItemsField({ items, onChange, isOwn, error }: Props) {
  const [text, setText] = useState('')
  const { evidence, disclosures } = useThings()
  const shown = isOwn ? items : items.filter(({ kind }) => kind === 'free_text')
  const add = (item: DraftItem) => {
    if (!items.some(({ kind, value }) => kind === item.kind && value === item.value)) onChange([...items, item])
  }
  const addText = () => {
    const value = text.trim()
    if (!value) return
    add({ kind: 'free_text', value, label: value })
    setText('')
  }
  const addNamed = (kind: DraftItem['kind'], things: readonly { id: string; title: string }[]) =>
    things.map(({ id, title }) => (
      <option key={id} value={`${kind} ${id}`}>
        {title}
      </option>
    ))
  const onChoose = (chosen: string, label: string) => {
    const [kind, value = ''] = chosen.split(' ')
    add({ kind: kind as DraftItem['kind'], value, label })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter would submit the form.
    event.preventDefault()
    addText()
  }
  const isFull = items.length >= MAX_ITEMS
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-2 text-sm font-semibold">Requested items</legend>
      {shown.length > 0 && (
        <ul className="divide-y divide-line-row rounded-lg border">
          {shown.map((item) => (
            <li key={item.kind + item.value} className="flex items-center gap-2 py-1 pr-1 pl-3 text-sm">
              <span className="min-w-0 flex-1 wrap-anywhere">{item.label}</span>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Remove ${item.label}`}
                onClick={() => onChange(items.filter((one) => one !== item))}
              >
                <X />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        {isOwn && (
          <Field label="Add evidence or a disclosure">
            <Select
              value=""
              disabled={isFull}
              onChange={({ target }) => onChoose(target.value, target.selectedOptions[0]?.text ?? '')}
            >
              <option value="">Select…</option>
              <optgroup label="Evidence">
                {addNamed(
                  'evidence_id',
                  evidence.filter(({ review_status: now }) => now !== 'superseded' && now !== 'rejected'),
                )}
              </optgroup>
              <optgroup label="Disclosures">
                {addNamed(
                  'disclosure_id',
                  disclosures.filter(({ status: now }) => now !== 'superseded' && now !== 'withdrawn'),
                )}
              </optgroup>
            </Select>
          </Field>
        )}
        <Field label="Add another item" error={error}>
          <div className="flex gap-2">
            <Input
              maxLength={500}
              value={text}
              disabled={isFull}
              onKeyDown={onKeyDown}
              onChange={({ target }) => setText(target.value)}
            />
            <Button size="icon" aria-label="Add item" disabled={!text.trim() || isFull} onClick={addText}>
              <Plus />
            </Button>
          </div>
        </Field>
      </div>
    </fieldset>
  )
}
