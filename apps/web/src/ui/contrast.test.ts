// Checks the contrast of the palette in light and dark mode.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contrastOf, PAIRS, type Rgb, TEXTS } from './contrast.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const palette = read('./palette.css')
/** The query page also uses the style sheet of the site. */
const ofConsole = read('../../../../platform/pages/style.ts') + palette
const CODE = ['word', 'name', 'variable', 'text', 'number'].map((name) => [`code-${name}`, 'surface', TEXTS] as const)
const THEMES = ['light', 'dark'] as const

test('black on white has contrast 21, and mixed colors match what browsers compute', () => {
  assert.equal(contrastOf([0, 0, 0], [255, 255, 255]), 21)
  assert.deepEqual(mix('0.465 0.16 262'), [0x22, 0x52, 0xb1])
  assert.deepEqual(mix('0.172 0.01 264'), [0x0e, 0x10, 0x14])
})

for (const [sheet, text, pairs] of [
  ['the palette', palette, PAIRS],
  [
    'the query page',
    ofConsole,
    [...CODE, ...PAIRS.filter(([, ground]) => ground === 'surface' || ground === 'canvas')],
  ],
] as const)
  for (const [i, theme] of THEMES.entries())
    test(`${sheet} has enough contrast in ${theme} mode`, () => {
      const known = pairs.filter(([front, ground]) => isIn(text, front) && isIn(text, ground))
      assert.ok(known.length >= 20, `only ${known.length} pairs were found`)
      const faults = known
        .map(([front, ground, least]) => ({
          front,
          ground,
          least,
          is: contrastOf(at(text, front, i), at(text, ground, i)),
        }))
        .filter(({ is, least }) => is < least)
      assert.deepEqual(
        faults.map(({ front, ground, is, least }) => `${front} on ${ground}: ${is.toFixed(2)}, not ${least}`),
        [],
      )
    })

const isIn = (sheet: string, name: string): boolean => sheet.includes(`--${name}:`)

function at(sheet: string, name: string, theme: number): Rgb {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(sheet)![1]!
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (other) return at(sheet, other, theme)
  const colors = [...value.matchAll(/oklch\(([\d. ]+)\)/g)].map(([, inside]) => inside!)
  assert.equal(colors.length, 2, `${name} needs an opaque color for light and one for dark mode`)
  return mix(colors[theme]!)
}

/** Converts OKLCH to sRGB (CSS Color 4 §10.8 and its sample code). */
function mix(oklch: string): Rgb {
  const [light = 0, chroma = 0, hue = 0] = oklch.split(' ').map(Number)
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const [l, m, s] = [
    (light + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (light - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (light - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ]
  return [
    screen(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    screen(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    screen(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function screen(linear: number): number {
  const share = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.min(1, Math.max(0, share)))
}
