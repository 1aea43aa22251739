// Studio: analyze one source, compare options, and generate files.
import { useWide } from '../../../shared/use-wide.ts'
import { Narrow } from './narrow.tsx'
import { Workspace } from './workspace.tsx'

export default function Studio() {
  return useWide() ? <Workspace /> : <Narrow />
}
