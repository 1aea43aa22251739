// The disclosures of a trust page, with their status.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Disclosure } from '@veritrace/contract/provenance/disclosures'
import type { Page } from '@veritrace/contract/provenance/pages'
import { Megaphone, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { More } from '../../../../shared/more.tsx'
import { howMany, usePages } from '../../../../shared/pages.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { api } from '../../../api.ts'
import { Ago } from '../../../shared/ago.tsx'
import { Loaded } from '../../../shared/loaded.tsx'
import { may, whyNot } from '../../../shared/may.ts'
import { DisclosureForm } from './disclosure-form.tsx'
import { KIND_LABELS, STATES } from './labels.ts'
import { OneDisclosure } from './one-disclosure.tsx'

export function Disclosures({ page }: { page: Page }) {
  const { slug } = page
  const { open } = useSearch({ from: '/pages/$slug' })
  const navigate = useNavigate({ from: '/pages/$slug' })
  const [writing, setWriting] = useState(false)
  const found = usePages(['disclosures', slug], (at) => api.disclosures.list({ query: { page_slug: slug, ...at } }))
  const { data, hasNextPage, isFetching, fetchNextPage } = found
  const opened = data?.items.find(({ id }) => id === open)
  const show = (id?: string) =>
    navigate({
      search: { view: 'disclosures', ...(id && { open: id }) },
      replace: id === undefined,
      resetScroll: false,
    })
  // There is no endpoint for one disclosure, so older pages of the list are loaded until it is found.
  const isSearching = open !== undefined && data !== undefined && !opened && hasNextPage && !isFetching
  useEffect(() => {
    if (isSearching) void fetchNextPage()
  }, [isSearching, fetchNextPage])
  const newButton = (
    <Button variant="solid" disabled={!may('member')} title={whyNot('member')} onClick={() => setWriting(true)}>
      <Plus /> New disclosure
    </Button>
  )
  return (
    <Card>
      <CardHead title="Disclosures" hint={data && howMany(data)} actions={newButton} />
      <Loaded query={found} failed="Could not load disclosures">
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={Megaphone} title="No disclosures yet" action={newButton}>
              A page needs at least one published disclosure. Describe how you protect data; a colleague reviews it
              first.
            </Empty>
          ) : (
            <ul className="divide-y divide-line-row">
              {items.map((one) => (
                <Row key={one.id} one={one} onOpen={() => show(one.id)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <More found={found} what="disclosures" className="border-t border-line-row" />
      {open && data && !opened && !hasNextPage && (
        <p role="status" className="border-t border-line-row px-4 py-3 text-sm text-ink-2">
          The disclosure in this link is not on this page.
        </p>
      )}
      {writing && <DisclosureForm page={page} onClose={() => setWriting(false)} onSaved={({ id }) => show(id)} />}
      <OneDisclosure page={page} disclosure={opened} onOpen={show} />
    </Card>
  )
}

function Row({ one, onOpen }: { one: Disclosure; onOpen(): void }) {
  const { kind, title, status, page_slugs, updated_at, supersedes_id } = one
  const [word, tone] = STATES[status]
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-left text-sm hover:bg-hover"
      >
        <span className="min-w-0 flex-1 basis-56">
          <span className="block font-medium wrap-anywhere">{title}</span>
          <span className="block text-xs text-ink-3">
            {KIND_LABELS[kind]} · {page_slugs.length === 0 ? 'on all pages' : `on ${page_slugs.join(', ')}`} ·{' '}
            <Ago at={updated_at} />
          </span>
        </span>
        {supersedes_id && (status === 'draft' || status === 'in_review' || status === 'approved') && (
          <Badge tone="info">New version</Badge>
        )}
        <Badge tone={tone}>{word}</Badge>
      </button>
    </li>
  )
}
