import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#test/show.tsx'
import { CallError } from '#web/api/call.ts'
import { QueryView } from '#web/ui/query-view.tsx'

let answer: () => Promise<string>

function Example({ emptiedOnError = false }: { emptiedOnError?: boolean }) {
  const query = useQuery({ queryKey: ['example'], queryFn: () => answer() })
  return (
    <>
      <button type="button" onClick={() => void query.refetch()}>
        Refresh
      </button>
      <QueryView query={query} emptiedOnError={emptiedOnError} wayBack={<a href="/orders">Back</a>}>
        {(data) => <p>{data}</p>}
      </QueryView>
    </>
  )
}

const fails = (status: number) => () => Promise.reject(new CallError(status, 'It failed.'))

async function failToRefresh(emptiedOnError: boolean) {
  answer = async () => 'As of nine'
  const { user } = show(<Example emptiedOnError={emptiedOnError} />)
  expect(await screen.findByText('As of nine')).toBeInTheDocument()
  answer = fails(500)
  await user.click(screen.getByText('Refresh'))
  await screen.findByRole('alert')
  return user
}

test('data that fails to refresh stays and is marked as possibly out of date', async () => {
  const user = await failToRefresh(false)

  expect(screen.getByText('As of nine')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('Could not refresh. What you see may be out of date.')
  answer = async () => 'As of ten'
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByText('As of ten')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a list that is emptied on error shows the failure instead of old rows', async () => {
  await failToRefresh(true)

  expect(screen.queryByText('As of nine')).toBeNull()
  expect(screen.getByRole('alert')).toHaveTextContent('It failed.')
})

test('a missing record offers a link back instead of a retry', async () => {
  answer = fails(404)
  show(<Example />)

  expect(await screen.findByRole('link', { name: 'Back' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('without a connection a screen says so instead of loading forever', async () => {
  answer = fails(0)
  show(<Example />)

  expect(await screen.findByRole('alert')).toHaveTextContent('It failed.')
})
