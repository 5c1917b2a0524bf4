import { countListedOffices, listListedOffices } from '#server/features/public-pages/queries.ts'
import {
  PAGES_A_SITEMAP,
  STANDING_PAGES,
  writeSitemap,
  writeSitemapIndex,
} from '#server/features/public-pages/rules.ts'
import type { Deps } from '#server/http/routes.ts'

/** The sitemap, or the index of several if one cannot hold all pages. */
export async function getSitemap(deps: Deps, pagesEach = PAGES_A_SITEMAP): Promise<string> {
  const { publicUrl } = deps.config
  const pages = STANDING_PAGES.length + (await countListedOffices(deps.db))
  if (pages > pagesEach) return writeSitemapIndex(publicUrl, Math.ceil(pages / pagesEach))
  return writeSitemap(publicUrl, await listPages(deps, 0, pagesEach))
}

/** Numbered from 1. */
export async function findSitemap(
  deps: Deps,
  number: number,
  pagesEach = PAGES_A_SITEMAP,
): Promise<string | undefined> {
  const pages = number < 1 ? [] : await listPages(deps, (number - 1) * pagesEach, pagesEach)
  return pages.length > 0 ? writeSitemap(deps.config.publicUrl, pages) : undefined
}

async function listPages({ db }: Deps, skip: number, limit: number) {
  const standing = STANDING_PAGES.slice(skip, skip + limit)
  const offices = await listListedOffices(db, {
    skip: Math.max(0, skip - STANDING_PAGES.length),
    limit: limit - standing.length,
  })
  return [
    ...standing,
    ...offices.map(({ id, changed_at }) => ({
      path: `/spaces/${id}`,
      changed_at: new Date(changed_at).toISOString(),
    })),
  ]
}
