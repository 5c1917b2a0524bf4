type HebrewNames = {
  name: string
  address: string
  /** By the English name of the space. Spaces whose name is already Hebrew are missing here. */
  spaces: Record<string, string>
}

/** For Hebrew readers, by the key of each office in Israel. */
export const HEBREW_NAMES: Record<string, HebrewNames> = {
  rothschild: {
    name: 'בית רוטשילד',
    address: 'שדרות רוטשילד 45, תל אביב-יפו',
    spaces: {
      'The Boulevard': 'השדרה',
      Ficus: 'פיקוס',
      Bauhaus: 'באוהאוס',
      'Balcony office': 'משרד המרפסת',
      'Corner office': 'המשרד הפינתי',
      'Studio Aleph': 'סטודיו אל״ף',
      'The Salon': 'הסלון',
    },
  },
  sarona: {
    name: 'בית שרונה',
    address: 'אלוף קלמן מגן 12, תל אביב-יפו',
    spaces: {
      'Garden hall': 'אולם הגן',
      'Templer office': 'משרד הטמפלרים',
      Attic: 'עליית הגג',
      'The Winery': 'היקב',
    },
  },
  florentin: {
    name: 'פלורנטין סאונד אנד דסק',
    address: 'ויטל 18, תל אביב-יפו',
    spaces: {
      'Studio Vinyl': 'סטודיו ויניל',
      'Studio Cassette': 'סטודיו קסטה',
      'Studio Reel': 'סטודיו סליל',
      'Night desks': 'שולחנות לילה',
      'Front office': 'המשרד הקדמי',
      'Back office': 'המשרד האחורי',
      'Studio Minidisc': 'סטודיו מינידיסק',
    },
  },
  mamilla: {
    name: 'חדרי ממילא',
    address: 'יצחק קריב 8, ירושלים',
    spaces: {
      'Jaffa Gate': 'שער יפו',
      'Stone office': 'משרד האבן',
      'Vaulted hall': 'אולם הקמרונות',
      'Arcade desks': 'שולחנות הארקדה',
    },
  },
  talpiot: { name: 'סדנאות תלפיות', address: 'יד חרוצים 17, ירושלים', spaces: {} },
  carmel: {
    name: 'נוף כרמל',
    address: 'שדרות הנשיא 134, חיפה',
    spaces: {
      'Bay room': 'חדר המפרץ',
      Cypress: 'ברוש',
      'Terrace desks': 'שולחנות המרפסת',
      'Quiet office': 'המשרד השקט',
      Panorama: 'פנורמה',
    },
  },
  'german-colony': {
    name: 'מרפאות המושבה הגרמנית',
    address: 'שדרות בן גוריון 35, חיפה',
    spaces: {
      'Treatment room 1': 'חדר טיפולים 1',
      'Treatment room 2': 'חדר טיפולים 2',
      'Family clinic': 'מרפאה משפחתית',
      'Specialist suite': 'מרפאת מומחים',
      Consultation: 'חדר ייעוץ',
    },
  },
  marina: {
    name: 'טרקלין העסקים במרינה',
    address: 'שנקר 9, הרצליה פיתוח',
    spaces: {
      'Harbour desks': 'שולחנות הנמל',
      Lighthouse: 'המגדלור',
      Jetty: 'המזח',
      'Anchor office': 'משרד העוגן',
      'Captain office': 'משרד הקברניט',
      Foghorn: 'צופר הערפל',
      'Regatta hall': 'אולם הרגאטה',
    },
  },
  negev: {
    name: 'נגב דסק',
    address: 'האנרגיה 77, באר שבע',
    spaces: {
      Ramon: 'רמון',
      Zin: 'צין',
      'Spice Route': 'דרך הבשמים',
      'Desert stage': 'במת המדבר',
    },
  },
  'rosh-pina': { name: 'וילה גליל', address: 'הראשונים 6, ראש פינה', spaces: {} },
  jaffa: { name: 'לופט נמל יפו', address: 'האנגר 3, נמל יפו, תל אביב-יפו', spaces: {} },
  bursa: {
    name: 'מגדל הבורסה',
    address: 'דרך ז׳בוטינסקי 7, רמת גן',
    spaces: {
      Carat: 'קראט',
      Facet: 'פאסט',
      'Exchange floor': 'רצפת המסחר',
      'Brilliant hall': 'אולם בריליאנט',
    },
  },
  lab: { name: 'מעבדת Keyhour', address: 'המסגר 3, תל אביב-יפו', spaces: {} },
  allenby: { name: 'בית החברים אלנבי', address: 'אלנבי 99, תל אביב-יפו', spaces: {} },
  yarkon: { name: 'מזח הירקון', address: 'הירקון 204, תל אביב-יפו', spaces: {} },
}
