import type { PublicPage } from '@keyhour/contract/public-page'
import { TextsContext, textsIn, useTexts } from '#web/features/spaces/texts.ts'

/** A page that anybody may see, on the server and in the browser alike. */
export function PublicScreen({ page }: { page: PublicPage }) {
  return (
    <TextsContext value={textsIn(page.language)}>
      <Content page={page} />
    </TextsContext>
  )
}

function Content({ page: { content } }: { page: PublicPage }) {
  const t = useTexts()
  switch (content.kind) {
    case 'search':
      return (
        <main id="main">
          <h1>{t('search.heading')}</h1>
          <ul>
            {content.found.spaces.map(({ office_id, sub_office_id, name }) => (
              <li key={`${office_id} ${sub_office_id}`}>{name}</li>
            ))}
          </ul>
        </main>
      )
    case 'space':
      return (
        <main id="main">
          <h1>{content.office.name}</h1>
        </main>
      )
    case 'missing':
      return (
        <main id="main">
          <h1>{t('missing.heading')}</h1>
        </main>
      )
  }
}
