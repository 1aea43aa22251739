// The subprocessors on a page, in order. Changes to a published page are public immediately.
import type { Page, Subprocessor } from '@veritrace/contract/provenance/pages'
import { Building2, Plus } from 'lucide-react'
import { useState } from 'react'
import { More } from '../../../../shared/more.tsx'
import { howMany, usePages } from '../../../../shared/pages.ts'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { day } from '../../../../ui/format.ts'
import { Empty } from '../../../../ui/states.tsx'
import { api } from '../../../api.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { may, whyNot } from '../../../shared/may.ts'
import { AddSubprocessor } from './add-subprocessor.tsx'
import { Declare, Declared } from './declare.tsx'
import { RemoveSubprocessor } from './remove-subprocessor.tsx'

export function Subprocessors({ page }: { page: Page }) {
  const { slug } = page
  const [adding, setAdding] = useState(false)
  const found = usePages(['pages', slug, 'subprocessors'], (at) =>
    api.pages.listSubprocessors({ params: { slug }, query: at }),
  )
  const addButton = (
    <Button variant="solid" disabled={!may('member')} title={whyNot('member')} onClick={() => setAdding(true)}>
      <Plus /> Add subprocessor
    </Button>
  )
  return (
    <Card>
      <CardHead title="Subprocessors" hint={found.data && howMany(found.data)} actions={addButton} />
      {page.no_subprocessors && <Declared page={page} />}
      <Loaded query={found} failed="Could not load subprocessors">
        {({ items }) =>
          items.length > 0 ? (
            <ol className="divide-y divide-line-row">
              {items.map((one, i) => (
                <Row key={one.vendor_id} page={page} one={one} place={i + 1} />
              ))}
            </ol>
          ) : (
            !page.no_subprocessors && (
              <Empty icon={Building2} title="No subprocessors yet" action={<Declare page={page} />}>
                List the vendors that process data for you, or declare that you use none. One of the two is required to
                publish the page.
              </Empty>
            )
          )
        }
      </Loaded>
      <More found={found} what="subprocessors" className="border-t border-line-row" />
      {adding && (
        <AddSubprocessor
          page={page}
          listed={found.data?.items.map((one) => one.slug) ?? []}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  )
}

function Row({ page, one, place }: { page: Page; one: Subprocessor; place: number }) {
  const { slug, display_name, primary_domain, purpose, data_categories, locations, effective_at } = one
  const facts = [
    ['Data', data_categories.join(', ')],
    ['Locations', locations.join(', ')],
    ['Since', effective_at ? day(effective_at.slice(0, 10)) : ''],
  ].filter(([, text]) => text)
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-sm">
      <span aria-hidden className="w-5 shrink-0 text-right text-xs leading-5 text-ink-3 tnum">
        {place}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <a href={`/vendors/${slug}`} className="font-medium wrap-anywhere hover:underline">
            {display_name}
          </a>
          <span className="font-mono text-xs wrap-anywhere text-ink-3">{primary_domain}</span>
        </p>
        {purpose && <p className="wrap-anywhere text-ink-2">{purpose}</p>}
        {facts.length > 0 && (
          <dl className="mt-0.5 flex flex-wrap gap-x-4 text-xs">
            {facts.map(([name, text]) => (
              <div key={name} className="flex gap-1 wrap-anywhere">
                <dt className="text-ink-3">{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <RemoveSubprocessor page={page} one={one} />
    </li>
  )
}
