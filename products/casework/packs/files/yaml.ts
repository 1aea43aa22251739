// YAML within limits: no tags that make things, few aliases, nothing deep or large.
import { parseDocument } from 'yaml'

const MAX_YAML = 512 * 1024
const MAX_ALIASES = 200

/** Throws an Error that says what is wrong, with its line. */
export function readYaml(text: string): unknown {
  if (text.length > MAX_YAML) throw new Error(`is larger than ${MAX_YAML / 1024} KiB`)
  const document = parseDocument(text, { schema: 'core', uniqueKeys: true, prettyErrors: true, logLevel: 'silent' })
  const [error] = document.errors
  if (error) throw new Error(error.message.split('\n')[0]!.replace(/:$/, ''))
  return document.toJS({ maxAliasCount: MAX_ALIASES })
}
