// Synthetic claims from our own sentences. A claim read from a sentence is right. A claim that is still read after the sentence
// was embedded in one that denies, postpones or attributes it is wrong. Real documents have too few wrong claims to learn from.
import { readdirSync, readFileSync } from 'node:fs'
import { RESIDENCY_1 } from '../controls/batches/residency-1.ts'
import { RESIDENCY_2 } from '../controls/batches/residency-2.ts'
import { SAFEGUARDS_1 } from '../controls/batches/safeguards-1.ts'
import { SAFEGUARDS_2 } from '../controls/batches/safeguards-2.ts'
import { extractClaims } from '../extract.ts'
import { readMarkup } from '../read/read.ts'
import { acme } from '../testing.ts'
import type { Claim } from '../types.ts'
import type { Example } from './fit.ts'

const AROUND: Readonly<Record<string, readonly string[]>> = {
  en: [
    'It is not true that {}',
    'We are considering whether {}',
    'Until 2019 we used to say: {}',
    'A vendor may write, for example: “{}”',
    'Our competitor Globex says that {}',
    'If the customer so chooses and pays for it, {}',
  ],
  de: [
    'Es stimmt nicht, dass {}',
    'Wir überlegen, ob {}',
    'Bis 2019 hieß es bei uns: {}',
    'Ein Anbieter schreibt zum Beispiel: „{}“',
    'Unser Wettbewerber Globex sagt: {}',
    'Falls der Kunde das wünscht und bezahlt, gilt: {}',
  ],
  fr: [
    "Il n'est pas vrai que {}",
    'Nous nous demandons si {}',
    'Jusqu’en 2019 nous disions : {}',
    'Un fournisseur peut écrire, par exemple : « {} »',
    'Notre concurrent Globex affirme que {}',
    'Si le client le souhaite et le paie, {}',
  ],
  es: [
    'No es cierto que {}',
    'Estamos estudiando si {}',
    'Hasta 2019 decíamos: {}',
    'Un proveedor puede escribir, por ejemplo: «{}»',
    'Nuestro competidor Globex dice que {}',
    'Si el cliente lo desea y lo paga, {}',
  ],
  pt: [
    'Não é verdade que {}',
    'Estamos a estudar se {}',
    'Até 2019 dizíamos: {}',
    'Um fornecedor pode escrever, por exemplo: “{}”',
    'O nosso concorrente Globex diz que {}',
    'Se o cliente quiser e pagar, {}',
  ],
  it: [
    'Non è vero che {}',
    'Stiamo valutando se {}',
    'Fino al 2019 dicevamo: {}',
    'Un fornitore può scrivere, per esempio: «{}»',
    'Il nostro concorrente Globex dice che {}',
    'Se il cliente lo desidera e lo paga, {}',
  ],
  nl: [
    'Het is niet waar dat {}',
    'Wij overwegen of {}',
    'Tot 2019 zeiden wij: {}',
    'Een leverancier schrijft bijvoorbeeld: “{}”',
    'Onze concurrent Globex zegt dat {}',
    'Als de klant dat wil en ervoor betaalt, {}',
  ],
  ja: [
    '次のことは事実ではありません：{}',
    '次のことを検討しています：{}',
    '2019年までは次のとおりでした：{}',
    '例えば、ある業者は「{}」と書きます。',
    '競合他社のGlobex社によれば、{}',
    'お客様が希望し支払う場合に限り、{}',
  ],
}

interface Sentence {
  language: string
  kind: string
  heading: string
  text: string
}

export function madeUpClaims(): Example[] {
  return [...promises(), ...batches()].flatMap((sentence) => {
    const plain = claimsOf(sentence)
    const isSame = (claim: Claim): boolean =>
      plain.some(({ predicate, value, state }) =>
        [predicate === claim.predicate, value === claim.value, state === claim.state].every(Boolean),
      )
    const wrong = (AROUND[sentence.language] ?? []).flatMap((around) =>
      claimsOf({ ...sentence, text: around.replace('{}', inside(sentence.text)) }).filter(isSame),
    )
    return [...plain.map((claim) => exampleOf(claim, true)), ...wrong.map((claim) => exampleOf(claim, false))]
  })
}

function promises(): Sentence[] {
  const folder = new URL('../terms/sentences/', import.meta.url)
  return readdirSync(folder).flatMap((file) =>
    linesOf(readFileSync(new URL(file, folder), 'utf8')).flatMap((line) => {
      const [kind = '', heading = '', wanted = '', text = ''] = line.split(' | ')
      return wanted === '-' || text.startsWith('<') ? [] : [{ language: file.slice(0, 2), kind, heading, text }]
    }),
  )
}

function batches(): Sentence[] {
  return [RESIDENCY_1, RESIDENCY_2, SAFEGUARDS_1, SAFEGUARDS_2].flatMap((batch) =>
    Object.entries(batch).flatMap(([language, lines]) =>
      linesOf(lines).flatMap((line) => {
        const [wanted = '', text = ''] = line.split(' | ')
        return wanted === '-' ? [] : [{ language, kind: 'security', heading: 'Security', text }]
      }),
    ),
  )
}

function claimsOf({ language, kind, heading, text }: Sentence): Claim[] {
  const page = readMarkup(`<html lang="${language}"><h2>${heading}</h2><p>${text}</p></html>`, 'text/html')
  return extractClaims(page, acme(kind)).claims.filter(({ relation }) => relation !== 'background')
}

const exampleOf = ({ factors }: Claim, isRight: boolean): Example => ({ features: factors, isRight })
const inside = (text: string): string =>
  text.startsWith('Acme') ? text : text.slice(0, 1).toLowerCase() + text.slice(1)
const linesOf = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
