import type { Page } from '@veritrace/contract/provenance/pages'
import { ExternalLink } from 'lucide-react'
import { PageHead } from '../../../shared/page-head.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Publish } from './publish.tsx'
import { StateBadge } from './state-badge.tsx'
import { Unpublish } from './unpublish.tsx'

interface Props {
  page: Page
  isUnsaved: boolean
}
export function Header({ page, isUnsaved }: Props) {
  const address = `/trust/${page.slug}`
  return (
    <PageHead
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere">{page.display_name}</span>
          <StateBadge page={page} />
        </span>
      }
      actions={
        page.published ? (
          <>
            <a href={address} target="_blank" rel="noreferrer" className={buttonClass()}>
              <ExternalLink aria-hidden /> Public page
            </a>
            <Unpublish page={page} />
          </>
        ) : (
          <Publish page={page} isUnsaved={isUnsaved} />
        )
      }
    >
      <span className="font-mono text-xs wrap-anywhere">
        {page.published && page.domain.status === 'verified' ? page.custom_domain : `${location.host}${address}`}
      </span>
    </PageHead>
  )
}
