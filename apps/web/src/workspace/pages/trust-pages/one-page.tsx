// One trust page: its content, subprocessors, disclosures and appearance, and publishing.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { Page } from '@veritrace/contract/provenance/pages'
import { FileQuestion } from 'lucide-react'
import { buttonClass } from '../../../ui/button.tsx'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { Empty } from '../../../ui/states.tsx'
import { isMissing } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { Content } from './content.tsx'
import { Disclosures } from './disclosures/disclosures.tsx'
import { Header } from './header.tsx'
import { Look } from './look.tsx'
import { isContent } from './page-fields.ts'
import { pageQuery } from './queries.ts'
import { Readiness } from './readiness.tsx'
import { Subprocessors } from './subprocessors/subprocessors.tsx'
import { useDraft } from './use-draft.ts'

export default function OnePage() {
  const { slug } = useParams({ from: '/pages/$slug' })
  const page = useQuery(pageQuery(slug))
  if (isMissing(page.error)) return <Missing slug={slug} />
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <Loaded query={page} failed="Could not load the page">
        {(found) => <Opened key={found.id} page={found} />}
      </Loaded>
    </div>
  )
}

function Opened({ page }: { page: Page }) {
  const { view } = useSearch({ from: '/pages/$slug' })
  const draft = useDraft(page)
  const { counts } = page
  const unsaved = { content: draft.changed.some(isContent), look: !draft.changed.every(isContent) }
  const tabs = [
    { id: 'content', label: 'Content', ...(unsaved.content && { hint: <Unsaved /> }) },
    { id: 'subprocessors', label: 'Subprocessors', hint: counts.subprocessors },
    { id: 'disclosures', label: 'Disclosures', hint: counts.disclosures },
    { id: 'look', label: 'Domain and appearance', ...(unsaved.look && { hint: <Unsaved /> }) },
  ]
  const current = tabs.find(({ id }) => id === view)?.id ?? 'content'
  return (
    <>
      <Header page={page} isUnsaved={draft.changed.length > 0} />
      <Readiness page={page} />
      <div className="flex flex-col gap-4">
        <PageTabs
          label="Trust page"
          tabs={tabs}
          current={current}
          className="px-0"
          link={({ id }, props) => (
            <Link to="/pages/$slug" params={{ slug: page.slug }} search={{ view: id }} resetScroll={false} {...props} />
          )}
        />
        {current === 'content' && <Content draft={draft} />}
        {current === 'subprocessors' && <Subprocessors page={page} />}
        {current === 'disclosures' && <Disclosures page={page} />}
        {current === 'look' && <Look page={page} draft={draft} />}
      </div>
    </>
  )
}

const Unsaved = () => (
  <span title="Unsaved changes">
    <span aria-hidden className="inline-block size-1.5 rounded-full bg-caution-fill align-middle" />
    <span className="sr-only">unsaved changes</span>
  </span>
)

const Missing = ({ slug }: { slug: string }) => (
  <Empty
    isPage
    icon={FileQuestion}
    title="Page not found"
    action={
      <Link to="/pages" className={buttonClass({ variant: 'solid' })}>
        All trust pages
      </Link>
    }
  >
    You have no trust page with the URL “{slug}”.
  </Empty>
)
