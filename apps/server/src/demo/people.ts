/** For the five demo sign-ins only: nobody else in the demo has a password. */
export const DEMO_PASSWORD = 'keyhour-demo'

export const DEMO_SIGN_INS: { email: string; role: string }[] = [
  { email: 'admin@keyhour.test', role: 'admin' },
  { email: 'manager@keyhour.test', role: 'office manager' },
  { email: 'owner@keyhour.test', role: 'space owner' },
  { email: 'business@keyhour.test', role: 'business manager' },
  { email: 'member@keyhour.test', role: 'member' },
]

export type Country = 'il' | 'de' | 'uk'

export type DemoPerson = {
  /** The email address before `@keyhour.test`. */
  account: string
  name: string
  country: Country
  /** The number of the drawn face on the ID photo; null when there is none. */
  face: number | null
  deletedDaysAgo?: number
}

const person = (
  account: string,
  name: string,
  country: Country,
  face: number | null,
  deletedDaysAgo?: number,
): DemoPerson => ({ account, name, country, face, ...(deletedDaysAgo && { deletedDaysAgo }) })

/** The sign-ins come first. */
export const PEOPLE: DemoPerson[] = [
  person('admin', 'Noa Bar-Lev', 'il', 107),
  person('manager', 'Yael Mizrahi', 'il', 29),
  person('owner', 'Avi Shapira', 'il', 54),
  person('business', 'Tamar Cohen', 'il', 121),
  person('member', 'Daniel Katz', 'il', 74),

  person('noam.friedman', 'נועם פרידמן', 'il', 72),
  person('shira.avrahami', 'שירה אברהמי', 'il', 123),
  person('itay.golan', 'איתי גולן', 'il', 26),
  person('maya.rosen', 'מאיה רוזן', 'il', 19),
  person('yonatan.biton', 'יונתן ביטון', 'il', 86),
  person('hadas.oren', 'הדס אורן', 'il', 71),
  person('uri.dayan', 'אורי דיין', 'il', 20),
  person('rotem.elbaz', 'רותם אלבז', 'il', 105),
  person('gal.peretz', 'גל פרץ', 'il', null),
  person('avigail.stern', 'אביגיל שטרן', 'il', 147),
  person('lior.azoulay', 'Lior Azoulay', 'il', 94),
  person('michal.segal', 'Michal Segal', 'il', 69),
  person('eitan.harel', 'Eitan Harel', 'il', 114),
  person('neta.ronen', 'Neta Ronen', 'il', 61),
  person('omer.dahan', 'Omer Dahan', 'il', 132),
  person('roni.weiss', 'Roni Weiss', 'il', 21, 40),
  person('inbal.gabay', 'Inbal Gabay', 'il', 109),
  person('amit.sasson', 'Amit Sasson', 'il', 136),
  person('selam.tesfaye', 'Selam Tesfaye', 'il', 103),
  person('layla.haddad', 'Layla Haddad', 'il', 17),
  person('omar.khoury', 'Omar Khoury', 'il', 4),
  person('rania.nassar', 'رانية نصّار', 'il', 35),
  person('yousef.mansour', 'Yousef Mansour', 'il', 106),
  person('samira.zoabi', 'Samira Zoabi', 'il', 143),
  person('karim.darwish', 'Karim Darwish', 'il', null),
  person('olga.sokolova', 'Olga Sokolova', 'il', 137),
  person('dmitry.volkov', 'Dmitry Volkov', 'il', 2),
  person('anna.kuznetsova', 'Анна Кузнецова', 'il', 27),
  person('mikhail.levin', 'Mikhail Levin', 'il', 108),
  person('katya.morozova', 'Katya Morozova', 'il', 75, 3),
  person('ido.berkovich', 'עידו ברקוביץ', 'il', 92),
  person('tamar.vaknin', 'תמר ועקנין', 'il', 141),
  person('ariel.toledano', 'אריאל טולדנו', 'il', 76),
  person('efrat.malka', 'אפרת מלכה', 'il', 113),
  person('elad.sharabi', 'Elad Sharabi', 'il', 144),
  person('moran.ohana', 'Moran Ohana', 'il', 145),
  person('yaara.kedem', 'Yaara Kedem', 'il', 89),
  person('gideon.adler', 'Gideon Adler', 'il', 80),
  person('nurit.paz', 'Nurit Paz', 'il', 51),
  person('habtamu.worku', 'Habtamu Worku', 'il', 120),
  person('sami.jabarin', 'Sami Jabarin', 'il', 62),
  person('nadia.shakur', 'Nadia Shakur', 'il', 25),
  person('vadim.rubin', 'Vadim Rubin', 'il', 142),
  person('polina.gurevich', 'Polina Gurevich', 'il', 149),

  person('james.whitfield', 'James Whitfield', 'uk', 118),
  person('priya.raman', 'Priya Raman', 'uk', 97),
  person('charlotte.hughes', 'Charlotte Hughes', 'uk', 55),
  person('oliver.bennett', 'Oliver Bennett', 'uk', 112),
  person('grace.okafor', 'Grace Okafor', 'uk', 131),
  person('emily.carter', 'Emily Carter', 'uk', null),
  person('thomas.ashworth', 'Thomas Ashworth', 'uk', 58),
  person('chloe.laurent', 'Chloé Laurent', 'uk', 119),
  person('harpreet.singh', 'Harpreet Singh', 'uk', 130),
  person('zoe.campbell', 'Zoe Campbell', 'uk', 117),

  person('jonas.becker', 'Jonas Becker', 'de', 66),
  person('lena.hoffmann', 'Lena Hoffmann', 'de', 9),
  person('felix.krueger', 'Felix Krüger', 'de', 148),
  person('sophie.neumann', 'Sophie Neumann', 'de', 5),
  person('mehmet.yildiz', 'Mehmet Yıldız', 'de', 138),
  person('anja.vogel', 'Anja Vogel', 'de', 135),
  person('lukas.brandt', 'Lukas Brandt', 'de', null, 75),
  person('marie.schuster', 'Marie Schuster', 'de', 111),
  person('tobias.lang', 'Tobias Lang', 'de', 50),
  person('katharina.winter', 'Katharina Winter', 'de', 133),
]

export type DemoBusiness = {
  name: string
  tax_id: string
  manager: string
  /** Account, and the credits the person may spend in a month; null means no limit. */
  employees: [account: string, monthlyCredits: number | null][]
}

export const BUSINESSES: DemoBusiness[] = [
  {
    name: 'Lumen Analytics',
    tax_id: '514882736',
    manager: 'business',
    employees: [
      ['noam.friedman', 1500],
      ['michal.segal', 1500],
      ['omar.khoury', 800],
      ['dmitry.volkov', 800],
      ['inbal.gabay', null],
      ['selam.tesfaye', 500],
    ],
  },
  {
    name: 'Carmel & Hoffmann Legal',
    tax_id: '516209471',
    manager: 'lena.hoffmann',
    employees: [
      ['layla.haddad', 1000],
      ['eitan.harel', 1000],
      ['sophie.neumann', null],
    ],
  },
]
