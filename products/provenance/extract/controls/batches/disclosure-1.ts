// How vulnerabilities are reported: "bug_bounty, vdp, contact_only or - | sentence". Labeled before the extractor first
// read it.

export const DISCLOSURE_1: Readonly<Record<string, string>> = {
  en: `
    contact_only | Found a security flaw? Write to security@acme.example.
    contact_only | If you discover a vulnerability, please let us know at security@acme.example.
    bug_bounty | We run a private bug bounty programme; write to us for an invitation.
    vdp | Our coordinated vulnerability disclosure policy tells you how to reach us.
    - | We will notify you of vulnerabilities that affect your account.
    - | Acme lets you report vulnerabilities in your own code.
    - | Our suppliers must report vulnerabilities to us without delay.
    - | We plan to launch a bug bounty programme next year.
    - | Employees report security issues to the security team.
    - | Vulnerabilities are fixed within 30 days.`,
  de: `
    contact_only | Sicherheitslücken melden Sie bitte an security@acme.example.
    contact_only | Wenn Sie eine Schwachstelle entdecken, schreiben Sie uns an security@acme.example.
    bug_bounty | Wir betreiben ein Bug-Bounty-Programm und zahlen Belohnungen für gemeldete Schwachstellen.
    vdp | Unsere Richtlinie zur verantwortungsvollen Offenlegung erklärt, wie Sie Schwachstellen melden.
    - | Wir informieren Sie über Schwachstellen, die Ihr Konto betreffen.
    - | Mitarbeiter melden Sicherheitslücken dem Sicherheitsteam.
    - | Ein Bug-Bounty-Programm ist für nächstes Jahr geplant.`,
  fr: `
    contact_only | Si vous découvrez une vulnérabilité, signalez-la à securite@acme.example.
    bug_bounty | Notre programme de bug bounty récompense les chercheurs qui signalent des failles.
    vdp | Notre politique de divulgation responsable décrit comment signaler une faille.
    - | Nous vous informons des vulnérabilités qui touchent votre compte.
    - | Nos fournisseurs doivent nous signaler les vulnérabilités.`,
  es: `
    contact_only | Si encuentra una vulnerabilidad, escríbanos a seguridad@acme.example.
    bug_bounty | Tenemos un programa de recompensas por vulnerabilidades.
    vdp | Nuestra política de divulgación responsable explica cómo comunicar una vulnerabilidad.
    - | Le informaremos de las vulnerabilidades que afecten a su cuenta.
    - | Nuestros proveedores deben comunicarnos las vulnerabilidades.`,
  pt: `
    contact_only | Se encontrar uma vulnerabilidade, escreva para seguranca@acme.example.
    bug_bounty | Temos um programa de recompensas para quem encontra falhas de segurança.
    vdp | A nossa política de divulgação responsável explica como comunicar uma vulnerabilidade.
    - | Os nossos fornecedores devem comunicar-nos as vulnerabilidades.`,
  it: `
    contact_only | Per segnalare una vulnerabilità scrivete a sicurezza@acme.example.
    bug_bounty | Il nostro programma di bug bounty premia i ricercatori.
    vdp | La nostra politica di divulgazione responsabile spiega come segnalare una vulnerabilità.
    - | I nostri fornitori devono segnalarci le vulnerabilità.`,
  nl: `
    contact_only | Heb je een kwetsbaarheid gevonden? Mail dan naar security@acme.example.
    bug_bounty | We hebben een bug-bountyprogramma met beloningen voor onderzoekers.
    vdp | Ons beleid voor responsible disclosure legt uit hoe je een kwetsbaarheid meldt.
    - | Onze leveranciers moeten kwetsbaarheden aan ons melden.`,
  ja: `
    contact_only | 脆弱性を発見された場合は、security@acme.example までご報告ください。
    bug_bounty | 当社はバグバウンティプログラムを運営しています。
    vdp | 当社の脆弱性開示ポリシーでは、脆弱性の報告方法を定めています。`,
}
