// Where data is stored: "places | sentence", "-" for nothing, "Japan?" for a plan. Labeled before the extractor first
// read it.

export const RESIDENCY_2: Readonly<Record<string, string>> = {
  en: `
    Netherlands | Our servers are housed in a data centre in Amsterdam.
    - | Although we are based in Austria, our customers come from all over Europe.
    Australia | By default, data is kept in Sydney, Australia.
    EU, United States, Australia | Available regions: EU, US and Australia.
    - | Data never leaves the EU.
    Ireland | Acme is hosted on AWS in Ireland.
    - | Our subprocessors store data in the United States.
    Germany, Finland | Data centres in Falkenstein (Germany) and Helsinki (Finland) hold all production data.
    - | Residents of Brazil have the following rights.
    United Kingdom | All information you upload is saved on servers located in London.
    - | We do not operate data centers in China.
    - | Our engineers work from Poland and Ukraine.
    France | The platform and its databases are operated from Paris.
    - | If you are in Switzerland, the competent court is Zurich.
    EU | Enterprise customers can opt for EU data residency.`,
  de: `
    Germany | Die Plattform wird in einem Rechenzentrum in Düsseldorf betrieben.
    - | Obwohl wir in Österreich sitzen, kommen unsere Kunden aus ganz Europa.
    Switzerland | Sämtliche Inhalte liegen auf Servern in Zürich.
    - | Die Daten verlassen die EU nicht.
    Ireland | Acme wird auf AWS in Irland gehostet.
    - | Unsere Unterauftragsverarbeiter speichern Daten in den USA.
    Germany, Netherlands | Rechenzentren in Frankfurt und Amsterdam speichern alle Produktivdaten.
    - | Für Einwohner Brasiliens gelten folgende Rechte.
    - | Wir betreiben keine Rechenzentren in China.
    - | Unsere Entwickler arbeiten in Polen und der Ukraine.
    EU | Es werden ausschließlich Server innerhalb der EU genutzt.
    - | Gerichtsstand ist Wien.
    Germany | Die Verarbeitung der Daten findet ausschließlich in Deutschland statt.
    - | Unser Support ist in Deutschland von 9 bis 17 Uhr erreichbar.
    Austria | Speicherort aller Kundendaten ist Österreich.`,
  fr: `
    France | La plateforme est exploitée depuis un datacenter à Strasbourg.
    - | Bien que nous soyons basés au Luxembourg, nos clients viennent de toute l'Europe.
    Switzerland | Tous les contenus sont enregistrés sur des serveurs à Genève.
    - | Les données ne quittent jamais l'UE.
    Ireland | Acme est hébergé chez AWS en Irlande.
    - | Nos sous-traitants stockent des données aux États-Unis.
    France, Germany | Les centres de données de Paris et de Francfort conservent toutes les données.
    - | Les résidents du Brésil disposent des droits suivants.
    - | Nous n'exploitons aucun centre de données en Chine.
    - | Nos développeurs travaillent en Pologne et en Ukraine.
    EU | Seuls des serveurs situés dans l'UE sont utilisés.
    - | Le tribunal compétent est celui de Paris.
    France | Le traitement des données a lieu exclusivement en France.
    - | Notre support est joignable en France de 9 h à 17 h.
    Belgium | Le lieu de stockage des données est la Belgique.`,
  es: `
    Spain | La plataforma opera desde un centro de datos en Zaragoza.
    - | Aunque tenemos sede en Andorra, nuestros clientes vienen de toda Europa.
    Switzerland | Todos los contenidos se guardan en servidores de Zúrich.
    - | Los datos nunca salen de la UE.
    Ireland | Acme está alojado en AWS en Irlanda.
    - | Nuestros subencargados almacenan datos en Estados Unidos.
    Spain, Germany | Los centros de datos de Madrid y Fráncfort conservan todos los datos.
    - | Los residentes de Brasil tienen los siguientes derechos.
    - | No operamos centros de datos en China.
    - | Nuestros desarrolladores trabajan en Polonia y Ucrania.
    EU | Solo se utilizan servidores situados en la UE.
    - | Los tribunales competentes son los de Madrid.
    Spain | El tratamiento de los datos se realiza exclusivamente en España.
    - | Nuestro soporte atiende en España de 9 a 17 h.
    Mexico | El lugar de almacenamiento de los datos es México.`,
  pt: `
    Portugal | A plataforma funciona a partir de um centro de dados em Lisboa.
    - | Embora tenhamos sede em Andorra, os nossos clientes vêm de toda a Europa.
    Switzerland | Todos os conteúdos são guardados em servidores em Zurique.
    - | Os dados nunca saem da UE.
    Ireland | A Acme está hospedada na AWS na Irlanda.
    - | Os nossos subprocessadores armazenam dados nos Estados Unidos.
    Brazil, Germany | Os data centers de São Paulo e Frankfurt mantêm todos os dados.
    - | Os residentes do Brasil têm os seguintes direitos.
    - | Não operamos centros de dados na China.
    - | Os nossos programadores trabalham na Polónia e na Ucrânia.
    EU | São utilizados apenas servidores localizados na UE.
    - | O foro competente é o de São Paulo.
    Brazil | O tratamento dos dados é realizado exclusivamente no Brasil.
    - | O nosso suporte atende no Brasil das 9h às 17h.
    Canada | O local de armazenamento dos dados é o Canadá.`,
  it: `
    Italy | La piattaforma è gestita da un data center a Milano.
    - | Sebbene abbiamo sede ad Andorra, i nostri clienti vengono da tutta Europa.
    Switzerland | Tutti i contenuti sono salvati su server a Zurigo.
    - | I dati non lasciano mai l'UE.
    Ireland | Acme è ospitata su AWS in Irlanda.
    - | I nostri sub-responsabili conservano dati negli Stati Uniti.
    Italy, Germany | I data center di Milano e Francoforte conservano tutti i dati.
    - | I residenti in Brasile hanno i seguenti diritti.
    - | Non gestiamo data center in Cina.
    - | I nostri sviluppatori lavorano in Polonia e in Ucraina.
    EU | Vengono utilizzati solo server situati nell'UE.
    - | Il foro competente è quello di Milano.
    Italy | Il trattamento dei dati avviene esclusivamente in Italia.
    - | La nostra assistenza risponde in Italia dalle 9 alle 17.
    Canada | Il luogo di conservazione dei dati è il Canada.`,
  nl: `
    Netherlands | Het platform draait in een datacenter in Amsterdam.
    - | Hoewel wij in Luxemburg gevestigd zijn, komen onze klanten uit heel Europa.
    Switzerland | Alle inhoud staat op servers in Zürich.
    - | Gegevens verlaten de EU nooit.
    Ireland | Acme wordt gehost bij AWS in Ierland.
    - | Onze subverwerkers slaan gegevens op in de Verenigde Staten.
    Germany, Netherlands | Datacenters in Frankfurt en Amsterdam bewaren alle gegevens.
    - | Inwoners van Brazilië hebben de volgende rechten.
    - | Wij beheren geen datacenters in China.
    - | Onze ontwikkelaars werken in Polen en Oekraïne.
    EU | Er worden alleen servers binnen de EU gebruikt.
    - | De rechtbank van Amsterdam is bevoegd.
    Belgium | De verwerking van gegevens vindt uitsluitend in België plaats.
    - | Onze helpdesk is in Nederland bereikbaar van 9 tot 17 uur.
    Sweden | De opslaglocatie van de gegevens is Zweden.`,
  ja: `
    Japan | プラットフォームは大阪のデータセンターで稼働しています。
    - | 当社はシンガポールに拠点を置いていますが、お客様は世界中にいます。
    Switzerland | すべてのコンテンツはスイスのサーバーに保存されています。
    - | データがEUの外に出ることはありません。
    Ireland | 本サービスはAWSのアイルランドリージョンでホストされています。
    - | 再委託先は米国でデータを保存しています。
    Japan, Germany | 東京とフランクフルトのデータセンターにすべてのデータを保管しています。
    - | ブラジルの居住者には次の権利があります。
    - | 中国にデータセンターはありません。
    - | 開発者はポーランドとウクライナで働いています。
    EU | EU域内のサーバーのみを使用しています。
    - | 東京地方裁判所を管轄裁判所とします。
    Japan | データの処理は日本国内でのみ行われます。
    - | サポートは日本で9時から17時まで対応しています。
    Canada | データの保管場所はカナダです。`,
}
