// The side panel: activity, people and feedback.

import { X } from 'lucide-react'
import { useState } from 'react'
import { More } from '../../../shared/more.tsx'
import { usePages } from '../../../shared/pages.ts'
import { Avatar } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/dialog.tsx'
import { ago, moment, plural } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { ScrollPane } from '../../../ui/scroll-pane.tsx'
import { api } from '../../api.ts'
import { sentenceOf } from '../../shared/case/words.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { below, useCase } from './queries.ts'
import type { useEvents } from './use-events.ts'

const PAGE = 100

type Tab = 'activity' | 'people' | 'feedback'
const TABS: readonly { value: Tab; label: string }[] = [
  { value: 'activity', label: 'Activity' },
  { value: 'people', label: 'People' },
  { value: 'feedback', label: 'Feedback' },
]

interface ActivityProps {
  activity: ReturnType<typeof useEvents>
}
interface Props extends ActivityProps {
  open: boolean
  isWide: boolean
  onClose(): void
}
export function CaseRail({ activity, open, isWide, onClose }: Props) {
  if (!isWide)
    return (
      <Drawer open={open} onOpenChange={(next) => !next && onClose()} title="Activity and people">
        <Content activity={activity} />
      </Drawer>
    )
  if (!open) return null
  return (
    <aside aria-label="Activity and people" className="flex w-80 shrink-0 flex-col border-l bg-surface">
      <Content activity={activity} onClose={onClose} />
    </aside>
  )
}

function Content({ activity, onClose }: ActivityProps & { onClose?: () => void }) {
  const [tab, setTab] = useState<Tab>('activity')
  return (
    <>
      <div className="flex h-11 shrink-0 items-center justify-between border-b px-3">
        <Segmented label="Show" value={tab} options={TABS} onChange={(next: Tab) => setTab(next)} />
        {onClose && (
          <Button variant="ghost" size="icon-sm" aria-label="Hide activity" onClick={onClose}>
            <X />
          </Button>
        )}
      </div>
      <ScrollPane label={sentenceOf(tab)} className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        {tab === 'activity' && <Activity activity={activity} />}
        {tab === 'people' && <People />}
        {tab === 'feedback' && <FeedbackList />}
      </ScrollPane>
    </>
  )
}

function Activity({ activity: { events, past } }: ActivityProps) {
  if (events.length === 0) return <p className="text-sm text-ink-3">No activity yet.</p>
  return (
    <>
      <ol aria-label="Activity, newest first" className="flex flex-col">
        {events.toReversed().map((event) => (
          <li key={event.seq} className="relative border-l pb-3 pl-4 last:pb-0">
            <span aria-hidden className="dot absolute top-1.5 -left-[3.5px] size-1.5 rounded-full bg-line-control" />
            <p className="text-sm">{event.message}</p>
            <p className="text-xs text-ink-3">
              {event.actor.name} ·{' '}
              <time dateTime={event.at} title={moment(event.at)}>
                {ago(event.at)}
              </time>
            </p>
          </li>
        ))}
      </ol>
      <More found={past} what="activity" />
    </>
  )
}

function People() {
  const { owner, participants, created_by } = useCase()
  const people = [
    { ...owner, role: 'Owner' },
    ...participants.filter(({ id }) => id !== owner.id).map((one) => ({ ...one, role: 'Participant' })),
    ...(created_by.id === owner.id ? [] : [{ ...created_by, role: 'Creator' }]),
  ]
  return (
    <ul className="flex flex-col gap-2.5">
      {people.map(({ id, name, role }) => (
        <li key={id + role} className="flex items-center gap-2 text-sm">
          <Avatar name={name} className="size-6" />
          <span>
            {name}
            <span className="block text-xs text-ink-3">{role}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function FeedbackList() {
  const theCase = useCase()
  const feedback = usePages(below(theCase, 'feedback'), (at) =>
    api.caseRecords.feedback({ params: { id: theCase.id }, query: { limit: PAGE, ...at } }),
  )
  return (
    <>
      <Loaded query={feedback}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-sm text-ink-3">No feedback yet. You can give feedback on recommendations.</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {items.map(({ id, author, at, rating, tags, comment, effect }) => (
                <li key={id} className="text-sm">
                  <p className="text-xs text-ink-3">
                    {author.name} · {ago(at)} {rating !== null && `· ${plural(rating, 'point')} of 5`}
                  </p>
                  {comment && <p className="mt-0.5">{comment}</p>}
                  <p className="text-xs text-ink-2">{tags.map((tag) => sentenceOf(tag)).join(', ')}</p>
                  {effect.applied && <p className="text-xs text-positive">{effect.description}</p>}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <More found={feedback} />
    </>
  )
}
