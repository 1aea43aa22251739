// Extracts values from abapGit's XML by element name only, so that entities and nesting cannot do harm.

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()]!
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

export function valueIn(text: string, tag: string): string | undefined {
  const from = text.indexOf(`<${tag}>`)
  if (from < 0) return undefined
  const end = text.indexOf(`</${tag}>`, from)
  const value = end < 0 ? '' : text.slice(from + tag.length + 2, end)
  return value === '' || value.includes('<') ? undefined : decode(value)
}

export function* blocksOf(text: string, tag: string): Generator<string> {
  for (let from = text.indexOf(`<${tag}>`); from >= 0; from = text.indexOf(`<${tag}>`, from)) {
    const end = text.indexOf(`</${tag}>`, from)
    if (end < 0) return
    yield text.slice(from + tag.length + 2, end)
    from = end
  }
}

/** Splits the text at each `<tag>`. */
export function partsFrom(text: string, tag: string): string[] {
  return text
    .split(`<${tag}>`)
    .slice(1)
    .map((part) => `<${tag}>${part}`)
}
