import type { PublicPage } from '@keyhour/contract/public-page'
import { MissingScreen } from '#web/features/spaces/missing-screen.tsx'
import { PageContext } from '#web/features/spaces/page-context.ts'
import { SearchScreen } from '#web/features/spaces/search-screen.tsx'
import { SpaceScreen } from '#web/features/spaces/space-screen.tsx'
import { type SpaceTexts, TextsContext } from '#web/features/spaces/texts.ts'

/** A page that anybody may see, on the server and in the browser alike. */
export const PublicScreen = ({ page, t }: { page: PublicPage; t: SpaceTexts }) => (
  <PageContext value={page}>
    <TextsContext value={t}>
      <Content page={page} />
    </TextsContext>
  </PageContext>
)

function Content({ page }: { page: PublicPage }) {
  const { content } = page
  switch (content.kind) {
    case 'search':
      return <SearchScreen page={page} content={content} />
    case 'space':
      return <SpaceScreen page={page} content={content} />
    case 'missing':
      return <MissingScreen />
  }
}
