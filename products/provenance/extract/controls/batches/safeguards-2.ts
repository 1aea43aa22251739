// Encryption and penetration tests: "rest yes, transit yes, test yes | sentence". Labeled before the extractor first
// read it.

export const SAFEGUARDS_2: Readonly<Record<string, string>> = {
  en: `
    rest yes | Databases and file storage use AES-256 encryption.
    transit yes | Data sent over public networks is protected by Transport Layer Security.
    rest yes, transit yes | Encryption: TLS 1.2+ in transit, AES-256 at rest.
    - | Encryption in transit is not optional for our suppliers.
    - | Encryption keys are rotated every year.
    transit yes | We enforce HTTPS for all connections.
    - | We recommend encrypting sensitive data at rest.
    rest no | We do not encrypt backups.
    test yes | The last penetration test was completed in March 2026.
    test yes | Our systems are tested by external penetration testers twice a year.
    - | We have never carried out a penetration test.
    - | Penetration testing of our platform by customers is prohibited.
    test yes | A summary of our annual penetration test is available on request.
    - | Our hosting provider runs penetration tests on its data centers.
    - | Prior to going live, the customer must perform a penetration test.`,
  de: `
    rest yes | Datenbanken und Dateispeicher sind mit AES-256 verschlüsselt.
    transit yes | Daten werden über öffentliche Netze nur per TLS übertragen.
    rest yes, transit yes | Verschlüsselung: TLS 1.2+ bei der Übertragung, AES-256 im Ruhezustand.
    - | Die Schlüssel werden jährlich gewechselt.
    transit yes | Wir erzwingen HTTPS für alle Verbindungen.
    - | Wir empfehlen, sensible Daten im Ruhezustand zu verschlüsseln.
    rest no | Wir verschlüsseln Backups nicht.
    test yes | Der letzte Penetrationstest wurde im März 2026 abgeschlossen.
    test yes | Unsere Systeme werden zweimal im Jahr von externen Pentestern geprüft.
    - | Wir haben noch nie einen Penetrationstest durchgeführt.
    - | Penetrationstests durch Kunden sind untersagt.
    test yes | Eine Zusammenfassung unseres jährlichen Penetrationstests ist auf Anfrage erhältlich.
    - | Unser Hosting-Anbieter führt Penetrationstests in seinen Rechenzentren durch.
    - | Vor dem Start muss der Kunde einen Penetrationstest durchführen.`,
  fr: `
    rest yes | Les bases de données et les fichiers stockés sont chiffrés en AES-256.
    transit yes | Les données circulant sur les réseaux publics sont protégées par TLS.
    rest yes, transit yes | Chiffrement : TLS 1.2+ en transit, AES-256 au repos.
    - | Les clés de chiffrement sont renouvelées chaque année.
    transit yes | Nous imposons HTTPS pour toutes les connexions.
    - | Nous recommandons de chiffrer les données sensibles au repos.
    rest no | Nous ne chiffrons pas les sauvegardes.
    test yes | Le dernier test d'intrusion a été réalisé en mars 2026.
    test yes | Nos systèmes sont soumis deux fois par an à des pentests externes.
    - | Nous n'avons jamais effectué de test d'intrusion.
    - | Les tests d'intrusion par les clients sont interdits.
    test yes | Un résumé de notre test d'intrusion annuel est disponible sur demande.
    - | Notre hébergeur réalise des tests d'intrusion dans ses centres de données.
    - | Avant la mise en service, le client doit réaliser un test d'intrusion.`,
  es: `
    rest yes | Las bases de datos y los archivos almacenados se cifran con AES-256.
    transit yes | Los datos que viajan por redes públicas se protegen con TLS.
    rest yes, transit yes | Cifrado: TLS 1.2+ en tránsito, AES-256 en reposo.
    - | Las claves de cifrado se renuevan cada año.
    transit yes | Imponemos HTTPS en todas las conexiones.
    - | Recomendamos cifrar los datos sensibles en reposo.
    rest no | No ciframos las copias de seguridad.
    test yes | La última prueba de penetración se completó en marzo de 2026.
    test yes | Nuestros sistemas se someten dos veces al año a pentests externos.
    - | Nunca hemos realizado una prueba de penetración.
    - | Las pruebas de penetración por parte de clientes están prohibidas.
    test yes | Un resumen de nuestra prueba de penetración anual está disponible a petición.
    - | Nuestro proveedor de alojamiento realiza pruebas de penetración en sus centros de datos.
    - | Antes de la puesta en marcha, el cliente debe realizar una prueba de penetración.`,
  pt: `
    rest yes | Os bancos de dados e os arquivos armazenados são criptografados com AES-256.
    transit yes | Os dados que trafegam em redes públicas são protegidos por TLS.
    rest yes, transit yes | Criptografia: TLS 1.2+ em trânsito, AES-256 em repouso.
    - | As chaves de criptografia são renovadas todos os anos.
    transit yes | Impomos HTTPS em todas as conexões.
    - | Recomendamos criptografar os dados sensíveis em repouso.
    rest no | Não criptografamos as cópias de segurança.
    test yes | O último teste de penetração foi concluído em março de 2026.
    test yes | Os nossos sistemas são submetidos duas vezes por ano a pentests externos.
    - | Nunca realizamos um teste de penetração.
    - | Os testes de penetração por clientes são proibidos.
    test yes | Um resumo do nosso teste de penetração anual está disponível mediante pedido.
    - | O nosso provedor de hospedagem realiza testes de penetração nos seus data centers.
    - | Antes da entrada em produção, o cliente deve realizar um teste de penetração.`,
  it: `
    rest yes | I database e i file archiviati sono cifrati con AES-256.
    transit yes | I dati che viaggiano su reti pubbliche sono protetti da TLS.
    rest yes, transit yes | Crittografia: TLS 1.2+ in transito, AES-256 a riposo.
    - | Le chiavi di crittografia vengono rinnovate ogni anno.
    transit yes | Imponiamo HTTPS per tutte le connessioni.
    - | Consigliamo di crittografare i dati sensibili a riposo.
    rest no | Non cifriamo i backup.
    test yes | L'ultimo penetration test è stato completato a marzo 2026.
    test yes | I nostri sistemi sono sottoposti due volte l'anno a pentest esterni.
    - | Non abbiamo mai eseguito un penetration test.
    - | I penetration test da parte dei clienti sono vietati.
    test yes | Una sintesi del nostro penetration test annuale è disponibile su richiesta.
    - | Il nostro provider di hosting esegue penetration test nei propri data center.
    - | Prima della messa in produzione, il cliente deve eseguire un penetration test.`,
  nl: `
    rest yes | Databases en bestandsopslag zijn met AES-256 versleuteld.
    transit yes | Gegevens die over openbare netwerken gaan, worden met TLS beveiligd.
    rest yes, transit yes | Versleuteling: TLS 1.2+ tijdens transport, AES-256 in rust.
    - | De sleutels worden jaarlijks vernieuwd.
    transit yes | Wij dwingen HTTPS af voor alle verbindingen.
    - | Wij raden aan gevoelige gegevens in rust te versleutelen.
    rest no | Wij versleutelen back-ups niet.
    test yes | De laatste penetratietest is in maart 2026 afgerond.
    test yes | Onze systemen worden twee keer per jaar door externe pentesters getest.
    - | Wij hebben nog nooit een penetratietest uitgevoerd.
    - | Penetratietests door klanten zijn verboden.
    test yes | Een samenvatting van onze jaarlijkse penetratietest is op aanvraag beschikbaar.
    - | Onze hostingprovider voert penetratietests uit in zijn datacenters.
    - | Voor de livegang moet de klant een penetratietest uitvoeren.`,
  ja: `
    rest yes | データベースとファイルストレージはAES-256で暗号化しています。
    transit yes | 公衆網を通るデータはTLSで保護されています。
    rest yes, transit yes | 暗号化：通信時はTLS 1.2以上、保存時はAES-256。
    - | 暗号鍵は毎年更新しています。
    transit yes | すべての接続でHTTPSを強制しています。
    - | 機密データは保存時に暗号化することをお勧めします。
    rest no | バックアップは暗号化していません。
    test yes | 直近のペネトレーションテストは2026年3月に完了しました。
    test yes | 当社のシステムは年2回、外部の専門家による侵入テストを受けています。
    - | 侵入テストを実施したことはありません。
    - | お客様による侵入テストは禁止されています。
    test yes | 年次の侵入テストの要約はご請求により提供しています。
    - | ホスティング事業者は自社のデータセンターで侵入テストを実施しています。
    - | 稼働前にお客様が侵入テストを実施する必要があります。`,
}
