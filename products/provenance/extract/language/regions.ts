// Regions missing from Unicode's country list: unions, short names, inflected names, cities and cloud regions.

/** Our name, and spellings in eight languages. */
export const REGIONS: readonly (readonly [name: string, spellings: string])[] = [
  [
    'United States',
    'us;usa;u.s.;u.s.a.;us-east;us-west;us-gov;united states of america;north america;vereinigte staaten von amerika;vereinigten staaten von amerika;vereinigten staaten;vereinigter staaten;etats-unis d’amerique;ee.uu.;ee. uu.;eeuu;eua;e.u.a.;estados unidos de america;estados unidos da america;stati uniti d’america;verenigde staten van amerika;vs;アメリカ;アメリカ合衆国;米国;北米;virginia;oregon;ohio;iowa;california;texas;new jersey;new mexico;new york;san francisco;washington;us-central;us-south;south carolina;north carolina;illinois;nevada;utah;arizona;ashburn;dallas;chicago;seattle;atlanta;las vegas;salt lake city;council bluffs',
  ],
  [
    'EU',
    'eu;ue;europe;european union;europaische union;europaischen union;union europeenne;union europea;uniao europeia;unione europea;europese unie;europa;欧州連合;欧州;ヨーロッパ;eu域内;eu-west;eu-central;eu-north;eu-south',
  ],
  [
    'EEA',
    'eea;ewr;eee;eer;see;european economic area;europaischer wirtschaftsraum;europaischen wirtschaftsraum;europaischen wirtschaftsraums;europaischen wirtschaftsraumes;espace economique europeen;espacio economico europeo;espaco economico europeu;spazio economico europeo;europese economische ruimte;欧州経済領域',
  ],
  [
    'United Kingdom',
    'uk;u.k.;great britain;england;scotland;wales;northern ireland;london;londres;londra;londen;ロンドン;grossbritannien;großbritannien;vereinigten konigreich;vereinigten konigreichs;grande-bretagne;gran bretana;gra-bretanha;gran bretagna;groot-brittannie;イギリス;英国;eu-west-2;europe-west2;manchester;edinburgh;cardiff;slough;uksouth;ukwest',
  ],
  [
    'Germany',
    'bundesrepublik deutschland;federal republic of germany;frankfurt;francfort;francoforte;フランクフルト;berlin;berlim;berlino;ベルリン;munich;munchen;münchen;nuremberg;nurnberg;nürnberg;falkenstein;hamburg;dusseldorf;düsseldorf;eu-central-1;europe-west3;europe-west10;germanywestcentral;koln;köln;cologne;stuttgart;karlsruhe;leipzig;hannover;bremen;dresden',
  ],
  ['Ireland', 'republic of ireland;republik irland;dublin;dublino;ダブリン;eu-west-1'],
  [
    'France',
    'paris;parigi;parijs;パリ;strasbourg;roubaix;gravelines;marseille;marsella;eu-west-3;europe-west9;lyon;lille;bordeaux;toulouse;nantes;rennes;grenoble;francecentral',
  ],
  [
    'Netherlands',
    'the netherlands;niederlanden;niederlande;holland;holanda;olanda;amsterdam;amsterda;アムステルダム;europe-west4;rotterdam;eindhoven;utrecht;groningen;haarlem',
  ],
  ['Belgium', 'brussels;brussel;bruxelles;bruselas;bruxelas;europe-west1;antwerp;antwerpen;anvers;ghent'],
  [
    'Switzerland',
    'zurich;zürich;zurigo;zurique;geneva;genf;geneve;ginebra;genebra;チューリッヒ;eu-central-2;europe-west6;basel;lausanne;lugano;switzerlandnorth',
  ],
  ['Sweden', 'stockholm;estocolmo;stoccolma;ストックホルム;eu-north-1;gothenburg;goteborg;malmo;swedencentral'],
  ['Norway', 'oslo;norwayeast'],
  ['Finland', 'helsinki;ヘルシンキ;europe-north1;hamina'],
  ['Denmark', 'copenhagen;kopenhagen'],
  ['Iceland', 'reykjavik'],
  ['Spain', 'madrid;マドリード;zaragoza;eu-south-2;europe-southwest1;barcelona;sevilla;bilbao;malaga'],
  ['Portugal', 'lisbon;lisboa;lissabon;lisbonne;lisbona'],
  [
    'Italy',
    'milan;milano;mailand;ミラノ;turin;torino;eu-south-1;europe-west8;europe-west12;roma;bologna;firenze;arezzo;bergamo',
  ],
  ['Austria', 'vienna;wien;viena;graz;linz;salzburg'],
  ['Poland', 'warsaw;warschau;varsovie;varsovia;varsavia;ワルシャワ;europe-central2;krakow;wroclaw;poznan'],
  ['Czech Republic', 'czech republic;czechia;tschechien;tschechische republik;tschechischen republik;prague;prag'],
  [
    'Canada',
    'montreal;toronto;quebec;モントリオール;ca-central;ca-west;northamerica-northeast;vancouver;calgary;beauharnois;canadacentral;canadaeast',
  ],
  ['Brazil', 'sao paulo;サンパウロ;sa-east-1;southamerica-east1;rio de janeiro;fortaleza;brazilsouth'],
  [
    'Japan',
    'tokyo;tokio;osaka;東京;大阪;日本国内;国内;ap-northeast-1;ap-northeast-3;asia-northeast1;asia-northeast2;japaneast;japanwest;石狩;名古屋;福岡;北海道;東日本;西日本',
  ],
  ['South Korea', 'korea;republic of korea;seoul;ソウル;韓国;ap-northeast-2;asia-northeast3;koreacentral'],
  ['Singapore', 'ap-southeast-1;asia-southeast1'],
  [
    'India',
    'mumbai;bombay;hyderabad;ap-south-1;asia-south1;asia-south2;chennai;bangalore;bengaluru;pune;new delhi;centralindia',
  ],
  ['Australia', 'sydney;melbourne;シドニー;ap-southeast-2;australia-southeast;brisbane;canberra;australiaeast'],
  ['Israel', 'tel aviv;me-west1;il-central-1'],
  ['United Arab Emirates', 'uae;dubai;vae;vereinigten arabischen emiraten'],
  ['Saudi Arabia', 'saudi;ksa'],
  ['South Africa', 'cape town;johannesburg;af-south-1'],
  ['Philippines', 'philippinen'],
  ['Hong Kong', 'hong kong;hongkong;香港'],
  ['Turkey', 'turkey'],
  ['Taiwan', '台湾'],
  ['China', 'people’s republic of china;mainland china;中国'],
  [
    'Asia Pacific',
    'asia pacific;asia-pacific;apac;asien-pazifik;asie-pacifique;asia-pacifico;アジア太平洋;アジア太平洋地域',
  ],
  [
    'Worldwide',
    'worldwide;global;globally;weltweit;mondial;monde entier;mundial;em todo o mundo;en todo el mundo;a livello mondiale;globale;wereldwijd;全世界;世界各地;グローバル',
  ],
]
