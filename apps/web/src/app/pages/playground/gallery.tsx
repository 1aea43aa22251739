import { Check, Inbox, Star, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge, Status, type Tone } from '../../../ui/badge.tsx'
import { Avatar, Card, CardHead, Kbd } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { CitedText, Quote } from '../../../ui/cite.tsx'
import { Confirm, Dialog, Drawer } from '../../../ui/dialog.tsx'
import { Dropdown, DropdownItem, DropdownSeparator } from '../../../ui/dropdown.tsx'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { Level, LevelBar } from '../../../ui/level.tsx'
import { Confidence, Freshness } from '../../../ui/meter.tsx'
import { Empty, ErrorState, Forbidden, SkeletonText } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'

const TONES: readonly Tone[] = ['positive', 'caution', 'critical', 'info', 'neutral']
const CODES = ['A', 'B', 'C', 'D']
const VARIANTS = ['solid', 'outline', 'ghost', 'soft', 'danger', 'link'] as const
const STATES = ['loading', 'empty', 'error', 'no permission'] as const

export const Gallery = () => (
  <div className="flex flex-col gap-4">
    <Part title="Buttons">
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button disabled>disabled</Button>
      <Button busy>busy</Button>
      <Button size="sm">small</Button>
      <Button size="lg">large</Button>
      <Kbd>⌘K</Kbd>
    </Part>
    <Part title="Status">
      {TONES.map((tone) => (
        <Badge key={tone} tone={tone} icon={tone === 'positive' ? Check : TriangleAlert}>
          {tone}
        </Badge>
      ))}
      {TONES.map((tone) => (
        <Status key={tone} tone={tone}>
          {tone}
        </Status>
      ))}
      {[null, 0.3, 0.6, 0.95].map((value) => (
        <Confidence key={value} value={value} />
      ))}
      {(['fresh', 'recent', 'stale', 'unknown'] as const).map((value) => (
        <Freshness key={value} value={value} age="3 d" />
      ))}
      <Avatar name="Ada Norling" />
    </Part>
    <Part title="Levels">
      {[...CODES, 'unknown'].map((code) => (
        <Level key={code} code={code} codes={CODES} />
      ))}
      <LevelBar className="w-64" counts={{ A: 12, B: 3, C: 8, D: 2, unknown: 4 }} codes={CODES} />
      <LevelBar className="w-64" counts={{}} codes={CODES} />
    </Part>
    <Part title="Text and quotes">
      <p>
        <CitedText text="Our text with its source [1]." />
      </p>
      <Quote text="A source quoted with the relevant part marked." marks={[[25, 38]]} />
      <code className="font-mono text-sm">I_SALESDOCUMENT</code>
    </Part>
    <Fields />
    <Overlays />
    <States />
  </div>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <CardHead title={title} />
    <div className="flex flex-wrap items-center gap-3 p-4">{children}</div>
  </Card>
)

const Fields = () => (
  <Part title="Fields">
    <Field label="Name" hint="Up to 120 characters" required>
      <Input placeholder="Value" />
    </Field>
    <Field label="Number" error="Enter a number">
      <Input defaultValue="twelve" />
    </Field>
    <Field label="Kind">
      <Select>
        <option>One</option>
        <option>Two</option>
      </Select>
    </Field>
    <Field label="Text">
      <TextArea defaultValue="Several lines" />
    </Field>
  </Part>
)

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'confirm'>()
  const change = (next: boolean) => !next && setOpen(undefined)
  return (
    <Part title="Overlays">
      {(['dialog', 'drawer', 'confirm'] as const).map((one) => (
        <Button key={one} onClick={() => setOpen(one)}>
          {one}
        </Button>
      ))}
      <Dropdown trigger={<Button>menu</Button>}>
        <DropdownItem icon={<Star />} keys="S">
          Star
        </DropdownItem>
        <DropdownSeparator />
        <DropdownItem tone="critical">Delete</DropdownItem>
      </Dropdown>
      {(['ok', 'info', 'error'] as const).map((kind) => (
        <Button key={kind} onClick={() => toast[kind](`Message: ${kind}`, 'More details.')}>
          toast {kind}
        </Button>
      ))}
      <Dialog open={open === 'dialog'} onOpenChange={change} title="Dialog" description="Description">
        Content.
      </Dialog>
      <Drawer open={open === 'drawer'} onOpenChange={change} title="Drawer">
        <p className="p-4">Content.</p>
      </Drawer>
      <Confirm
        open={open === 'confirm'}
        onOpenChange={change}
        title="Delete it?"
        action="Delete"
        onConfirm={() => setOpen(undefined)}
      >
        This cannot be undone.
      </Confirm>
    </Part>
  )
}

function States() {
  const [state, setState] = useState<(typeof STATES)[number]>('loading')
  return (
    <Card>
      <CardHead
        title="States of a view"
        actions={
          <Select aria-label="State" value={state} onChange={({ target }) => setState(target.value as typeof state)}>
            {STATES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        }
      />
      {state === 'loading' && <SkeletonText lines={5} />}
      {state === 'empty' && (
        <Empty icon={Inbox} title="No items yet" action={<Button>Create item</Button>}>
          Items appear here.
        </Empty>
      )}
      {state === 'error' && (
        <ErrorState detail="upstream_unavailable: not reached" onRetry={() => setState('loading')} />
      )}
      {state === 'no permission' && <Forbidden title="This needs another role">Ask an admin.</Forbidden>}
    </Card>
  )
}
