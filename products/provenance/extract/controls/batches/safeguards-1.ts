// Encryption and penetration tests: "rest yes, transit yes, test yes | sentence". Labeled before the extractor first
// read it.

export const SAFEGUARDS_1: Readonly<Record<string, string>> = {
  en: `
    rest yes, transit yes | Data is encrypted both in transit and at rest.
    rest yes | We encrypt all customer data at rest using AES-256.
    transit yes | All connections to our API are secured with TLS 1.3.
    transit yes | Traffic between your browser and our servers is encrypted with HTTPS.
    rest yes | Backups are encrypted with AES-256 before they are stored.
    rest no | Customer data is not encrypted at rest.
    - | Customers should encrypt their data in transit.
    - | Laptops of employees are encrypted at rest.
    - | We plan to introduce encryption at rest in 2027.
    - | You are responsible for encrypting data at rest.
    - | The processor shall encrypt personal data at rest and in transit.
    rest optional | Encryption at rest can be enabled on request.
    - | Passwords are hashed and never stored in plain text.
    test yes | Independent experts perform penetration tests every year.
    test yes | We commission an external penetration test annually.
    test yes | Our application undergoes regular pentests by a third party.
    - | Customers may carry out penetration tests with our approval.
    - | We do not perform penetration tests.
    - | A penetration test is planned for next year.
    - | You should run your own penetration tests.`,
  de: `
    rest yes, transit yes | Alle Daten werden bei der Übertragung und im Ruhezustand verschlüsselt.
    rest yes | Gespeicherte Daten sind mit AES-256 verschlüsselt.
    transit yes | Sämtliche Verbindungen sind mit TLS 1.2 oder höher verschlüsselt.
    transit yes | Die Kommunikation zwischen Browser und Server erfolgt über HTTPS.
    rest yes | Unsere Backups sind verschlüsselt.
    rest no | Die Datenbank ist nicht verschlüsselt.
    - | Kunden sollten ihre Daten bei der Übertragung verschlüsseln.
    - | Die Laptops der Mitarbeiter sind verschlüsselt.
    - | Eine Verschlüsselung im Ruhezustand ist geplant.
    - | Sie sind dafür verantwortlich, Ihre Daten im Ruhezustand zu verschlüsseln.
    - | Der Auftragsverarbeiter muss Daten bei der Übertragung verschlüsseln.
    rest optional | Die Verschlüsselung im Ruhezustand kann aktiviert werden.
    - | Passwörter werden gehasht gespeichert.
    test yes | Unabhängige Experten führen jährlich Penetrationstests durch.
    test yes | Wir lassen unsere Systeme regelmäßig durch externe Penetrationstests prüfen.
    test yes | Penetrationstests werden mindestens einmal im Jahr durchgeführt.
    - | Kunden dürfen Penetrationstests nur mit unserer Zustimmung durchführen.
    - | Wir führen keine Penetrationstests durch.
    - | Ein Penetrationstest ist für nächstes Jahr geplant.
    - | Sie sollten eigene Penetrationstests durchführen.`,
  fr: `
    rest yes, transit yes | Les données sont chiffrées en transit et au repos.
    rest yes | Nous chiffrons toutes les données stockées avec AES-256.
    transit yes | Toutes les connexions sont sécurisées par TLS 1.3.
    transit yes | Les échanges entre votre navigateur et nos serveurs passent par HTTPS.
    rest yes | Les sauvegardes sont chiffrées.
    rest no | Les données ne sont pas chiffrées au repos.
    - | Les clients devraient chiffrer leurs données en transit.
    - | Les ordinateurs portables des salariés sont chiffrés.
    - | Le chiffrement au repos est prévu pour 2027.
    - | Vous êtes responsable du chiffrement de vos données au repos.
    - | Le sous-traitant doit chiffrer les données en transit.
    rest optional | Le chiffrement au repos peut être activé sur demande.
    - | Les mots de passe sont hachés.
    test yes | Des experts indépendants réalisent des tests d'intrusion chaque année.
    test yes | Nous faisons réaliser un test d'intrusion annuel par un prestataire externe.
    test yes | Notre application fait l'objet de tests d'intrusion réguliers.
    - | Les clients peuvent effectuer des tests d'intrusion avec notre accord.
    - | Nous ne réalisons pas de tests d'intrusion.
    - | Un test d'intrusion est prévu l'année prochaine.
    - | Vous devriez effectuer vos propres tests d'intrusion.`,
  es: `
    rest yes, transit yes | Los datos se cifran en tránsito y en reposo.
    rest yes | Ciframos todos los datos almacenados con AES-256.
    transit yes | Todas las conexiones están protegidas con TLS 1.3.
    transit yes | El tráfico entre su navegador y nuestros servidores usa HTTPS.
    rest yes | Las copias de seguridad están cifradas.
    rest no | Los datos no están cifrados en reposo.
    - | Los clientes deberían cifrar sus datos en tránsito.
    - | Los portátiles de los empleados están cifrados.
    - | El cifrado en reposo está previsto para 2027.
    - | Usted es responsable de cifrar sus datos en reposo.
    - | El encargado deberá cifrar los datos en tránsito.
    rest optional | El cifrado en reposo puede activarse a petición.
    - | Las contraseñas se guardan con hash.
    test yes | Expertos independientes realizan pruebas de penetración cada año.
    test yes | Encargamos anualmente un test de intrusión a una empresa externa.
    test yes | Nuestra aplicación se somete a pruebas de penetración periódicas.
    - | Los clientes pueden realizar pruebas de penetración con nuestra autorización.
    - | No realizamos pruebas de penetración.
    - | Está prevista una prueba de penetración para el próximo año.
    - | Debería realizar sus propias pruebas de penetración.`,
  pt: `
    rest yes, transit yes | Os dados são criptografados em trânsito e em repouso.
    rest yes | Criptografamos todos os dados armazenados com AES-256.
    transit yes | Todas as conexões são protegidas por TLS 1.3.
    transit yes | O tráfego entre o seu navegador e os nossos servidores usa HTTPS.
    rest yes | As cópias de segurança são encriptadas.
    rest no | Os dados não são criptografados em repouso.
    - | Os clientes deveriam criptografar os seus dados em trânsito.
    - | Os notebooks dos funcionários são criptografados.
    - | A criptografia em repouso está prevista para 2027.
    - | Você é responsável por criptografar os seus dados em repouso.
    - | O operador deve criptografar os dados em trânsito.
    rest optional | A criptografia em repouso pode ser ativada mediante pedido.
    - | As senhas são guardadas com hash.
    test yes | Especialistas independentes realizam testes de penetração todos os anos.
    test yes | Contratamos anualmente um teste de intrusão a uma empresa externa.
    test yes | A nossa aplicação passa por testes de penetração periódicos.
    - | Os clientes podem realizar testes de penetração com a nossa autorização.
    - | Não realizamos testes de penetração.
    - | Está previsto um teste de penetração para o próximo ano.
    - | Você deveria realizar os seus próprios testes de penetração.`,
  it: `
    rest yes, transit yes | I dati sono crittografati in transito e a riposo.
    rest yes | Crittografiamo tutti i dati archiviati con AES-256.
    transit yes | Tutte le connessioni sono protette da TLS 1.3.
    transit yes | Il traffico tra il browser e i nostri server usa HTTPS.
    rest yes | I backup sono cifrati.
    rest no | I dati non sono crittografati a riposo.
    - | I clienti dovrebbero crittografare i propri dati in transito.
    - | I portatili dei dipendenti sono crittografati.
    - | La crittografia a riposo è prevista per il 2027.
    - | Siete responsabili della crittografia dei vostri dati a riposo.
    - | Il responsabile deve crittografare i dati in transito.
    rest optional | La crittografia a riposo può essere attivata su richiesta.
    - | Le password sono salvate con hash.
    test yes | Esperti indipendenti eseguono penetration test ogni anno.
    test yes | Commissioniamo ogni anno un penetration test a una società esterna.
    test yes | La nostra applicazione è sottoposta a test di penetrazione periodici.
    - | I clienti possono eseguire penetration test con la nostra autorizzazione.
    - | Non eseguiamo penetration test.
    - | Un penetration test è previsto per il prossimo anno.
    - | Dovreste eseguire i vostri penetration test.`,
  nl: `
    rest yes, transit yes | Gegevens worden tijdens transport en in rust versleuteld.
    rest yes | Wij versleutelen alle opgeslagen gegevens met AES-256.
    transit yes | Alle verbindingen zijn beveiligd met TLS 1.3.
    transit yes | Het verkeer tussen uw browser en onze servers verloopt via HTTPS.
    rest yes | Onze back-ups zijn versleuteld.
    rest no | Gegevens zijn niet versleuteld in rust.
    - | Klanten zouden hun gegevens tijdens transport moeten versleutelen.
    - | Laptops van medewerkers zijn versleuteld.
    - | Versleuteling in rust is gepland voor 2027.
    - | U bent verantwoordelijk voor het versleutelen van uw gegevens in rust.
    - | De verwerker moet gegevens tijdens transport versleutelen.
    rest optional | Versleuteling in rust kan op verzoek worden ingeschakeld.
    - | Wachtwoorden worden gehasht opgeslagen.
    test yes | Onafhankelijke experts voeren elk jaar penetratietests uit.
    test yes | Wij laten jaarlijks een pentest uitvoeren door een externe partij.
    test yes | Onze applicatie wordt regelmatig onderworpen aan penetratietests.
    - | Klanten mogen penetratietests uitvoeren met onze toestemming.
    - | Wij voeren geen penetratietests uit.
    - | Een penetratietest is gepland voor volgend jaar.
    - | U zou zelf penetratietests moeten uitvoeren.`,
  ja: `
    rest yes, transit yes | データは転送時および保存時に暗号化されます。
    rest yes | 保存データはすべてAES-256で暗号化しています。
    transit yes | すべての通信はTLS 1.3で保護されています。
    transit yes | ブラウザとサーバー間の通信はHTTPSで暗号化されます。
    rest yes | バックアップは暗号化されています。
    rest no | データは保存時に暗号化されていません。
    - | お客様は転送時にデータを暗号化すべきです。
    - | 従業員のノートパソコンは暗号化されています。
    - | 保存時の暗号化を2027年に導入する予定です。
    - | 保存データの暗号化はお客様の責任です。
    - | 処理者は転送時にデータを暗号化しなければなりません。
    rest optional | 保存時の暗号化はご希望により有効にできます。
    - | パスワードはハッシュ化して保存しています。
    test yes | 独立した専門家が毎年侵入テストを実施しています。
    test yes | 当社は年に一度、外部の会社にペネトレーションテストを依頼しています。
    test yes | 当社のアプリは定期的に侵入テストを受けています。
    - | お客様は当社の許可を得て侵入テストを実施できます。
    - | 当社は侵入テストを実施していません。
    - | 来年、侵入テストを予定しています。
    - | お客様ご自身で侵入テストを行うことを推奨します。`,
}
