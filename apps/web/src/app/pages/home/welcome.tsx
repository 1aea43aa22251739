// A tour of the main pages, shown once on the first visit.
import { Link, useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Card } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { COMMAND_KEY } from '../../../ui/hotkeys.ts'
import { PLACES } from '../../navigation.ts'

const HINTS: Readonly<Record<string, string>> = {
  investigate: 'Look up an object: its level, the reasons, and what to use instead.',
  cases: 'One question each: what is known, what to do, and who decided.',
  studio: 'Paste code and see what keeps it from the target.',
  govern: 'How ready the estate is, and which controls pass.',
}

export function Welcome() {
  const navigate = useNavigate()
  return (
    <Card>
      <header className="flex items-center gap-3 border-b px-4 py-2.5">
        <h2 className="flex-1 text-base font-semibold">Welcome: four places to know</h2>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Close the tour"
          onClick={() =>
            navigate({ to: '/home', search: (before) => ({ ...before, welcome: undefined }), replace: true })
          }
        >
          <X />
        </Button>
      </header>
      <ul className="grid gap-px bg-line-row sm:grid-cols-2">
        {PLACES.filter(({ id }) => HINTS[id]).map(({ id, icon: Icon, label, to, key }) => (
          <li key={id} className="bg-surface">
            <Link to={to} className="flex h-full items-start gap-3 px-4 py-3 hover:bg-hover">
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
              <span className="text-sm">
                <span className="font-medium">{label}</span>
                <span className="ml-2 text-xs text-ink-3">G {key.toUpperCase()}</span>
                <span className="block text-ink-2">{HINTS[id]}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="border-t px-4 py-2 text-xs text-ink-3">
        Press {COMMAND_KEY} K on any page to find an object, a case or an answer.
      </p>
    </Card>
  )
}
