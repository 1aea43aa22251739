import type { Evidence } from '@veritrace/contract/provenance/evidence'
import { useEffect, useRef, useState } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Alert } from '../../shared/alert.tsx'
import { bytes } from '../../shared/bytes.ts'
import { refusal } from '../../shared/refusal.ts'
import { DropZone } from './drop-zone.tsx'
import { fileProblem, uploadFile } from './upload.ts'
import { useChange } from './use-evidence.ts'

/** Replaces the file, which deletes the old one and restarts the review. */
export function ReplaceFile({ evidence, onClose }: { evidence: Evidence; onClose(): void }) {
  const [file, setFile] = useState<File>()
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<string>()
  const change = useChange(evidence)
  const leave = useRef(new AbortController())
  useEffect(() => () => leave.current.abort(), [])
  const choose = ([given]: File[]) => {
    setFile(given)
    setError(given && fileProblem(given))
  }
  const send = useOnce(async () => {
    setError(undefined)
    setShare(0)
    leave.current = new AbortController()
    try {
      const storage_key_token = await uploadFile(file!, { signal: leave.current.signal, onProgress: setShare })
      await change.mutateAsync({ storage_key_token })
      toast.ok('File uploaded', 'Its review starts over.')
      onClose()
    } catch (failure) {
      setError(refusal(failure))
    } finally {
      setShare(undefined)
    }
  })
  const isBusy = share !== undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="Upload file"
      description={`For “${evidence.title}”. ${evidence.filename ? 'The current file will be deleted.' : ''}`}
      footer={
        <>
          <Button onClick={isBusy ? () => leave.current.abort() : onClose}>{isBusy ? 'Stop' : 'Cancel'}</Button>
          <Button variant="solid" busy={isBusy} disabled={!file || fileProblem(file) !== undefined} onClick={send}>
            Upload
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <DropZone onFiles={choose} disabled={isBusy} />
        {file && (
          <p className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate font-mono text-xs">{file.name}</span>
            {isBusy && (
              <progress
                className="h-1.5 w-24 accent-accent"
                max={1}
                value={share}
                aria-label={`Uploading ${file.name}`}
              />
            )}
            <span className="text-xs text-ink-3 tnum">{bytes(file.size)}</span>
          </p>
        )}
        {error && <Alert>{error}</Alert>}
      </div>
    </Dialog>
  )
}
