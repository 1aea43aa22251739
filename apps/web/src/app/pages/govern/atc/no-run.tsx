import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileCheck } from 'lucide-react'
import { buttonClass } from '../../../../ui/button.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { DropZone } from '../../../shared/upload/drop-zone.tsx'

/** Explains how to export an ATC run and upload it. */
export function NoRun({ projectId }: { projectId: string | undefined }) {
  const queries = useQueryClient()
  if (projectId === undefined)
    return (
      <Empty
        icon={FileCheck}
        title="No project yet"
        action={
          <Link to="/home" className={buttonClass({ variant: 'solid' })}>
            Load the sample or upload a file
          </Link>
        }
      >
        ATC results belong to a project.
      </Empty>
    )
  return (
    <div className="flex flex-col gap-4">
      <Empty icon={FileCheck} title="No ATC results yet">
        Upload a run of the ABAP Test Cockpit to compare it with the findings of Veritrace.
      </Empty>
      <ol className="mx-auto flex max-w-[60ch] list-decimal flex-col gap-2 pl-5 text-sm text-ink-2">
        <li>Run the check variant that your governance uses, for example with “Usage of APIs”.</li>
        <li>
          In SAP GUI, open transaction ATC, then <b>Manage Results</b>. Show the findings of the run as a list and
          select <b>List › Export › Spreadsheet</b> or <b>Local File</b>. Keep the columns for priority, object, check
          and message. English and German headings both work.
        </li>
        <li>
          Or save the XML from ADT: <code className="font-mono text-xs">/sap/bc/adt/atc/worklists/&lt;id&gt;</code>.
          Checkstyle files of a build server work too.
        </li>
        <li>Save a spreadsheet as CSV, and drop the file below.</li>
      </ol>
      <DropZone projectId={projectId} onRead={() => void queries.invalidateQueries({ queryKey: ['agreement'] })} />
    </div>
  )
}
