import { CircleCheck, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Alert } from '../../shared/alert.tsx'
import { bytes } from '../../shared/bytes.ts'
import { KindField } from './detail-fields.tsx'
import type { Draft } from './use-new-evidence.ts'

interface Props {
  draft: Draft
  isBusy: boolean
  onChange(part: Partial<Draft>): void
  onRemove(): void
}
/** One file to upload: its title and details, and its progress. */
export function DraftFields({ draft, isBusy, onChange, onRemove }: Props) {
  const { file, title, kind, validUntil, state, unfit, error, errors } = draft
  return (
    <li className="flex flex-col gap-3 rounded-lg border bg-surface p-3">
      <div className="flex min-h-7 items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-mono text-xs" title={file.name}>
          {file.name}
        </span>
        <span className="shrink-0 text-xs text-ink-3 tnum">{bytes(file.size)}</span>
        {state === 'sending' && (
          <progress
            className="h-1.5 w-24 accent-accent"
            max={1}
            value={draft.share}
            aria-label={`Uploading ${file.name}`}
          />
        )}
        {state === 'done' && (
          <span className="inline-flex items-center gap-1 text-xs text-positive">
            <CircleCheck aria-hidden className="size-4" /> Added
          </span>
        )}
        {!isBusy && state !== 'done' && (
          <Button variant="ghost" size="icon-sm" aria-label={`Remove ${file.name}`} onClick={onRemove}>
            <X />
          </Button>
        )}
      </div>
      {error && <Alert>{error}</Alert>}
      {state !== 'done' && !unfit && (
        <div className="grid gap-3 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <Field label="Title" required error={errors.title}>
              <Input
                required
                pattern=".*\S.*"
                maxLength={200}
                value={title}
                disabled={isBusy}
                onChange={({ target }) => onChange({ title: target.value })}
              />
            </Field>
          </div>
          <KindField value={kind} onChange={(next) => onChange({ kind: next })} error={errors.kind} />
          <Field label="Valid until" error={errors.valid_until} hint="Last valid day. We remind you before it expires.">
            <Input
              type="date"
              value={validUntil}
              disabled={isBusy}
              onChange={({ target }) => onChange({ validUntil: target.value })}
            />
          </Field>
        </div>
      )}
    </li>
  )
}
