// What pages say about AI, one case per line: "yes or - | page". Labeled before the extractor first read it.

export const AI_1: Readonly<Record<string, string>> = {
  en: `
    yes | </p><h1>Acme Assist and AI</h1><p>Acme Assist drafts replies to tickets with the help of a large language model.`,
  de: `
    yes | </p><h1>KI-Funktionen</h1><p>Der KI-Assistent von Acme fasst Besprechungen zusammen und nutzt dafür ein Sprachmodell.
    - | </p><h1>KI bei Acme</h1><p>Wir setzen keine KI ein.
    - | Diese Richtlinien spiegeln unser Engagement für verantwortungsvolle AI-Entwicklung wider.
    - | </p><h1>Datenschutz</h1><p>Die KI-Verordnung gilt ab 2026.`,
  fr: `
    yes | </p><h1>Acme et l'IA</h1><p>Notre assistant s'appuie sur l'intelligence artificielle pour rédiger des comptes rendus.
    - | </p><h1>Conditions</h1><p>Le client ne doit pas utiliser l'IA pour copier le service.`,
  es: `
    yes | </p><h1>Inteligencia artificial en Acme</h1><p>Usamos modelos de lenguaje e inteligencia artificial para resumir llamadas.`,
  pt: `
    yes | </p><h1>IA na Acme</h1><p>O assistente de IA sugere respostas com base num modelo de linguagem.`,
  it: `
    yes | </p><h1>L'IA in Acme</h1><p>L'assistente di IA genera riassunti grazie a un modello linguistico.`,
  nl: `
    yes | </p><h1>AI in Acme</h1><p>De AI-assistent vat gesprekken samen met een taalmodel.`,
  ja: `
    yes | </p><h1>AI機能について</h1><p>AcmeのAIアシスタントは、大規模言語モデルを用いて議事録を要約します。`,
}
