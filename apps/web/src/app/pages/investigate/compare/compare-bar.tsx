import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/field.tsx'

interface Props {
  picker: ReactNode
  options: readonly { value: string; label: string }[]
  from: string | undefined
  to: string | undefined
  onChange(part: { from?: string; to?: string }): void
  isMine?: boolean
  onMine?(): void
}
/** Selects the two sides of a comparison. */
export function CompareBar({ picker, options, from, to, onChange, isMine, onMine }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
      {picker}
      <Side label="From" value={from} options={options} onChange={(value) => onChange({ from: value })} />
      <ArrowRight aria-hidden className="size-4 text-ink-3 max-sm:hidden" />
      <Side label="To" value={to} options={options} onChange={(value) => onChange({ to: value })} />
      {onMine && (
        <Button variant={isMine ? 'soft' : 'outline'} aria-pressed={isMine} onClick={onMine}>
          Used by the project
        </Button>
      )}
    </div>
  )
}

interface SideProps {
  label: string
  value: string | undefined
  options: Props['options']
  onChange(value: string): void
}
const Side = ({ label, value, options, onChange }: SideProps) => (
  <Select
    aria-label={label}
    className="w-80 max-w-full max-sm:w-full"
    value={value ?? ''}
    onChange={({ target }) => onChange(target.value)}
  >
    {!options.some((option) => option.value === value) && <option value={value ?? ''}>{value ?? 'Select…'}</option>}
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </Select>
)
