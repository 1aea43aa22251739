// The only reader of the environment. It reports all problems at once, before anything starts.
import { type Settings, VARIABLES } from './variables.ts'

type Source = Record<string, string | undefined>

export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration is invalid:\n${problems.map((p) => `  - ${p}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

export function readSettings(source: Source = process.env): Settings {
  const problems: string[] = []
  const read = (name: string) => {
    const variable = VARIABLES[name]!
    const text = source[name]
    if (text === undefined || text === '') return variable.fallback
    try {
      return variable.read(text)
    } catch (error) {
      const shown = variable.secret ? 'its value' : `“${text}”`
      problems.push(`${name} ${error instanceof Error ? error.message : 'is invalid'}; ${shown} is not.`)
      return variable.fallback
    }
  }
  const settings = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, read(name)]))
  if (problems.length > 0) throw new ConfigError(problems)
  return settings as Settings
}
