// All trust pages of the workspace.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Page } from '@veritrace/contract/provenance/pages'
import { ChevronRight, FileBadge, Plus } from 'lucide-react'
import { More } from '../../../shared/more.tsx'
import { PageHead } from '../../../shared/page-head.tsx'
import { howMany, usePages } from '../../../shared/pages.ts'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { ago, moment, plural } from '../../../ui/format.ts'
import { Empty } from '../../../ui/states.tsx'
import { api } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { NewPage } from './new-page.tsx'
import { entitlementsQuery } from './queries.ts'
import { StateBadge } from './state-badge.tsx'

export default function TrustPages() {
  const { intent } = useSearch({ from: '/pages' })
  const navigate = useNavigate({ from: '/pages' })
  const pages = usePages(['pages', 'list'], (at) => api.pages.list({ query: at }))
  const begin = () => navigate({ search: { intent: 'new' } })
  const newButton = (
    <Button variant="solid" disabled={!may('member')} title={whyNot('member')} onClick={begin}>
      <Plus /> New page
    </Button>
  )
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead title="Trust pages" actions={newButton}>
        Public pages that show how you protect data, which vendors you use and what evidence you have.
      </PageHead>
      <Card>
        <CardHead title="Your pages" hint={pages.data && howMany(pages.data)} actions={<Room />} />
        <Loaded query={pages} failed="Could not load pages">
          {({ items }) =>
            items.length === 0 ? (
              <Empty icon={FileBadge} title="No trust page yet" action={newButton}>
                Start with a name and a URL. Only your team can see the page until you publish it.
              </Empty>
            ) : (
              <ul className="divide-y divide-line-row">
                {items.map((page) => (
                  <PageRow key={page.id} page={page} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <More found={pages} what="pages" className="border-t border-line-row" />
      </Card>
      <NewPage open={intent === 'new'} onClose={() => navigate({ search: {}, replace: true })} />
    </div>
  )
}

function PageRow({ page }: { page: Page }) {
  const { slug, display_name, counts, custom_domain, domain, updated_at } = page
  return (
    <li>
      <Link to="/pages/$slug" params={{ slug }} className="group flex items-center gap-3 px-4 py-3 hover:bg-hover">
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="text-sm font-medium wrap-anywhere">{display_name}</span>
            <StateBadge page={page} />
          </span>
          <span className="font-mono text-xs wrap-anywhere text-ink-2">
            {custom_domain && domain.status === 'verified' ? custom_domain : `/trust/${slug}`}
          </span>
          <span className="text-xs text-ink-3">
            {plural(counts.disclosures, 'disclosure')} · {plural(counts.subprocessors, 'subprocessor')} ·{' '}
            {plural(counts.evidence, 'piece', 'pieces')} of evidence ·{' '}
            <time dateTime={updated_at} title={moment(updated_at)}>
              changed {ago(updated_at)}
            </time>
          </span>
          {custom_domain && domain.status !== 'verified' && (
            <span className="text-xs text-caution">{custom_domain} is not verified</span>
          )}
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3 group-hover:text-ink" />
      </Link>
    </li>
  )
}

/** How many pages the plan allows to publish. */
function Room() {
  const { data } = useQuery(entitlementsQuery)
  if (!data) return null
  const { allowed, limit, used } = data.features.publish_trust_page
  if (allowed && limit === null) return null
  return (
    <Link to="/billing" className="text-xs text-ink-2 hover:underline">
      {allowed ? `${used ?? 0} of ${limit} published` : 'Publishing is not included in your plan'}
    </Link>
  )
}
