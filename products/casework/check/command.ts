// The command: from words to an exit code. 0: the policy is met. 1: it is not. 2: the check could not run.
import { stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CannotRun } from './cannot-run.ts'
import { CONFIG_FILE, type Config, readConfig } from './config.ts'
import { readOutputs, write } from './formats/formats.ts'
import { HELP } from './help.ts'

export interface Call {
  words: readonly string[]
  folder: string
  /** Results. */
  print(text: string): void
  /** Everything else. */
  complain(line: string): void
}

const OPTIONS = {
  target: { type: 'string' },
  config: { type: 'string' },
  format: { type: 'string', multiple: true },
  forbid: { type: 'string', multiple: true },
  'forbid-new': { type: 'string', multiple: true },
  max: { type: 'string', multiple: true },
  baseline: { type: 'string' },
  'write-baseline': { type: 'string' },
  exclude: { type: 'string', multiple: true },
  ignore: { type: 'string', multiple: true },
  unknown: { type: 'boolean' },
  'list-targets': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export async function command(call: Call): Promise<number> {
  try {
    return await run(call)
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    call.complain(error.message)
    return 2
  }
}

async function run(call: Call): Promise<number> {
  const { values, positionals } = parse(call.words)
  const [verb, path, ...more] = positionals
  if (values.help || verb === 'help' || call.words.length === 0) {
    call.print(HELP)
    return 0
  }
  if (verb !== 'check')
    throw new CannotRun(`“${verb ?? ''}” is not a command. The command is check; --help explains it.`)
  // The pack and the lists take a moment to load; help does not wait for them.
  const { check, listTargets } = await import('./check.ts')
  if (values['list-targets']) {
    call.print(await listTargets())
    return 0
  }
  if (!path || more.length > 0)
    throw new CannotRun('Name one folder or zip archive: veritrace-casework check <folder or zip>.')
  const outputs = readOutputs(values.format ?? [])
  const source = resolve(call.folder, path)
  const result = await check({
    source,
    base: call.folder,
    config: await configOf(call.folder, source, values),
    ...(values['write-baseline'] && { writeBaseline: resolve(call.folder, values['write-baseline']) }),
    complain: call.complain,
  })
  for (const { format, file } of outputs) {
    const text = write(format, result)
    if (file === undefined) call.print(text)
    else await save(resolve(call.folder, file), text)
  }
  if (outputs.every(({ format, file }) => format !== 'text' || file !== undefined))
    for (const { message } of result.violations) call.complain(message)
  return result.violations.length > 0 ? 1 : 0
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new CannotRun(`${(error as Error).message.split('. ')[0]}. --help lists the options.`)
  }
}

type Values = ReturnType<typeof parse>['values']

/** Options come before the file. Paths in the file start from its folder, those of options from the current folder. */
async function configOf(folder: string, source: string, values: Values): Promise<Config> {
  const isFolder = (await stat(source).catch(() => undefined))?.isDirectory() ?? false
  const usual = isFolder ? join(source, CONFIG_FILE) : undefined
  const isThere = usual !== undefined && (await stat(usual).catch(() => undefined))?.isFile()
  const file = values.config ? resolve(folder, values.config) : isThere ? usual : undefined
  const config = file ? await readConfig(file) : {}
  const forbid = listed(values.forbid)
  const forbidNew = listed(values['forbid-new'])
  const max = maxOf(values.max)
  const hasPolicy = forbid !== undefined || forbidNew !== undefined || max !== undefined
  const baseline = values.baseline
    ? resolve(folder, values.baseline)
    : config.baseline && resolve(dirname(file!), config.baseline)
  return {
    ...config,
    ...(values.target && { target: values.target }),
    ...(baseline && { baseline }),
    ...(values.exclude && { exclude: [...(config.exclude ?? []), ...values.exclude] }),
    ...(values.ignore && { ignore: [...(config.ignore ?? []), ...listed(values.ignore)!] }),
    ...(values.unknown && { unknown: 'list' as const }),
    ...(hasPolicy && {
      policy: {
        ...config.policy,
        ...(forbid && { forbid }),
        ...(forbidNew && { forbid_new: forbidNew }),
        ...(max && { max }),
      },
    }),
  }
}

const listed = (words: readonly string[] | undefined): string[] | undefined =>
  words
    ?.flatMap((word) => word.split(','))
    .map((word) => word.trim())
    .filter(Boolean)

function maxOf(words: readonly string[] | undefined): Record<string, number> | undefined {
  return (
    words &&
    Object.fromEntries(
      listed(words)!.map((word) => {
        const [, what, number] = /^(.+)=(\d{1,9})$/.exec(word) ?? []
        if (!what) throw new CannotRun(`--max: “${word}” is not of the form D=10.`)
        return [what, Number(number)]
      }),
    )
  )
}

async function save(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: Error) => {
    throw new CannotRun(`“${path}” cannot be written: ${error.message}.`)
  })
}
