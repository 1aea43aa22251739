import type { ProfileClaim } from '@veritrace/contract/provenance/profile-claims'
import { CopyButton } from '../../shared/copy-button.tsx'

/** What proves that a profile is the company's own. */
export const Challenge = ({ challenge }: { challenge: NonNullable<ProfileClaim['challenge']> }) => (
  <div className="flex flex-col gap-2 rounded-md border bg-sunken p-3 text-sm">
    <p>{challenge.instructions}</p>
    {challenge.value && (
      <dl className="flex flex-col gap-1.5">
        <Line label="Where" text={challenge.name} />
        <Line label="What" text={challenge.value} />
      </dl>
    )}
  </div>
)

/** Words of a machine to be taken elsewhere. */
const Line = ({ label, text }: { label: string; text: string }) => (
  <div className="flex items-center gap-2">
    <dt className="w-12 shrink-0 text-xs text-ink-3">{label}</dt>
    <dd className="min-w-0 flex-1 rounded-sm bg-surface px-2 py-1 font-mono text-xs break-all">{text}</dd>
    <CopyButton text={text} what={label} done="Copied" />
  </div>
)
