import type { Business, BusinessRole, OwnBusiness } from '@keyhour/contract/businesses'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useNavigate, useOutletContext, useParams } from 'react-router'
import { businessQuery, ownBusinessesQuery, useOwnBusinesses } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { AreaLinks, AreaSelect } from '#web/ui/area-links.tsx'
import { TitleArea } from '#web/ui/document-title.tsx'
import { LoadingShape } from '#web/ui/loading-shape.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

const PARTS = ['overview', 'people', 'credits', 'usage', 'settings'] as const

/** The company that the address names. */
export const useCompany = (): Business => useOutletContext<Business>()

/** Of the viewer in that company. Undefined for an admin who only looks in, and cannot buy or leave there. */
export function useOwnRole(): BusinessRole | undefined {
  const { id } = useCompany()
  return useQuery(ownBusinessesQuery).data?.find((own) => own.id === id)?.role
}

/** Around every part: the way to the others, and the name of the company. */
export function CompanyFrame() {
  const { t } = useTranslation('businesses')
  const id = Number(useParams().businessId) || 0
  const own = useOwnBusinesses()
  const company = useQuery(businessQuery(id))
  return (
    <QueryView
      shape="page"
      query={company}
      loading={t('loading')}
      isPage
      wayBack={
        <Anchor component={Link} to="/company">
          {t('toCompanies')}
        </Anchor>
      }
    >
      {(found) => <Company company={found} own={own.data ?? []} />}
    </QueryView>
  )
}

function Company({ company, own }: { company: Business; own: OwnBusiness[] }) {
  const { t } = useTranslation('businesses')
  const parts = company.closed_at ? PARTS.filter((part) => part !== 'settings') : PARTS
  const managed = own.filter(({ role }) => role === 'manager')
  return (
    <TitleArea name={company.name}>
      <AreaLinks
        label={t('parts', { name: company.name })}
        links={parts.map((part) => ({
          to: `/company/${company.id}${part === 'overview' ? '' : `/${part}`}`,
          text: t(`part.${part}`),
        }))}
      >
        {managed.length > 1 ? (
          <Switch company={company} managed={managed} />
        ) : (
          <bdi className={classes.companyName}>{company.name}</bdi>
        )}
      </AreaLinks>
      <Suspense fallback={<LoadingShape shape="page" />}>
        <Outlet key={company.id} context={company} />
      </Suspense>
    </TitleArea>
  )
}

function Switch({ company, managed }: { company: Business; managed: OwnBusiness[] }) {
  const { t } = useTranslation('businesses')
  const navigate = useNavigate()
  return (
    <AreaSelect
      label={t('switch')}
      options={managed}
      chosen={company.id}
      onChoose={(id) => void navigate(`/company/${id}`)}
    />
  )
}
