/// The 249 countries and territories of ISO 3166-1, one a line: alpha-2, calling code, English name, Arabic name.
///
/// Names: Unicode CLDR 41 (Unicode licence). Calling codes: ITU-T E.164 as the metadata of libphonenumber
/// (Apache-2.0) states them; a place without telephones has none.
let countryTable = """
  AD|376|Andorra|أندورا
  AE|971|United Arab Emirates|الإمارات العربية المتحدة
  AF|93|Afghanistan|أفغانستان
  AG|1|Antigua & Barbuda|أنتيغوا وبربودا
  AI|1|Anguilla|أنغويلا
  AL|355|Albania|ألبانيا
  AM|374|Armenia|أرمينيا
  AO|244|Angola|أنغولا
  AQ||Antarctica|أنتاركتيكا
  AR|54|Argentina|الأرجنتين
  AS|1|American Samoa|ساموا الأمريكية
  AT|43|Austria|النمسا
  AU|61|Australia|أستراليا
  AW|297|Aruba|أروبا
  AX|358|Åland Islands|جزر آلاند
  AZ|994|Azerbaijan|أذربيجان
  BA|387|Bosnia & Herzegovina|البوسنة والهرسك
  BB|1|Barbados|بربادوس
  BD|880|Bangladesh|بنغلاديش
  BE|32|Belgium|بلجيكا
  BF|226|Burkina Faso|بوركينا فاسو
  BG|359|Bulgaria|بلغاريا
  BH|973|Bahrain|البحرين
  BI|257|Burundi|بوروندي
  BJ|229|Benin|بنين
  BL|590|St. Barthélemy|سان بارتليمي
  BM|1|Bermuda|برمودا
  BN|673|Brunei|بروناي
  BO|591|Bolivia|بوليفيا
  BQ|599|Caribbean Netherlands|هولندا الكاريبية
  BR|55|Brazil|البرازيل
  BS|1|Bahamas|جزر البهاما
  BT|975|Bhutan|بوتان
  BV||Bouvet Island|جزيرة بوفيه
  BW|267|Botswana|بوتسوانا
  BY|375|Belarus|بيلاروس
  BZ|501|Belize|بليز
  CA|1|Canada|كندا
  CC|61|Cocos (Keeling) Islands|جزر كوكوس (كيلينغ)
  CD|243|Congo - Kinshasa|الكونغو - كينشاسا
  CF|236|Central African Republic|جمهورية أفريقيا الوسطى
  CG|242|Congo - Brazzaville|الكونغو - برازافيل
  CH|41|Switzerland|سويسرا
  CI|225|Côte d’Ivoire|ساحل العاج
  CK|682|Cook Islands|جزر كوك
  CL|56|Chile|تشيلي
  CM|237|Cameroon|الكاميرون
  CN|86|China|الصين
  CO|57|Colombia|كولومبيا
  CR|506|Costa Rica|كوستاريكا
  CU|53|Cuba|كوبا
  CV|238|Cape Verde|الرأس الأخضر
  CW|599|Curaçao|كوراساو
  CX|61|Christmas Island|جزيرة كريسماس
  CY|357|Cyprus|قبرص
  CZ|420|Czechia|التشيك
  DE|49|Germany|ألمانيا
  DJ|253|Djibouti|جيبوتي
  DK|45|Denmark|الدانمرك
  DM|1|Dominica|دومينيكا
  DO|1|Dominican Republic|جمهورية الدومينيكان
  DZ|213|Algeria|الجزائر
  EC|593|Ecuador|الإكوادور
  EE|372|Estonia|إستونيا
  EG|20|Egypt|مصر
  EH|212|Western Sahara|الصحراء الغربية
  ER|291|Eritrea|إريتريا
  ES|34|Spain|إسبانيا
  ET|251|Ethiopia|إثيوبيا
  FI|358|Finland|فنلندا
  FJ|679|Fiji|فيجي
  FK|500|Falkland Islands|جزر فوكلاند
  FM|691|Micronesia|ميكرونيزيا
  FO|298|Faroe Islands|جزر فارو
  FR|33|France|فرنسا
  GA|241|Gabon|الغابون
  GB|44|United Kingdom|المملكة المتحدة
  GD|1|Grenada|غرينادا
  GE|995|Georgia|جورجيا
  GF|594|French Guiana|غويانا الفرنسية
  GG|44|Guernsey|غيرنزي
  GH|233|Ghana|غانا
  GI|350|Gibraltar|جبل طارق
  GL|299|Greenland|غرينلاند
  GM|220|Gambia|غامبيا
  GN|224|Guinea|غينيا
  GP|590|Guadeloupe|غوادلوب
  GQ|240|Equatorial Guinea|غينيا الاستوائية
  GR|30|Greece|اليونان
  GS||South Georgia & South Sandwich Islands|جورجيا الجنوبية وجزر ساندويتش الجنوبية
  GT|502|Guatemala|غواتيمالا
  GU|1|Guam|غوام
  GW|245|Guinea-Bissau|غينيا بيساو
  GY|592|Guyana|غيانا
  HK|852|Hong Kong SAR China|هونغ كونغ الصينية (منطقة إدارية خاصة)
  HM||Heard & McDonald Islands|جزيرة هيرد وجزر ماكدونالد
  HN|504|Honduras|هندوراس
  HR|385|Croatia|كرواتيا
  HT|509|Haiti|هايتي
  HU|36|Hungary|هنغاريا
  ID|62|Indonesia|إندونيسيا
  IE|353|Ireland|أيرلندا
  IL|972|Israel|إسرائيل
  IM|44|Isle of Man|جزيرة مان
  IN|91|India|الهند
  IO|246|British Indian Ocean Territory|الإقليم البريطاني في المحيط الهندي
  IQ|964|Iraq|العراق
  IR|98|Iran|إيران
  IS|354|Iceland|آيسلندا
  IT|39|Italy|إيطاليا
  JE|44|Jersey|جيرسي
  JM|1|Jamaica|جامايكا
  JO|962|Jordan|الأردن
  JP|81|Japan|اليابان
  KE|254|Kenya|كينيا
  KG|996|Kyrgyzstan|قيرغيزستان
  KH|855|Cambodia|كمبوديا
  KI|686|Kiribati|كيريباتي
  KM|269|Comoros|جزر القمر
  KN|1|St. Kitts & Nevis|سانت كيتس ونيفيس
  KP|850|North Korea|كوريا الشمالية
  KR|82|South Korea|كوريا الجنوبية
  KW|965|Kuwait|الكويت
  KY|1|Cayman Islands|جزر كايمان
  KZ|7|Kazakhstan|كازاخستان
  LA|856|Laos|لاوس
  LB|961|Lebanon|لبنان
  LC|1|St. Lucia|سانت لوسيا
  LI|423|Liechtenstein|ليختنشتاين
  LK|94|Sri Lanka|سريلانكا
  LR|231|Liberia|ليبيريا
  LS|266|Lesotho|ليسوتو
  LT|370|Lithuania|ليتوانيا
  LU|352|Luxembourg|لوكسمبورغ
  LV|371|Latvia|لاتفيا
  LY|218|Libya|ليبيا
  MA|212|Morocco|المغرب
  MC|377|Monaco|موناكو
  MD|373|Moldova|مولدوفا
  ME|382|Montenegro|الجبل الأسود
  MF|590|St. Martin|سان مارتن
  MG|261|Madagascar|مدغشقر
  MH|692|Marshall Islands|جزر مارشال
  MK|389|North Macedonia|مقدونيا الشمالية
  ML|223|Mali|مالي
  MM|95|Myanmar (Burma)|ميانمار (بورما)
  MN|976|Mongolia|منغوليا
  MO|853|Macao SAR China|منطقة ماكاو الإدارية الخاصة
  MP|1|Northern Mariana Islands|جزر ماريانا الشمالية
  MQ|596|Martinique|جزر المارتينيك
  MR|222|Mauritania|موريتانيا
  MS|1|Montserrat|مونتسرات
  MT|356|Malta|مالطا
  MU|230|Mauritius|موريشيوس
  MV|960|Maldives|جزر المالديف
  MW|265|Malawi|ملاوي
  MX|52|Mexico|المكسيك
  MY|60|Malaysia|ماليزيا
  MZ|258|Mozambique|موزمبيق
  NA|264|Namibia|ناميبيا
  NC|687|New Caledonia|كاليدونيا الجديدة
  NE|227|Niger|النيجر
  NF|672|Norfolk Island|جزيرة نورفولك
  NG|234|Nigeria|نيجيريا
  NI|505|Nicaragua|نيكاراغوا
  NL|31|Netherlands|هولندا
  NO|47|Norway|النرويج
  NP|977|Nepal|نيبال
  NR|674|Nauru|ناورو
  NU|683|Niue|نيوي
  NZ|64|New Zealand|نيوزيلندا
  OM|968|Oman|عُمان
  PA|507|Panama|بنما
  PE|51|Peru|بيرو
  PF|689|French Polynesia|بولينيزيا الفرنسية
  PG|675|Papua New Guinea|بابوا غينيا الجديدة
  PH|63|Philippines|الفلبين
  PK|92|Pakistan|باكستان
  PL|48|Poland|بولندا
  PM|508|St. Pierre & Miquelon|سان بيير ومكويلون
  PN||Pitcairn Islands|جزر بيتكيرن
  PR|1|Puerto Rico|بورتوريكو
  PS|970|Palestinian Territories|الأراضي الفلسطينية
  PT|351|Portugal|البرتغال
  PW|680|Palau|بالاو
  PY|595|Paraguay|باراغواي
  QA|974|Qatar|قطر
  RE|262|Réunion|روينيون
  RO|40|Romania|رومانيا
  RS|381|Serbia|صربيا
  RU|7|Russia|روسيا
  RW|250|Rwanda|رواندا
  SA|966|Saudi Arabia|المملكة العربية السعودية
  SB|677|Solomon Islands|جزر سليمان
  SC|248|Seychelles|سيشل
  SD|249|Sudan|السودان
  SE|46|Sweden|السويد
  SG|65|Singapore|سنغافورة
  SH|290|St. Helena|سانت هيلينا
  SI|386|Slovenia|سلوفينيا
  SJ|47|Svalbard & Jan Mayen|سفالبارد وجان ماين
  SK|421|Slovakia|سلوفاكيا
  SL|232|Sierra Leone|سيراليون
  SM|378|San Marino|سان مارينو
  SN|221|Senegal|السنغال
  SO|252|Somalia|الصومال
  SR|597|Suriname|سورينام
  SS|211|South Sudan|جنوب السودان
  ST|239|São Tomé & Príncipe|ساو تومي وبرينسيبي
  SV|503|El Salvador|السلفادور
  SX|1|Sint Maarten|سانت مارتن
  SY|963|Syria|سوريا
  SZ|268|Eswatini|إسواتيني
  TC|1|Turks & Caicos Islands|جزر توركس وكايكوس
  TD|235|Chad|تشاد
  TF||French Southern Territories|الأقاليم الجنوبية الفرنسية
  TG|228|Togo|توغو
  TH|66|Thailand|تايلاند
  TJ|992|Tajikistan|طاجيكستان
  TK|690|Tokelau|توكيلو
  TL|670|Timor-Leste|تيمور - ليشتي
  TM|993|Turkmenistan|تركمانستان
  TN|216|Tunisia|تونس
  TO|676|Tonga|تونغا
  TR|90|Turkey|تركيا
  TT|1|Trinidad & Tobago|ترينيداد وتوباغو
  TV|688|Tuvalu|توفالو
  TW|886|Taiwan|تايوان
  TZ|255|Tanzania|تنزانيا
  UA|380|Ukraine|أوكرانيا
  UG|256|Uganda|أوغندا
  UM||U.S. Outlying Islands|جزر الولايات المتحدة النائية
  US|1|United States|الولايات المتحدة
  UY|598|Uruguay|أورغواي
  UZ|998|Uzbekistan|أوزبكستان
  VA|39|Vatican City|الفاتيكان
  VC|1|St. Vincent & Grenadines|سانت فنسنت وجزر غرينادين
  VE|58|Venezuela|فنزويلا
  VG|1|British Virgin Islands|جزر فيرجن البريطانية
  VI|1|U.S. Virgin Islands|جزر فيرجن التابعة للولايات المتحدة
  VN|84|Vietnam|فيتنام
  VU|678|Vanuatu|فانواتو
  WF|681|Wallis & Futuna|جزر والس وفوتونا
  WS|685|Samoa|ساموا
  YE|967|Yemen|اليمن
  YT|262|Mayotte|مايوت
  ZA|27|South Africa|جنوب أفريقيا
  ZM|260|Zambia|زامبيا
  ZW|263|Zimbabwe|زيمبابوي
  """
