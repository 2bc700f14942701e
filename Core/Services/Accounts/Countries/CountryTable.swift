/// The countries and territories of ISO 3166-1, one a line: alpha-2, alpha-3, calling code, English and Arabic name.
///
/// Codes: ISO 3166-1 and the calling codes of ITU-T E.164, from the public-domain table `country-codes` of Datasets.
/// Names: Unicode CLDR 41 (Unicode licence).
let countryTable = """
  AI|AIA|1264|Anguilla|أنغويلا
  AO|AGO|244|Angola|أنغولا
  AR|ARG|54|Argentina|الأرجنتين
  AS|ASM|1684|American Samoa|ساموا الأمريكية
  AU|AUS|61|Australia|أستراليا
  AW|ABW|297|Aruba|أروبا
  AX|ALA|358|Åland Islands|جزر آلاند
  BA|BIH|387|Bosnia & Herzegovina|البوسنة والهرسك
  BH|BHR|973|Bahrain|البحرين
  BJ|BEN|229|Benin|بنين
  BL|BLM|590|St. Barthélemy|سان بارتليمي
  BN|BRN|673|Brunei|بروناي
  BO|BOL|591|Bolivia|بوليفيا
  BQ|BES|599|Caribbean Netherlands|هولندا الكاريبية
  BR|BRA|55|Brazil|البرازيل
  BT|BTN|975|Bhutan|بوتان
  BY|BLR|375|Belarus|بيلاروس
  CA|CAN|1|Canada|كندا
  CC|CCK|61|Cocos (Keeling) Islands|جزر كوكوس (كيلينغ)
  CD|COD|243|Congo - Kinshasa|الكونغو - كينشاسا
  CF|CAF|236|Central African Republic|جمهورية أفريقيا الوسطى
  CG|COG|242|Congo - Brazzaville|الكونغو - برازافيل
  CH|CHE|41|Switzerland|سويسرا
  CI|CIV|225|Côte d’Ivoire|ساحل العاج
  CK|COK|682|Cook Islands|جزر كوك
  CL|CHL|56|Chile|تشيلي
  CN|CHN|86|China|الصين
  CU|CUB|53|Cuba|كوبا
  CW|CUW|599|Curaçao|كوراساو
  CX|CXR|61|Christmas Island|جزيرة كريسماس
  CY|CYP|357|Cyprus|قبرص
  DE|DEU|49|Germany|ألمانيا
  DJ|DJI|253|Djibouti|جيبوتي
  DK|DNK|45|Denmark|الدانمرك
  DM|DMA|1767|Dominica|دومينيكا
  DO|DOM|1809|Dominican Republic|جمهورية الدومينيكان
  EC|ECU|593|Ecuador|الإكوادور
  EE|EST|372|Estonia|إستونيا
  EG|EGY|20|Egypt|مصر
  ER|ERI|291|Eritrea|إريتريا
  ET|ETH|251|Ethiopia|إثيوبيا
  FI|FIN|358|Finland|فنلندا
  FJ|FJI|679|Fiji|فيجي
  FK|FLK|500|Falkland Islands|جزر فوكلاند
  FO|FRO|298|Faroe Islands|جزر فارو
  FR|FRA|33|France|فرنسا
  GB|GBR|44|United Kingdom|المملكة المتحدة
  GD|GRD|1473|Grenada|غرينادا
  GE|GEO|995|Georgia|جورجيا
  GF|GUF|594|French Guiana|غويانا الفرنسية
  GL|GRL|299|Greenland|غرينلاند
  GM|GMB|220|Gambia|غامبيا
  GP|GLP|590|Guadeloupe|غوادلوب
  GR|GRC|30|Greece|اليونان
  GT|GTM|502|Guatemala|غواتيمالا
  GU|GUM|1671|Guam|غوام
  GY|GUY|592|Guyana|غيانا
  HK|HKG|852|Hong Kong SAR China|هونغ كونغ الصينية (منطقة إدارية خاصة)
  HR|HRV|385|Croatia|كرواتيا
  HT|HTI|509|Haiti|هايتي
  ID|IDN|62|Indonesia|إندونيسيا
  IE|IRL|353|Ireland|أيرلندا
  IL|ISR|972|Israel|إسرائيل
  IO|IOT|246|British Indian Ocean Territory|الإقليم البريطاني في المحيط الهندي
  IQ|IRQ|964|Iraq|العراق
  IS|ISL|354|Iceland|آيسلندا
  IT|ITA|39|Italy|إيطاليا
  KE|KEN|254|Kenya|كينيا
  KM|COM|269|Comoros|جزر القمر
  KN|KNA|1869|St. Kitts & Nevis|سانت كيتس ونيفيس
  KR|KOR|82|South Korea|كوريا الجنوبية
  KW|KWT|965|Kuwait|الكويت
  LB|LBN|961|Lebanon|لبنان
  LI|LIE|423|Liechtenstein|ليختنشتاين
  LK|LKA|94|Sri Lanka|سريلانكا
  LR|LBR|231|Liberia|ليبيريا
  LT|LTU|370|Lithuania|ليتوانيا
  LU|LUX|352|Luxembourg|لوكسمبورغ
  LV|LVA|371|Latvia|لاتفيا
  MA|MAR|212|Morocco|المغرب
  MC|MCO|377|Monaco|موناكو
  MD|MDA|373|Moldova|مولدوفا
  ME|MNE|382|Montenegro|الجبل الأسود
  MF|MAF|590|St. Martin|سان مارتن
  MG|MDG|261|Madagascar|مدغشقر
  MH|MHL|692|Marshall Islands|جزر مارشال
  MK|MKD|389|North Macedonia|مقدونيا الشمالية
  MN|MNG|976|Mongolia|منغوليا
  MO|MAC|853|Macao SAR China|منطقة ماكاو الإدارية الخاصة
  MP|MNP|1670|Northern Mariana Islands|جزر ماريانا الشمالية
  MQ|MTQ|596|Martinique|جزر المارتينيك
  MR|MRT|222|Mauritania|موريتانيا
  MS|MSR|1664|Montserrat|مونتسرات
  MU|MUS|230|Mauritius|موريشيوس
  MW|MWI|265|Malawi|ملاوي
  MX|MEX|52|Mexico|المكسيك
  MY|MYS|60|Malaysia|ماليزيا
  MZ|MOZ|258|Mozambique|موزمبيق
  NA|NAM|264|Namibia|ناميبيا
  NC|NCL|687|New Caledonia|كاليدونيا الجديدة
  NE|NER|227|Niger|النيجر
  NF|NFK|672|Norfolk Island|جزيرة نورفولك
  NI|NIC|505|Nicaragua|نيكاراغوا
  NL|NLD|31|Netherlands|هولندا
  NO|NOR|47|Norway|النرويج
  NP|NPL|977|Nepal|نيبال
  NR|NRU|674|Nauru|ناورو
  PF|PYF|689|French Polynesia|بولينيزيا الفرنسية
  PG|PNG|675|Papua New Guinea|بابوا غينيا الجديدة
  PH|PHL|63|Philippines|الفلبين
  PK|PAK|92|Pakistan|باكستان
  PM|SPM|508|St. Pierre & Miquelon|سان بيير ومكويلون
  PN|PCN|870|Pitcairn Islands|جزر بيتكيرن
  PS|PSE|970|Palestinian Territories|الأراضي الفلسطينية
  PT|PRT|351|Portugal|البرتغال
  PW|PLW|680|Palau|بالاو
  PY|PRY|595|Paraguay|باراغواي
  QA|QAT|974|Qatar|قطر
  RE|REU|262|Réunion|روينيون
  RO|ROU|40|Romania|رومانيا
  RU|RUS|7|Russia|روسيا
  SD|SDN|249|Sudan|السودان
  SE|SWE|46|Sweden|السويد
  SG|SGP|65|Singapore|سنغافورة
  SH|SHN|290n|St. Helena|سانت هيلينا
  SI|SVN|386|Slovenia|سلوفينيا
  SJ|SJM|47|Svalbard & Jan Mayen|سفالبارد وجان ماين
  SL|SLE|232|Sierra Leone|سيراليون
  SM|SMR|378|San Marino|سان مارينو
  SN|SEN|221|Senegal|السنغال
  SO|SOM|252|Somalia|الصومال
  SR|SUR|597|Suriname|سورينام
  SS|SSD|211|South Sudan|جنوب السودان
  ST|STP|239|São Tomé & Príncipe|ساو تومي وبرينسيبي
  SV|SLV|503|El Salvador|السلفادور
  SY|SYR|963|Syria|سوريا
  SZ|SWZ|268|Eswatini|إسواتيني
  TC|TCA|1649|Turks & Caicos Islands|جزر توركس وكايكوس
  TD|TCD|235|Chad|تشاد
  TF|ATF|262|French Southern Territories|الأقاليم الجنوبية الفرنسية
  TG|TGO|228|Togo|توغو
  TJ|TJK|992|Tajikistan|طاجيكستان
  TK|TKL|690|Tokelau|توكيلو
  TL|TLS|670|Timor-Leste|تيمور - ليشتي
  TM|TKM|993|Turkmenistan|تركمانستان
  TO|TON|676|Tonga|تونغا
  TV|TUV|688|Tuvalu|توفالو
  TZ|TZA|255|Tanzania|تنزانيا
  UG|UGA|256|Uganda|أوغندا
  UM|UMI||U.S. Outlying Islands|جزر الولايات المتحدة النائية
  US|USA|1|United States|الولايات المتحدة
  UY|URY|598|Uruguay|أورغواي
  UZ|UZB|998|Uzbekistan|أوزبكستان
  VE|VEN|58|Venezuela|فنزويلا
  VG|VGB|1284|British Virgin Islands|جزر فيرجن البريطانية
  VI|VIR|1340|U.S. Virgin Islands|جزر فيرجن التابعة للولايات المتحدة
  VN|VNM|84|Vietnam|فيتنام
  WS|WSM|685|Samoa|ساموا
  YT|MYT|262|Mayotte|مايوت
  ZM|ZMB|260|Zambia|زامبيا
  ZW|ZWE|263|Zimbabwe|زيمبابوي
  """
