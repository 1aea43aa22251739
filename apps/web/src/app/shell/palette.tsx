// ⌘K: any object name, case, project, document or question. Matches places here and searches the rest on the server.
import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { CalendarRange, CircleQuestionMark, FolderPlus, Moon, Search, Sun } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { setTheme } from '../../session/theme.ts'
import { Kbd } from '../../ui/bits.tsx'
import { useWayBack } from '../../ui/dialog.tsx'
import { PLACES, SETTINGS, VIEWS } from '../navigation.ts'
import { useMe } from '../shared/use-me.ts'
import { PaletteFound } from './palette-found.tsx'
import { Group, Item } from './palette-parts.tsx'

interface Props {
  open: boolean
  onOpenChange(open: boolean): void
}

export default function Palette({ open, onOpenChange }: Props) {
  const [text, setText] = useState('')
  const wayBack = useWayBack(open)
  const words = text.trim()
  const asked = useDeferredValue(words)
  const { data: me } = useMe()
  const isAdmin = me?.role === 'admin'
  const navigate = useNavigate()
  const places = isAdmin ? [...PLACES, SETTINGS] : PLACES
  // The lists accept queries of this length; longer text is a question.
  const isFindable = open && asked.length >= 2 && asked.length <= 200
  const go = (run: () => unknown) => () => {
    onOpenChange(false)
    setText('')
    run()
  }
  const search = (q: string) => navigate({ to: '/investigate', search: { tab: 'search', q } })
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.2_0.02_264/0.35)]" />
        <Dialog.Popup
          aria-label="Search and go"
          finalFocus={wayBack}
          className="fixed top-[14dvh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-xl bg-raised shadow-pop outline-none"
        >
          <Command label="Search and go" loop filter={matches}>
            <div className="flex items-center gap-2 border-b px-3.5">
              <Search aria-hidden className="size-4 text-ink-3" />
              <Command.Input
                autoFocus
                maxLength={1000}
                value={text}
                onValueChange={setText}
                placeholder="An object, a case, or a question…"
                className="h-12 flex-1 bg-transparent text-base outline-none placeholder:text-ink-3"
              />
              <Kbd>esc</Kbd>
            </div>
            <Command.List className="max-h-[24rem] overflow-y-auto p-1.5">
              <Command.Empty className="px-3 py-8 text-center text-sm text-ink-3">No results.</Command.Empty>
              {words.length >= 2 && (
                // Rendered immediately while typing, so that Enter selects it.
                <Group heading="Ask" forceMount>
                  <Item value="ask" onSelect={go(() => search(words))}>
                    <CircleQuestionMark />
                    <span className="flex-1 truncate">Look up “{words}”</span>
                    <Kbd>↵</Kbd>
                  </Item>
                </Group>
              )}
              {isFindable && <PaletteFound asked={asked} go={go} />}
              <Group heading="Actions">
                {me?.may.includes('work') && (
                  <Item value="New case" onSelect={go(() => navigate({ to: '/cases', search: { intent: 'new' } }))}>
                    <FolderPlus />
                    New case
                  </Item>
                )}
                {me?.may.includes('ask') && (
                  <Item
                    value="New plan"
                    onSelect={go(() => navigate({ to: '/cases', search: { intent: 'new-plan' } }))}
                  >
                    <CalendarRange />
                    New plan
                  </Item>
                )}
                <Item value="Light theme" keywords={['bright']} onSelect={go(() => setTheme('light'))}>
                  <Sun />
                  Light theme
                </Item>
                <Item value="Dark theme" keywords={['night']} onSelect={go(() => setTheme('dark'))}>
                  <Moon />
                  Dark theme
                </Item>
              </Group>
              <Group heading="Go to">
                {places.map(({ id, label, icon: Icon, to, key }) => (
                  <Item key={id} value={label} onSelect={go(() => navigate({ to }))}>
                    <Icon />
                    <span className="flex-1">{label}</span>
                    <Kbd>G {key.toUpperCase()}</Kbd>
                  </Item>
                ))}
                {VIEWS.map(({ label, icon: Icon, ...leads }) => (
                  <Item key={label} value={label} onSelect={go(() => navigate(leads))}>
                    <Icon />
                    <span className="flex-1">{label}</span>
                  </Item>
                ))}
              </Group>
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Each typed word must be the start of a word of the item: fuzzy matching would find too much. */
function matches(value: string, search: string, keywords: readonly string[] = []): number {
  const text = ` ${[value, ...keywords].join(' ')}`.toLowerCase()
  const wanted = search.trim().toLowerCase().split(/\s+/)
  return wanted.every((word) => text.includes(` ${word}`)) ? 1 : 0
}
