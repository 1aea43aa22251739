// Someone comes for the first time: what is where, once.
import { Link, useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Card } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { COMMAND_KEY } from '../../../ui/hotkeys.ts'
import { PLACES } from '../../navigation.ts'

const WORDS: Readonly<Record<string, string>> = {
  investigate: 'Look up an object: its level, why, and what to use instead.',
  cases: 'One question each: what is known, what to do, who decided.',
  studio: 'Paste code and see what keeps it from the target.',
  govern: 'How ready the estate is, and which controls hold.',
}

export function Welcome() {
  const navigate = useNavigate()
  return (
    <Card>
      <header className="flex items-center gap-3 border-b px-4 py-2.5">
        <h2 className="flex-1 text-base font-semibold">Welcome. Four places to know</h2>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Close the tour"
          onClick={() =>
            navigate({ to: '/home', search: (words) => ({ ...words, welcome: undefined }), replace: true })
          }
        >
          <X />
        </Button>
      </header>
      <ul className="grid gap-px bg-line-row sm:grid-cols-2">
        {PLACES.filter(({ id }) => WORDS[id]).map(({ id, icon: Icon, label, to, key }) => (
          <li key={id} className="bg-surface">
            <Link to={to} className="flex h-full items-start gap-3 px-4 py-3 hover:bg-hover">
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
              <span className="text-sm">
                <span className="font-medium">{label}</span>
                <span className="ml-2 text-xs text-ink-3">G {key.toUpperCase()}</span>
                <span className="block text-ink-2">{WORDS[id]}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="border-t px-4 py-2 text-xs text-ink-3">
        {COMMAND_KEY} K finds any object, case or answer from everywhere.
      </p>
    </Card>
  )
}
