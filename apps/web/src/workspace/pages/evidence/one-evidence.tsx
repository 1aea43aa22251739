// One evidence page: its review, details, file and versions.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '@veritrace/contract/client'
import type { Evidence } from '@veritrace/contract/provenance/evidence'
import { FileX2, Pencil, Upload } from 'lucide-react'
import { useState } from 'react'
import { PageHead } from '../../../shared/page-head.tsx'
import { Status } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Empty, SkeletonText } from '../../../ui/states.tsx'
import { api } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { useAllEvidence } from '../../shared/use-all-evidence.ts'
import { EditEvidence } from './edit-evidence.tsx'
import { Validity, VisibilityBadge } from './evidence-row.tsx'
import { Facts } from './facts.tsx'
import { FileCard } from './file-card.tsx'
import { KINDS, STATUS } from './labels.ts'
import { NewEvidenceDialog } from './new-evidence.tsx'
import { Review } from './review.tsx'
import { Versions } from './versions.tsx'

export default function OneEvidence() {
  const { id } = useParams({ from: '/evidence/$id' })
  const all = useAllEvidence()
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <Loaded query={all} failed="Could not load the evidence">
        {(pieces) => {
          const evidence = pieces.find((one) => one.id === id)
          return evidence ? <Shown key={id} evidence={evidence} all={pieces} /> : <Gone id={id} />
        }}
      </Loaded>
    </div>
  )
}

function Shown({ evidence, all }: { evidence: Evidence; all: readonly Evidence[] }) {
  const [open, setOpen] = useState<'edit' | 'replace'>()
  const { title, kind, review_status, visibility } = evidence
  const { label, tone } = STATUS[review_status]
  const isReplaced = all.some((one) => one.supersedes_id === evidence.id && one.review_status !== 'rejected')
  const mayBeReplaced = (review_status === 'approved' || review_status === 'expired') && !isReplaced
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title={<span className="wrap-anywhere">{title}</span>}
        actions={
          <>
            {mayBeReplaced && (
              <Button disabled={!may('member')} title={whyNot('member')} onClick={() => setOpen('replace')}>
                <Upload />
                New version
              </Button>
            )}
            <Button disabled={!may('member')} title={whyNot('member')} onClick={() => setOpen('edit')}>
              <Pencil />
              Edit
            </Button>
          </>
        }
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
          <Status tone={tone}>{label}</Status>
          <VisibilityBadge visibility={visibility} />
          <Validity evidence={evidence} />
          <span>{KINDS[kind]}</span>
        </span>
      </PageHead>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <Review evidence={evidence} />
          <Facts evidence={evidence} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <FileCard evidence={evidence} />
          <Versions evidence={evidence} all={all} />
        </div>
      </div>
      {open === 'edit' && <EditEvidence evidence={evidence} onClose={close} />}
      {open === 'replace' && <NewEvidenceDialog replaces={evidence} onClose={close} />}
    </>
  )
}

/** It is not in the list. The download endpoint says whether it ever existed. */
function Gone({ id }: { id: string }) {
  const trace = useQuery({
    queryKey: ['evidence', 'gone', id],
    queryFn: () =>
      api.evidence.url({ params: { id } }).then(
        () => undefined,
        (error: unknown) => error,
      ),
  })
  if (trace.isPending) return <SkeletonText />
  const removed =
    trace.data instanceof ApiError && trace.data.code === 'evidence_removed' ? trace.data.problem : undefined
  return (
    <Empty
      isPage
      icon={FileX2}
      title={removed ? 'This evidence was removed' : 'Evidence not found'}
      action={
        <Link to="/evidence" className={buttonClass({ variant: 'solid' })}>
          Show all evidence
        </Link>
      }
    >
      {removed ? String(removed.detail) : 'The link may be outdated.'}
    </Empty>
  )
}
