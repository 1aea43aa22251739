// Workflow commands, which GitHub shows in the lines of a pull request. It shows only ten of each severity for a step, so the
// most severe findings come first. Pure.
import { shortForm } from '../../model/artifacts.ts'
import type { Compared } from '../policy.ts'
import type { Result } from '../result.ts'

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const

export function asGitHub({ compared, violations }: Result): string {
  const isNew = ({ state }: Compared): boolean => state === undefined || state === 'new'
  const lines = [...compared].filter(isNew).map(({ finding }) => {
    const { severity, file, line, column, length, message, level, object } = finding
    const place = [
      `file=${property(file)}`,
      `line=${line}`,
      ...(column ? [`col=${column}`] : []),
      ...(column && length ? [`endColumn=${column + length}`] : []),
      `title=${property(`Clean core, level ${level}: ${shortForm(object)}`)}`,
    ]
    return `::${COMMANDS[severity]} ${place.join(',')}::${data(message)}`
  })
  return [...lines, ...violations.map(({ message }) => `::error title=Policy::${data(message)}`), ''].join('\n')
}

/** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
