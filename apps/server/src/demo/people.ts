/** For the five demo sign-ins only: nobody else of the demo has a password. */
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
  /** The e-mail address before `@keyhour.test`. */
  account: string
  name: string
  country: Country
  /** Which drawn face is on the ID photo; null for somebody who has not sent one. */
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

/** The sign-ins first. */
export const PEOPLE: DemoPerson[] = [
  person('admin', 'Noa Bar-Lev', 'il', 1),
  person('manager', 'Yael Mizrahi', 'il', 2),
  person('owner', 'Avi Shapira', 'il', 3),
  person('business', 'Tamar Cohen', 'il', 4),
  person('member', 'Daniel Katz', 'il', 5),

  person('noam.friedman', 'נועם פרידמן', 'il', 6),
  person('shira.avrahami', 'שירה אברהמי', 'il', 7),
  person('itay.golan', 'איתי גולן', 'il', 8),
  person('maya.rosen', 'מאיה רוזן', 'il', 9),
  person('yonatan.biton', 'יונתן ביטון', 'il', 10),
  person('hadas.oren', 'הדס אורן', 'il', 11),
  person('uri.dayan', 'אורי דיין', 'il', 12),
  person('rotem.elbaz', 'רותם אלבז', 'il', 13),
  person('gal.peretz', 'גל פרץ', 'il', null),
  person('avigail.stern', 'אביגיל שטרן', 'il', 15),
  person('lior.azoulay', 'Lior Azoulay', 'il', 16),
  person('michal.segal', 'Michal Segal', 'il', 17),
  person('eitan.harel', 'Eitan Harel', 'il', 18),
  person('neta.ronen', 'Neta Ronen', 'il', 19),
  person('omer.dahan', 'Omer Dahan', 'il', 20),
  person('roni.weiss', 'Roni Weiss', 'il', 21, 40),
  person('inbal.gabay', 'Inbal Gabay', 'il', 22),
  person('amit.sasson', 'Amit Sasson', 'il', 23),
  person('selam.tesfaye', 'Selam Tesfaye', 'il', 24),
  person('layla.haddad', 'Layla Haddad', 'il', 25),
  person('omar.khoury', 'Omar Khoury', 'il', 26),
  person('rania.nassar', 'رانية نصّار', 'il', 27),
  person('yousef.mansour', 'Yousef Mansour', 'il', 28),
  person('samira.zoabi', 'Samira Zoabi', 'il', 29),
  person('karim.darwish', 'Karim Darwish', 'il', null),
  person('olga.sokolova', 'Olga Sokolova', 'il', 31),
  person('dmitry.volkov', 'Dmitry Volkov', 'il', 32),
  person('anna.kuznetsova', 'Анна Кузнецова', 'il', 33),
  person('mikhail.levin', 'Mikhail Levin', 'il', 34),
  person('katya.morozova', 'Katya Morozova', 'il', 35, 3),

  person('james.whitfield', 'James Whitfield', 'uk', 36),
  person('priya.raman', 'Priya Raman', 'uk', 37),
  person('charlotte.hughes', 'Charlotte Hughes', 'uk', 38),
  person('oliver.bennett', 'Oliver Bennett', 'uk', 39),
  person('grace.okafor', 'Grace Okafor', 'uk', 40),
  person('emily.carter', 'Emily Carter', 'uk', null),
  person('thomas.ashworth', 'Thomas Ashworth', 'uk', 42),
  person('chloe.laurent', 'Chloé Laurent', 'uk', 43),

  person('jonas.becker', 'Jonas Becker', 'de', 44),
  person('lena.hoffmann', 'Lena Hoffmann', 'de', 45),
  person('felix.krueger', 'Felix Krüger', 'de', 46),
  person('sophie.neumann', 'Sophie Neumann', 'de', 47),
  person('mehmet.yildiz', 'Mehmet Yıldız', 'de', 48),
  person('anja.vogel', 'Anja Vogel', 'de', 49),
  person('lukas.brandt', 'Lukas Brandt', 'de', null, 75),
  person('marie.schuster', 'Marie Schuster', 'de', 51),
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
