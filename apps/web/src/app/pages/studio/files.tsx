// The files of a scaffold: a tree, the open file, and downloads.
import type { Scaffold } from '@veritrace/contract/casework/studio-shapes'
import {
  Copy,
  Download,
  FileArchive,
  FileCode,
  FileDiff,
  FileText,
  FlaskConical,
  type LucideIcon,
  Settings2,
} from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { canCopy, copyText, saveBlob, saveText } from '../../../ui/save.ts'
import { toast } from '../../../ui/toast.tsx'
import { DiffView } from './diff-view.tsx'
import { Gaps } from './gaps.tsx'
import { Mapping } from './mapping.tsx'
import { zipOf } from './zip.ts'

type File = Scaffold['files'][number]
const ICONS: Record<File['role'], LucideIcon> = {
  source: FileCode,
  metadata: Settings2,
  test: FlaskConical,
  doc: FileText,
}
const folderOf = ({ path }: File): string => path.slice(0, path.lastIndexOf('/') + 1)
const nameOf = ({ path }: File): string => path.slice(path.lastIndexOf('/') + 1)

export function Files({ scaffold }: { scaffold: Scaffold }) {
  const { files, layout, todo, template_id } = scaffold
  const [path, setPath] = useState(files[0]?.path)
  const open = files.find((file) => file.path === path) ?? files[0]
  const folders = Map.groupBy(files, folderOf)
  return (
    <div className="flex flex-col">
      <div className="flex items-center gap-2 border-b px-3 py-2">
        <span className="min-w-0 flex-1 text-xs text-ink-3">
          {layout === 'abapgit' ? 'abapGit layout' : layout === 'cap' ? 'CAP project layout' : 'Plain files'}
        </span>
        <Button size="sm" onClick={() => saveZip(`${template_id}.zip`, files)}>
          <FileArchive />
          Download all
        </Button>
      </div>
      <Gaps scaffold={scaffold} onShow={setPath} />
      {scaffold.mapping && <Mapping mapping={scaffold.mapping} />}
      <nav aria-label="Files" className="border-b py-1.5">
        {[...folders].map(([folder, inside]) => (
          <div key={folder}>
            {folder && <p className="px-3 py-0.5 font-mono text-xs text-ink-3">{folder}</p>}
            <ul>
              {inside.map((file) => {
                const Icon = file.language === 'diff' ? FileDiff : ICONS[file.role]
                return (
                  <li key={file.path}>
                    <button
                      type="button"
                      aria-current={file === open || undefined}
                      onClick={() => setPath(file.path)}
                      className="flex w-full items-center gap-2 px-3 py-1 text-left font-mono text-xs -outline-offset-2 hover:bg-hover aria-[current=true]:bg-selected coarse:min-h-10"
                    >
                      <Icon aria-hidden className="size-3.5 shrink-0 text-ink-3" />
                      <span className="truncate">{nameOf(file)}</span>
                    </button>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
      </nav>
      {open && (
        <OpenFile file={open} todo={todo.filter((one) => one.path === open.path && !one.text.startsWith('GAP('))} />
      )}
    </div>
  )
}

function OpenFile({ file, todo }: { file: File; todo: Scaffold['todo'] }) {
  const copy = () =>
    copyText(file.content).then(
      () => toast.ok('Copied', file.path),
      () => toast.error('Could not copy the file', 'Your browser does not permit it on this page.'),
    )
  return (
    <div>
      <div className="flex items-center gap-1 px-3 py-1.5">
        <h3 className="min-w-0 flex-1 truncate font-mono text-xs font-medium">{nameOf(file)}</h3>
        {canCopy() && (
          <Button variant="ghost" size="sm" onClick={copy}>
            <Copy />
            Copy
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={() => saveText(nameOf(file), 'text/plain', file.content)}>
          <Download />
          Download
        </Button>
      </div>
      {todo.length > 0 && (
        <ul className="border-y bg-caution-soft px-3 py-1.5 text-xs text-caution">
          {todo.map(({ line, text }) => (
            <li key={`${line} ${text}`}>
              Line {line}: {text}
            </li>
          ))}
        </ul>
      )}
      <section
        aria-label={`Content of ${file.path}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling regions must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto border-y bg-surface -outline-offset-2"
      >
        {file.language === 'diff' ? (
          <DiffView content={file.content} />
        ) : (
          <pre className="w-max px-3 py-2 font-mono text-xs">{file.content}</pre>
        )}
      </section>
    </div>
  )
}

const saveZip = (name: string, files: readonly File[]): void =>
  saveBlob(name, new Blob([zipOf(files)], { type: 'application/zip' }))
