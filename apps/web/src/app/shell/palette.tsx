// ⌘K: any object name, case or question. Places and cases are matched here, names and questions are resolved.
import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { CalendarRange, CircleQuestionMark, FolderKanban, FolderPlus, Moon, Search, Sun } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Kbd } from '../../ui/bits.tsx'
import { Level } from '../../ui/level.tsx'
import { api } from '../api.ts'
import { PLACES } from '../navigation.ts'
import { usePack } from '../shared/use-pack.ts'
import { targetWord, useTarget } from '../shared/use-target.ts'
import { setTheme } from '../theme.ts'

interface Props {
  open: boolean
  onOpenChange(open: boolean): void
}

export default function Palette({ open, onOpenChange }: Props) {
  const [text, setText] = useState('')
  const asked = useDeferredValue(text.trim())
  const { id: target } = useTarget()
  const { codes, labels } = usePack()
  const navigate = useNavigate()
  const isLong = open && asked.length >= 2
  const found = useQuery({
    queryKey: ['artifacts', 'palette', asked, target],
    queryFn: () => api.artifacts.list({ query: { q: asked, limit: 6, ...targetWord(target) } }),
    enabled: isLong,
  })
  const cases = useQuery({
    queryKey: ['cases', 'palette', asked],
    queryFn: () => api.cases.list({ query: { q: asked, limit: 5 } }),
    enabled: isLong,
  })
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
          className="fixed top-[14dvh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-xl bg-raised shadow-pop outline-none"
        >
          <Command label="Search and go" loop>
            <div className="flex items-center gap-2 border-b px-3.5">
              <Search aria-hidden className="size-4 text-ink-3" />
              <Command.Input
                autoFocus
                value={text}
                onValueChange={setText}
                placeholder="An object, a case, or a question…"
                className="h-12 flex-1 bg-transparent text-base outline-none placeholder:text-ink-3"
              />
              <Kbd>esc</Kbd>
            </div>
            <Command.List className="max-h-[24rem] overflow-y-auto p-1.5">
              <Command.Empty className="px-3 py-8 text-center text-sm text-ink-3">Nothing fits.</Command.Empty>
              {isLong && (
                <Group heading="Ask">
                  <Item value={`ask ${asked}`} keywords={[asked]} onSelect={go(() => search(asked))}>
                    <CircleQuestionMark />
                    <span className="flex-1 truncate">Look up “{asked}”</span>
                    <Kbd>↵</Kbd>
                  </Item>
                </Group>
              )}
              {(found.data?.items.length ?? 0) > 0 && (
                <Group heading="Objects">
                  {found.data!.items.map((artifact) => (
                    <Item
                      key={artifact.id}
                      value={artifact.id}
                      keywords={[artifact.name, asked]}
                      onSelect={go(() => search(`${artifact.type}:${artifact.name}`))}
                    >
                      <Level
                        code={artifact.rating.code}
                        codes={codes}
                        label={labels[artifact.rating.code] ?? artifact.rating.code}
                      />
                      <span className="flex-1 truncate font-mono text-xs">{artifact.name}</span>
                      <span className="text-xs text-ink-3">{artifact.type}</span>
                    </Item>
                  ))}
                </Group>
              )}
              {(cases.data?.items.length ?? 0) > 0 && (
                <Group heading="Cases">
                  {cases.data!.items.map((one) => (
                    <Item
                      key={one.id}
                      value={one.id}
                      keywords={[one.key, one.title, asked]}
                      onSelect={go(() => navigate({ to: '/cases/$id', params: { id: one.key } }))}
                    >
                      <FolderKanban />
                      <span className="font-mono text-xs text-ink-3">{one.key}</span>
                      <span className="flex-1 truncate">{one.title}</span>
                    </Item>
                  ))}
                </Group>
              )}
              <Group heading="Do">
                <Item value="New case" onSelect={go(() => navigate({ to: '/cases', search: { intent: 'new' } }))}>
                  <FolderPlus />
                  New case
                </Item>
                <Item value="New plan" onSelect={go(() => navigate({ to: '/cases', search: { intent: 'new-plan' } }))}>
                  <CalendarRange />
                  New plan
                </Item>
                <Item value="Light look" keywords={['theme', 'bright']} onSelect={go(() => setTheme('light'))}>
                  <Sun />
                  Light look
                </Item>
                <Item value="Dark look" keywords={['theme', 'night']} onSelect={go(() => setTheme('dark'))}>
                  <Moon />
                  Dark look
                </Item>
              </Group>
              <Group heading="Go to">
                {PLACES.map(({ id, label, icon: Icon, to, key }) => (
                  <Item key={id} value={label} onSelect={go(() => navigate({ to }))}>
                    <Icon />
                    <span className="flex-1">{label}</span>
                    <Kbd>G {key.toUpperCase()}</Kbd>
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

const Group = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Command.Group
    heading={heading}
    className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-3"
  >
    {children}
  </Command.Group>
)

interface ItemProps {
  value: string
  keywords?: string[]
  onSelect(): void
  children: ReactNode
}
const Item = ({ children, ...rest }: ItemProps) => (
  <Command.Item
    {...rest}
    className="flex h-9 items-center gap-2.5 rounded-md px-2 text-sm data-[selected=true]:bg-selected [&_svg]:size-4 [&_svg]:text-ink-3"
  >
    {children}
  </Command.Item>
)
