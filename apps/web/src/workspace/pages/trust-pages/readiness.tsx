// The readiness checks of a page, with links to fix them.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Page, PublishReadiness, ReadinessCheck } from '@veritrace/contract/provenance/pages'
import { ArrowRight, ChevronRight, CircleAlert, CircleCheck, CircleX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { cn } from '../../../ui/cn.ts'
import { plural } from '../../../ui/format.ts'
import { SkeletonText } from '../../../ui/states.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { readinessQuery } from './queries.ts'

const LOOKS: Readonly<Record<ReadinessCheck['status'], readonly [LucideIcon, string, string]>> = {
  fail: [CircleX, 'text-critical', 'missing'],
  warn: [CircleAlert, 'text-caution', 'warning'],
  pass: [CircleCheck, 'text-positive', 'passed'],
}

/** The tab and field to fix each check. */
const PLACES: Readonly<Record<string, { view: string; field?: string; todo: string }>> = {
  display_name: { view: 'content', field: 'display_name', todo: 'Add a name' },
  disclosure: { view: 'disclosures', todo: 'View disclosures' },
  contact: { view: 'content', field: 'security_contact', todo: 'Add a contact' },
  subprocessors: { view: 'subprocessors', todo: 'View subprocessors' },
  domain: { view: 'look', field: 'custom_domain', todo: 'View DNS record' },
  placeholders: { view: 'content', field: 'intro', todo: 'Edit text' },
  headline: { view: 'content', field: 'headline', todo: 'Add a headline' },
}

const WAITING = (
  <Card>
    <SkeletonText lines={2} />
  </Card>
)

export function Readiness({ page }: { page: Page }) {
  const readiness = useQuery(readinessQuery(page.slug))
  return (
    <Loaded query={readiness} failed="Could not check readiness" waiting={WAITING}>
      {(found) => <Checks page={page} readiness={found} />}
    </Loaded>
  )
}

function Checks({ page, readiness }: { page: Page; readiness: PublishReadiness }) {
  const { checks, entitlement } = readiness
  const open = checks.filter(({ status }) => status !== 'pass')
  const passed = checks.filter(({ status }) => status === 'pass')
  const failing = open.filter(({ status }) => status === 'fail').length
  const needsPlan = !entitlement.allowed && !page.published
  return (
    <Card>
      <CardHead
        title={titleOf(page, failing, needsPlan)}
        hint={`${passed.length} of ${plural(checks.length, 'check')} passed`}
      />
      {(open.length > 0 || needsPlan) && (
        <ul className="divide-y divide-line-row">
          {needsPlan && (
            <Row icon="fail" title="Plan" message={entitlement.reason ?? 'Publishing is not included in your plan.'}>
              <Link to="/billing" className={LINK}>
                View plans <ArrowRight aria-hidden className="size-3.5" />
              </Link>
            </Row>
          )}
          {open.map((check) => (
            <Row key={check.id} icon={check.status} title={check.title} message={check.message}>
              <FixLink slug={page.slug} check={check} />
            </Row>
          ))}
        </ul>
      )}
      <details className={cn('group', (open.length > 0 || needsPlan) && 'border-t')}>
        <summary className="flex min-h-9 cursor-default items-center gap-1.5 px-4 py-2 text-xs text-ink-2 hover:bg-hover">
          <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
          Passed checks
        </summary>
        <ul className="divide-y divide-line-row border-t border-line-row">
          {passed.map(({ id, status, title, message }) => (
            <Row key={id} icon={status} title={title} message={message} />
          ))}
        </ul>
      </details>
    </Card>
  )
}

function titleOf(page: Page, failing: number, needsPlan: boolean): string {
  if (page.published) return failing > 0 ? 'The public page has gaps' : 'The public page is complete'
  return failing > 0 || needsPlan ? 'Before you publish' : 'Ready to publish'
}

const LINK = 'inline-flex min-h-6 items-center gap-1 text-xs font-medium text-accent hover:underline'

interface RowProps {
  icon: ReadinessCheck['status']
  title: string
  message: string
  children?: ReactNode
}
function Row({ icon, title, message, children }: RowProps) {
  const [Icon, tone, word] = LOOKS[icon]
  return (
    <li className="flex items-start gap-2.5 px-4 py-2 text-sm">
      <Icon aria-label={word} role="img" className={cn('mt-0.5 size-4 shrink-0', tone)} />
      <span className="flex min-w-0 flex-1 items-baseline gap-x-2 max-sm:flex-col">
        <span className="shrink-0 font-medium">{title}</span>
        <span className="min-w-0 flex-1 wrap-anywhere text-ink-2">{message}</span>
        {children}
      </span>
    </li>
  )
}

function FixLink({ slug, check: { id } }: { slug: string; check: ReadinessCheck }) {
  const place = PLACES[id]
  if (id === 'evidence')
    return (
      <Link to="/evidence" className={LINK}>
        View evidence <ArrowRight aria-hidden className="size-3.5" />
      </Link>
    )
  if (!place) return null
  return (
    <Link
      to="/pages/$slug"
      params={{ slug }}
      search={{ view: place.view }}
      hash={place.field ?? ''}
      resetScroll={false}
      className={LINK}
    >
      {place.todo} <ArrowRight aria-hidden className="size-3.5" />
    </Link>
  )
}
