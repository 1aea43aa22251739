// A workbench on one source: what it uses, ways out, files.
import { useWide } from '../../../shared/use-wide.ts'
import { Narrow } from './narrow.tsx'
import { Workspace } from './workspace.tsx'

export default function Studio() {
  return useWide() ? <Workspace /> : <Narrow />
}
