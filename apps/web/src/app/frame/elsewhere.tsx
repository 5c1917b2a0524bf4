import { hole, onlyWith } from '@keyhour/contract/finished-pages'
import type { Language } from '@keyhour/contract/primitives'
import {
  IconBrandAppleFilled,
  IconBrandFacebook,
  IconBrandGooglePlay,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandX,
  IconBrandYoutube,
  IconDeviceMobileDown,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { frameTexts } from '#web/app/frame/texts.ts'

const handle = hole('SOCIAL_HANDLE')

const NETWORKS = [
  { name: 'instagram', href: `https://www.instagram.com/${handle}`, Icon: IconBrandInstagram },
  { name: 'facebook', href: `https://www.facebook.com/${handle}`, Icon: IconBrandFacebook },
  { name: 'x', href: `https://x.com/${handle}`, Icon: IconBrandX },
  { name: 'linkedin', href: `https://www.linkedin.com/company/${handle}`, Icon: IconBrandLinkedin },
  { name: 'youtube', href: `https://www.youtube.com/@${handle}`, Icon: IconBrandYoutube },
] as const

export const socialAddresses = NETWORKS.map(({ href }) => href)

export function SocialLinks({ language }: { language: Language }) {
  const t = frameTexts(language)
  return (
    <ul className="social">
      {NETWORKS.map(({ name, href, Icon }) => (
        <li key={name}>
          <a
            className="icon-button"
            href={href}
            rel="noopener"
            aria-label={t('onNetwork', { network: t(`network.${name}`) })}
          >
            <Icon aria-hidden size={22} />
          </a>
        </li>
      ))}
    </ul>
  )
}

const STORES = [
  { name: 'appStore', url: 'APP_STORE_URL', Icon: IconBrandAppleFilled },
  { name: 'playStore', url: 'PLAY_STORE_URL', Icon: IconBrandGooglePlay },
] as const

type StoreProps = { fact: 'APP_STORE_URL' | 'PLAY_STORE_URL' | 'NOT_IN_A_STORE'; children: ReactNode }

function IfThere({ fact, children }: StoreProps) {
  const [begin, end] = onlyWith(fact)
  return (
    <>
      {begin}
      {children}
      {end}
    </>
  )
}

/** The stores that have the app. Where one of them has not, the browser installs it. */
export function StoreLinks({ language }: { language: Language }) {
  const t = frameTexts(language)
  return (
    <ul className="stores">
      <IfThere fact="NOT_IN_A_STORE">
        <li>
          <button className="button store" type="button" data-install>
            <IconDeviceMobileDown aria-hidden size={20} />
            {t('install.action')}
          </button>
          <div role="status">
            <p className="install-way" data-install-by="apple" hidden>
              {t('install.apple')}
            </p>
            <p className="install-way" data-install-by="other" hidden>
              {t('install.other')}
            </p>
          </div>
        </li>
      </IfThere>
      {STORES.map(({ name, url, Icon }) => (
        <IfThere key={name} fact={url}>
          <li>
            <a className="button store" href={hole(url)} rel="noopener">
              <Icon aria-hidden size={20} />
              {t(name)}
            </a>
          </li>
        </IfThere>
      ))}
    </ul>
  )
}
