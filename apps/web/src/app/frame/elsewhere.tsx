import { hole } from '@keyhour/contract/finished-pages'
import type { Language } from '@keyhour/contract/primitives'
import {
  IconBrandAppleFilled,
  IconBrandFacebook,
  IconBrandGooglePlay,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandX,
  IconBrandYoutube,
} from '@tabler/icons-react'
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

export function StoreLinks({ language }: { language: Language }) {
  const t = frameTexts(language)
  return (
    <ul className="stores">
      <li>
        <a className="button store" href={hole('APP_STORE_URL')} rel="noopener">
          <IconBrandAppleFilled aria-hidden size={20} />
          {t('appStore')}
        </a>
      </li>
      <li>
        <a className="button store" href={hole('PLAY_STORE_URL')} rel="noopener">
          <IconBrandGooglePlay aria-hidden size={20} />
          {t('playStore')}
        </a>
      </li>
    </ul>
  )
}
