import type { OfficeSort } from '@keyhour/contract/admin-offices'

/** What the list is asked for; all of it stands in the address. Without `sort`: the newest first. */
export type OfficesWish = {
  page: number
  page_size: number
  sort?: OfficeSort
  direction: 'asc' | 'desc'
  q: string
  name: string
  wifi_name: string
}
