import { useMutation } from '@tanstack/react-query'
import { Check, CircleX, ShieldCheck, TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { count } from '../../../ui/format.ts'
import { explain } from '../../api.ts'
import type { BundleOutput } from './content.ts'
import { type Verdict, verify } from './verify.ts'

/** The digest, and a button that makes it anew from what this page has received. */
export function Seal({ output }: { output: BundleOutput }) {
  const check = useMutation({ mutationFn: () => verify(output) })
  // Browsers give pages of plain http, other than of this machine, no way to make a digest.
  const canVerify = Boolean(globalThis.crypto?.subtle)
  return (
    <section aria-label="Seal" className="rounded-lg border bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="label">Digest of {count(output.size)} bytes</p>
          <p className="font-mono text-xs break-all">{output.digest}</p>
        </div>
        <Button className="print:hidden" disabled={!canVerify} busy={check.isPending} onClick={() => check.mutate()}>
          <ShieldCheck />
          Verify
        </Button>
      </div>
      <div role="status">
        {check.data && <Said verdict={check.data} keyId={output.signature.key_id} />}
        {check.error && <p className="mt-2 text-sm text-critical">It could not be checked: {explain(check.error)}</p>}
        {!canVerify && <p className="mt-2 text-xs text-ink-3">This can be verified over https only.</p>}
      </div>
    </section>
  )
}

function Said({ verdict: { matches, computed, isSigned }, keyId }: { verdict: Verdict; keyId: string }) {
  const isGood = matches && isSigned !== false
  const Icon = isGood ? Check : CircleX
  return (
    <div
      className={cn(
        'mt-3 flex items-start gap-2 rounded-md border px-3 py-2 text-sm',
        isGood
          ? 'border-positive-line bg-positive-soft text-positive'
          : 'border-critical-line bg-critical-soft text-critical',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">
          {matches ? 'It matches: this is what was sealed.' : 'It does not match: this is not what was sealed.'}
        </p>
        {!matches && <p className="font-mono text-xs break-all">This page received {computed}</p>}
        <p className="flex items-center gap-1 text-xs">
          {isSigned === true && `The digest is signed by the key ${keyId}.`}
          {isSigned === false && `The signature of the key ${keyId} is not of this digest.`}
          {isSigned === undefined && (
            <>
              <TriangleAlert aria-hidden className="size-3" />
              This browser cannot check the signature.
            </>
          )}
        </p>
      </div>
    </div>
  )
}
