import type { Language } from '@keyhour/contract/primitives'
import * as contract from '@keyhour/contract/statements'
import {
  keepPreviousData,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callPage, openFile } from '#web/api/call.ts'
import { useAdminChanges } from '#web/api/live.ts'
import { keepWithin, OWNER } from '#web/features/owners/api.ts'
import { saveFile } from '#web/ui/files.ts'

/** Prefix of every query of admins about statements. */
const ALL_STATEMENTS = ['statements']
/** Also of owners, whose other data changes with their offices. */
const OWN_STATEMENTS = [...OWNER, 'statements']

/** A statement of thousands of lines takes some seconds. */
const FILE_MS = 60_000

type Turn = { page: number; page_size: number }

/** Of all offices of the owner, or of one; that may be deleted. */
export const ownStatementsQuery = (office_id: number | undefined, turn: Turn) =>
  queryOptions({
    queryKey: [...OWN_STATEMENTS, office_id, turn],
    queryFn: ({ signal }) =>
      callPage(contract.listOwnerStatements, {
        query: { ...turn, ...(office_id !== undefined && { office_id }) },
        signal,
      }),
    placeholderData: keepWithin(office_id),
  })

export const statementQuery = (id: number) =>
  queryOptions({
    queryKey: [...OWN_STATEMENTS, 'one', id],
    queryFn: ({ signal }) => call(contract.getStatement, { params: { id }, signal }),
  })

/** As it is stored now. */
export const fetchStatement = (id: number) => call(contract.getStatement, { params: { id } })

export const linesQuery = (id: number, turn: Turn) =>
  queryOptions({
    queryKey: [...OWN_STATEMENTS, 'lines', id, turn],
    queryFn: ({ signal }) => callPage(contract.listStatementLines, { params: { id }, query: turn, signal }),
    placeholderData: keepPreviousData,
  })

export type FileFormat = 'pdf' | 'csv'

export async function saveStatement(
  statement: contract.Statement,
  format: FileFormat,
  language: Language,
): Promise<void> {
  const endpoint = format === 'pdf' ? contract.getStatementPdf : contract.getStatementCsv
  const file = await openFile(endpoint, {
    params: { id: statement.id },
    query: { language },
    signal: AbortSignal.timeout(FILE_MS),
  })
  saveFile(`keyhour-statement-${contract.shownNumber(statement)}.${format}`, await file.blob())
}

type AdminView = Turn & { q: string; state: contract.PayoutState | undefined; month: string | undefined }

export const allStatementsQuery = ({ state, month, ...view }: AdminView) =>
  queryOptions({
    queryKey: [...ALL_STATEMENTS, state, month, view],
    queryFn: ({ signal }) =>
      callPage(contract.listAllStatements, {
        query: { ...view, ...(state && { state }), ...(month && { month }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

function useRefresh(): () => void {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of [ALL_STATEMENTS, OWN_STATEMENTS]) void queryClient.invalidateQueries({ queryKey })
  }
}

export function useStatementChanges(): void {
  useAdminChanges('statements', useRefresh())
}

export const changePayout = (id: number, body: contract.PayoutChange) =>
  call(contract.changePayout, { params: { id }, body })

/** Sending again with the same key corrects once. */
export const addCorrection = (id: number, key: string, body: contract.CorrectionRequest) =>
  call(contract.addCorrection, { params: { id }, body, key })

export const issueStatements = (month: string) => call(contract.issueStatements, { body: { month } })

export function useStatementChange<Input, Answer>(
  options: Omit<UseMutationOptions<Answer, Error, Input>, 'onSettled'>,
) {
  return useMutation({ ...options, onSettled: useRefresh() })
}
