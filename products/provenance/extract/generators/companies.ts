// Names of fictional companies.
import type { Language } from '../cues/names.ts'
import type { Random } from './random.ts'

const FIRST = 'Bran Tor Vel Quin Mar Osk Lum Fen Dra Zeph Kel Nim Hax Pell Sor Wex Yar Cren Glim Tav'.split(' ')
const LAST = 'dyne ova ix ora mont wick ler que sen tide bit grid loft nova rand stack peak flow metric hive'.split(' ')
const SECOND = 'Systems Networks Labs Hosting Cloud Data Mail Analytics Technologies Software Pay Works'.split(' ')
const KATAKANA =
  'サンプル ブランテック ベロモント クインウェア ルミナ フェンダイン ゼフィクス トルニア ケルグリッド オスカーノバ'.split(
    ' ',
  )

const FORMS: Readonly<Record<Language, readonly string[]>> = {
  en: [' Inc.', ', Inc.', ' Ltd', ' LLC', ' PLC', ' Limited'],
  de: [' GmbH', ' AG', ' GmbH & Co. KG', ' SE', ' UG'],
  fr: [' SAS', ' SARL', ' SA', ' S.A.S.'],
  es: [' S.L.', ' S.A.', ' SL', ' S.L.U.'],
  pt: [' Lda', ' Ltda', ' S.A.', ' Ltda.'],
  it: [' S.r.l.', ' S.p.A.', ' SRL', ' srl'],
  nl: [' B.V.', ' BV', ' N.V.', ' NV'],
  ja: [' Inc.', '株式会社', ' K.K.', '合同会社'],
}

export function companiesOf(random: Random, language: Language, count: number): string[] {
  const names = new Map<string, string>()
  while (names.size < count) {
    const name = companyOf(random, language)
    names.set(name.toLowerCase().slice(0, 5), name)
  }
  return [...names.values()]
}

function companyOf(random: Random, language: Language): string {
  if (language === 'ja' && random.below(2) === 0) return japanese(random)
  const word = random.pick(FIRST) + random.pick(LAST)
  switch (random.below(6)) {
    case 0:
      return word
    case 1:
      return `${word} ${random.pick(SECOND)}`
    case 2:
      return `${word}.${random.pick(['io', 'com', 'ai'])}`
    case 3:
      return `${word}${random.pick(['Hub', 'Base', 'Desk', 'Ops'])}`
    default:
      return `${word}${random.below(3) === 0 ? ` ${random.pick(SECOND)}` : ''}${random.pick(FORMS[language === 'ja' ? 'en' : language])}`
  }
}

function japanese(random: Random): string {
  const word = random.pick(KATAKANA)
  return random.below(2) === 0
    ? `株式会社${word}`
    : `${word}${random.pick(['株式会社', '合同会社', 'ジャパン株式会社'])}`
}
