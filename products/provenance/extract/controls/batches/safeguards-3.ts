// Encryption and penetration tests: "rest yes, transit yes, test yes | sentence". Labeled before the extractor first
// read it.

export const SAFEGUARDS_3: Readonly<Record<string, string>> = {
  en: `
    rest yes | Everything you upload sits on encrypted volumes.
    rest yes | Everything is encrypted on disk with keys that we rotate.
    - | We encrypt API keys stored in the database.
    transit yes | Our load balancers accept nothing but TLS 1.2 and newer.
    - | Our cloud provider encrypts its backbone with TLS 1.3.
    - | Our emails are sent by a supplier that supports TLS 1.2.
    - | Use a client that speaks TLS 1.2 or newer.
    - | TLS 1.0 and TLS 1.1 are disabled.
    - | Your server must support TLS 1.2.
    - | Encryption at rest is planned for next year.
    rest yes | </p><h3>Encryption at rest</h3><p>We encrypt all customer data using AES-256.
    - | </p><h3>Encryption at rest</h3><p>Customers are responsible for encrypting what they export.
    - | </p><h3>Encryption at rest</h3><p>Keys are rotated every year and never leave the HSM.
    test yes | </p><h3>Penetration testing</h3><p>An independent firm attacks our platform once a year.
    - | </p><h3>Penetration testing</h3><p>Customers may test once a year with our approval.
    - | </p><h3>Penetration testing</h3><p>We have not had an external test in 2026.
    test yes | The data importer works with specialised firms for regular penetration tests.`,
  de: `
    rest yes, transit yes | Daten werden auf unseren Servern mit AES-256 und auf dem Weg dorthin mit TLS 1.3 verschlüsselt.
    rest yes | </p><h3>Verschlüsselung ruhender Daten</h3><p>Sämtliche Kundendaten verschlüsseln wir mit AES-256.`,
  fr: `
    - | Aucun trafic HTTP non encrypté n'est accepté.
    test yes | </p><h3>Tests d'intrusion</h3><p>Un cabinet indépendant attaque notre plateforme chaque année ; les tests sont réalisés en mai.`,
  es: `
    rest yes, transit yes | La información viaja por canales TLS y se guarda cifrada con AES-256.
    test yes | Cada año encargamos a una empresa externa una prueba de intrusión de nuestra plataforma.`,
  pt: `
    rest yes, transit yes | Todos os dados são encriptados enquanto estão em trânsito e em repouso.
    rest yes, transit yes | Os dados são cifrados em trânsito (TLS 1.3) e quando armazenados (AES-256).`,
  nl: `
    rest yes, transit yes | Bestanden worden versleuteld bewaard en al het verkeer loopt via TLS.`,
}
