import { SECTIONS } from '@veritrace/contract/provenance/pages'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Choice } from './choice.tsx'
import type { Section } from './page-fields.ts'

const LABELS: Readonly<Record<Section, readonly [title: string, hint: string]>> = {
  subprocessors: ['Subprocessors', 'Vendors that process data for you'],
  disclosures: ['Disclosures', 'Your own statements about security'],
  evidence: ['Evidence', 'Titles of approved files, without downloads'],
}

interface Props {
  value: readonly Section[]
  onChange(value: Section[]): void
}
/** Visible sections in their order, then the hidden ones. */
export function Sections({ value, onChange }: Props) {
  const all = [...value, ...SECTIONS.filter((name) => !value.includes(name))]
  const show = (name: Section, isShown: boolean) =>
    onChange(isShown ? [...value, name] : value.filter((one) => one !== name))
  const move = (name: Section, by: number) => {
    const next = value.filter((one) => one !== name)
    next.splice(value.indexOf(name) + by, 0, name)
    onChange(next)
  }
  return (
    <ul className="divide-y divide-line-row">
      {all.map((name) => {
        const at = value.indexOf(name)
        const [title, hint] = LABELS[name]
        return (
          <li key={name} className="flex items-center gap-2 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <Choice label={title} hint={hint} checked={at >= 0} onChange={(isShown) => show(name, isShown)} />
            </div>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Move ${title} up`}
              disabled={at <= 0}
              onClick={() => move(name, -1)}
            >
              <ArrowUp />
            </Button>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Move ${title} down`}
              disabled={at < 0 || at === value.length - 1}
              onClick={() => move(name, 1)}
            >
              <ArrowDown />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
