import type { Disclosure } from '@veritrace/contract/provenance/disclosures'
import type { Page } from '@veritrace/contract/provenance/pages'
import { useState } from 'react'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Drawer } from '../../../../ui/dialog.tsx'
import { day, moment, plural } from '../../../../ui/format.ts'
import { DisclosureForm } from './disclosure-form.tsx'
import { KIND_LABELS, STATES } from './labels.ts'
import { Steps } from './steps.tsx'

interface Props {
  page: Page
  /** The open disclosure, if any. */
  disclosure: Disclosure | undefined
  onOpen(id?: string): void
}
export function OneDisclosure({ page, disclosure, onOpen }: Props) {
  const [edited, setEdited] = useState<string>()
  return (
    <Drawer
      open={disclosure !== undefined}
      onOpenChange={(open) => !open && onOpen()}
      title={disclosure && <Title disclosure={disclosure} />}
      footer={disclosure && <Steps disclosure={disclosure} onEdit={() => setEdited(disclosure.id)} />}
    >
      {disclosure && <Details disclosure={disclosure} onOpen={onOpen} />}
      {disclosure && edited === disclosure.id && (
        <DisclosureForm
          page={page}
          disclosure={disclosure}
          onClose={() => setEdited(undefined)}
          onSaved={({ id }) => onOpen(id)}
        />
      )}
    </Drawer>
  )
}

function Title({ disclosure: { title, status } }: { disclosure: Disclosure }) {
  const [word, tone] = STATES[status]
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="wrap-anywhere">{title}</span>
      <Badge tone={tone}>{word}</Badge>
    </span>
  )
}

interface DetailsProps {
  disclosure: Disclosure
  onOpen(id: string): void
}
function Details({ disclosure, onOpen }: DetailsProps) {
  const { status, review_note, supersedes_id } = disclosure
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-sm text-ink-2">{STATES[status][2]}</p>
      {review_note && (
        <section className="rounded-md border bg-sunken p-3 text-sm">
          <h3 className="label pb-1">Reviewer’s note</h3>
          <p className="whitespace-pre-wrap wrap-anywhere">{review_note}</p>
        </section>
      )}
      <Words disclosure={disclosure} />
      {supersedes_id && (
        <Button variant="link" className="self-start" onClick={() => onOpen(supersedes_id)}>
          View the disclosure it replaces
        </Button>
      )}
      <Facts disclosure={disclosure} />
    </div>
  )
}

const PROSE =
  'flex max-w-[80ch] flex-col gap-2 text-base wrap-anywhere [&_a]:text-accent [&_a]:underline [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_code]:font-mono [&_code]:text-xs [&_h4]:text-lg [&_h4]:font-semibold [&_h5]:font-semibold [&_h6]:font-semibold [&_ol]:list-decimal [&_ol]:pl-5 [&_pre]:overflow-x-auto [&_table]:block [&_table]:overflow-x-auto [&_td]:border [&_td]:px-2 [&_th]:border [&_th]:px-2 [&_ul]:list-disc [&_ul]:pl-5'

function Words({ disclosure: { body, body_html } }: { disclosure: Disclosure }) {
  if (!body.trim()) return <p className="text-sm text-ink-3">No text yet.</p>
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the API renders it as safe HTML, the same as on public pages
    <div className={PROSE} dangerouslySetInnerHTML={{ __html: body_html }} />
  )
}

function Facts({ disclosure }: { disclosure: Disclosure }) {
  const { kind, locale, page_slugs, effective_at, published_at, evidence_ids, version, created_at, updated_at } =
    disclosure
  const facts = [
    ['Kind', KIND_LABELS[kind]],
    ['Shown on', page_slugs.length === 0 ? 'All pages' : page_slugs.join(', ')],
    ['Language', locale],
    ['Effective from', effective_at ? day(effective_at.slice(0, 10)) : ''],
    ['Published', published_at ? moment(published_at) : ''],
    ['Evidence', evidence_ids.length > 0 ? plural(evidence_ids.length, 'piece') : ''],
    ['Created', moment(created_at)],
    ['Last changed', `${moment(updated_at)}, version ${version}`],
  ].filter(([, text]) => text)
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 border-t pt-4 text-sm">
      {facts.map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
