import { randomUUID } from 'node:crypto'
import { maxHeaderSize } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { FINISHED_PAGES } from '@keyhour/contract/finished-pages'
import { getHealth } from '@keyhour/contract/status'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RouteOptions,
} from 'fastify'
import { checkDoors } from '#server/features/access/check-doors.ts'
import { forgetOldOpenings } from '#server/features/access/forget-old-openings.ts'
import { accessRoutes } from '#server/features/access/routes.ts'
import { mailDeletionLink } from '#server/features/account-deletion/mail-deletion-link.ts'
import { purgeAccounts } from '#server/features/account-deletion/purge-accounts.ts'
import { accountDeletionRoutes } from '#server/features/account-deletion/routes.ts'
import { adminListRoutes } from '#server/features/admin-lists/routes.ts'
import { cancelOrders } from '#server/features/admin-offices/cancel-orders.ts'
import { adminOfficeRoutes } from '#server/features/admin-offices/routes.ts'
import { adminUserRoutes } from '#server/features/admin-users/routes.ts'
import { addUpTallies } from '#server/features/all-orders/add-up-tallies.ts'
import { allOrderRoutes } from '#server/features/all-orders/routes.ts'
import { attachmentRoutes } from '#server/features/attachments/routes.ts'
import { forgetOldAttempts } from '#server/features/attempts/forget-old-attempts.ts'
import { authenticate } from '#server/features/auth/authenticate.ts'
import { forgetOldLinks } from '#server/features/auth/forget-old-links.ts'
import { mailPasswordLink } from '#server/features/auth/request-password-link.ts'
import { authRoutes } from '#server/features/auth/routes.ts'
import { answerSignUp } from '#server/features/auth/sign-up.ts'
import { availabilityRoutes } from '#server/features/availability/routes.ts'
import { endHolds } from '#server/features/bookings/end-holds.ts'
import { bookingRoutes } from '#server/features/bookings/routes.ts'
import { forgetOldInvitations } from '#server/features/business-management/forget-old-invitations.ts'
import { invitationRoutes } from '#server/features/business-management/invitation-routes.ts'
import { poolRoutes } from '#server/features/business-management/pool-routes.ts'
import { businessRoutes } from '#server/features/business-management/routes.ts'
import { addUpUsage } from '#server/features/businesses/add-up-usage.ts'
import { watchPool, watchPools } from '#server/features/businesses/follow-pool.ts'
import { warnOfPoolExpiry } from '#server/features/businesses/warn-of-pool-expiry.ts'
import { calendarAccountRoutes } from '#server/features/calendar-accounts/routes.ts'
import { nexudusWebhookRoutes } from '#server/features/calendar-accounts/webhook-routes.ts'
import { calendarConnectionRoutes } from '#server/features/calendar-connections/routes.ts'
import { calendarFeedRoutes } from '#server/features/calendar-feeds/routes.ts'
import { calendarImportRoutes } from '#server/features/calendar-imports/routes.ts'
import { calendarSyncRoutes } from '#server/features/calendar-sync/routes.ts'
import { syncDueLinks, syncLink } from '#server/features/calendar-sync/sync-link.ts'
import { followChange } from '#server/features/calendar-sync/tell-calendars.ts'
import { closeChannel } from '#server/features/calendars/close-channel.ts'
import { endConnection } from '#server/features/calendars/end-connection.ts'
import { nameLinks } from '#server/features/calendars/name-links.ts'
import { removeCopies } from '#server/features/calendars/remove-copies.ts'
import { chargeVisit } from '#server/features/charges/charge-visit.ts'
import { compareCharges } from '#server/features/charges/compare-charges.ts'
import { forgetCustomer } from '#server/features/charges/forget-customer.ts'
import { lookAfterCharges } from '#server/features/charges/look-after-charges.ts'
import { deliverChargeReceipt } from '#server/features/charges/mail-charge-receipt.ts'
import { releaseUnpaid } from '#server/features/charges/release-unpaid.ts'
import { chargeRoutes } from '#server/features/charges/routes.ts'
import { settleCharge } from '#server/features/charges/settle-charge.ts'
import { settleDueCharges } from '#server/features/charges/settle-due-charges.ts'
import { cancelClosedOrders } from '#server/features/closures/cancel-closed-orders.ts'
import { closureRoutes } from '#server/features/closures/routes.ts'
import { conflictRoutes } from '#server/features/conflicts/routes.ts'
import { forgetOldOutsideEvents, tendConflicts } from '#server/features/conflicts/tend-conflicts.ts'
import { creditPackRoutes } from '#server/features/credit-packs/routes.ts'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { expireCredits } from '#server/features/credits/expire-credits.ts'
import { creditRoutes } from '#server/features/credits/routes.ts'
import { warnOfExpiry } from '#server/features/credits/warn-of-expiry.ts'
import { figureRoutes } from '#server/features/figures/routes.ts'
import { frontDeskRoutes } from '#server/features/front-desk/routes.ts'
import { mailStuckCodes } from '#server/features/grants/mail-stuck-codes.ts'
import { grantRoutes } from '#server/features/grants/routes.ts'
import { tendComingGrants, tendDueGrants, tendGrant } from '#server/features/grants/tend-grant.ts'
import { homeRoutes } from '#server/features/home/routes.ts'
import { hubRoutes } from '#server/features/hubs/routes.ts'
import { forgetOldKeys } from '#server/features/idempotency/forget-old-keys.ts'
import { compareInsight } from '#server/features/insight/compare-insight.ts'
import { keepInsight } from '#server/features/insight/keep-insight.ts'
import { insightRoutes } from '#server/features/insight/routes.ts'
import { deliverMail } from '#server/features/mail/deliver-mail.ts'
import { devMailRoutes } from '#server/features/mail/routes.ts'
import { answerRoutes } from '#server/features/messages/answer-routes.ts'
import { deliverAnswer } from '#server/features/messages/deliver-answer.ts'
import { fetchReplies } from '#server/features/messages/fetch-replies.ts'
import { inboundRoutes } from '#server/features/messages/inbound-routes.ts'
import { messageRoutes } from '#server/features/messages/routes.ts'
import { tellAdmins } from '#server/features/messages/tell-admins.ts'
import { releaseNoShow, releaseNoShows } from '#server/features/no-shows/release-no-shows.ts'
import { remindToCheckIn } from '#server/features/no-shows/remind-to-check-in.ts'
import { officeRoutes } from '#server/features/offices/routes.ts'
import { orderManagementRoutes } from '#server/features/order-management/routes.ts'
import { deliverBookingMail } from '#server/features/orders/mail-booking.ts'
import { orderRoutes } from '#server/features/orders/routes.ts'
import { ordersDashboardRoutes } from '#server/features/orders-dashboard/routes.ts'
import { ownerRoutes } from '#server/features/owners/routes.ts'
import { panelRoutes } from '#server/features/panels/routes.ts'
import { paymentEventRoutes } from '#server/features/payment-events/routes.ts'
import { lookAfterPayments } from '#server/features/payment-management/look-after-payments.ts'
import { paymentManagementRoutes } from '#server/features/payment-management/routes.ts'
import { deliverReceipt } from '#server/features/payments/mail-receipt.ts'
import { paymentRoutes } from '#server/features/payments/routes.ts'
import { pictureRoutes } from '#server/features/pictures/routes.ts'
import { sweepFiles } from '#server/features/pictures/sweep-files.ts'
import { publicPageRoutes } from '#server/features/public-pages/routes.ts'
import { deliverPush } from '#server/features/push/deliver-push.ts'
import { pushRoutes } from '#server/features/push/routes.ts'
import { tellOfCredits } from '#server/features/push/tell-of-credits.ts'
import { tellOfFreeTime } from '#server/features/push/tell-of-free-time.ts'
import { tellOfOrder } from '#server/features/push/tell-of-order.ts'
import { scheduleRoutes } from '#server/features/schedule/routes.ts'
import { seriesRoutes } from '#server/features/series/routes.ts'
import { spaceRoutes } from '#server/features/spaces/routes.ts'
import { checkStatements } from '#server/features/statements/check-statements.ts'
import { issueStatements } from '#server/features/statements/issue-statements.ts'
import { statementRoutes } from '#server/features/statements/routes.ts'
import { statusRoutes } from '#server/features/status/routes.ts'
import { removePhotoFile } from '#server/features/users/remove-photo-file.ts'
import { userRoutes } from '#server/features/users/routes.ts'
import { endOverdueVisit, endOverdueVisits } from '#server/features/visits/end-overdue-visits.ts'
import { visitRoutes } from '#server/features/visits/routes.ts'
import { offerTimes } from '#server/features/waiting-list/offer-times.ts'
import { waitingListRoutes } from '#server/features/waiting-list/routes.ts'
import { forgetOldEvents } from '#server/features/webhooks/forget-old-events.ts'
import { webhookRoutes } from '#server/features/webhooks/routes.ts'
import { sendDueWebhooks, sendWebhook } from '#server/features/webhooks/send-webhooks.ts'
import { letBrokenAddressesIn, refuseBadAddresses } from '#server/http/addresses.ts'
import { serveApiDocs } from '#server/http/api-docs.ts'
import { refuseWhileClosing } from '#server/http/closing.ts'
import type { Count } from '#server/http/concurrency-limit.ts'
import { answerBrokenHttp, answerError, readBodies, validate } from '#server/http/errors.ts'
import { knowCallers } from '#server/http/guards.ts'
import { offerLiveStreams } from '#server/http/live-stream.ts'
import { logOfRequest, logRequests } from '#server/http/log-requests.ts'
import { answerOnlyOnLoopback } from '#server/http/loopback-only.ts'
import { replayReplies } from '#server/http/replays.ts'
import type { Deps } from '#server/http/routes.ts'
import { forbidKeeping, sendSecurityHeaders } from '#server/http/security-headers.ts'
import { limitUploads } from '#server/http/uploads.ts'
import { readAppPage, serveWebPages } from '#server/http/web-pages.ts'
import { writeReplies } from '#server/http/write-replies.ts'
import type { AnyJob } from '#server/jobs/queue.ts'

const BODY_LIMIT = 1024 * 1024
const QUICKLY = { [constants.BROTLI_PARAM_QUALITY]: 4 }

const routes = [
  statusRoutes,
  authRoutes,
  userRoutes,
  adminUserRoutes,
  adminListRoutes,
  accountDeletionRoutes,
  officeRoutes,
  spaceRoutes,
  homeRoutes,
  adminOfficeRoutes,
  pictureRoutes,
  availabilityRoutes,
  bookingRoutes,
  seriesRoutes,
  visitRoutes,
  waitingListRoutes,
  frontDeskRoutes,
  scheduleRoutes,
  panelRoutes,
  orderRoutes,
  allOrderRoutes,
  insightRoutes,
  orderManagementRoutes,
  ordersDashboardRoutes,
  closureRoutes,
  ownerRoutes,
  calendarFeedRoutes,
  calendarAccountRoutes,
  nexudusWebhookRoutes,
  calendarImportRoutes,
  calendarConnectionRoutes,
  creditPackRoutes,
  calendarSyncRoutes,
  conflictRoutes,
  creditRoutes,
  paymentRoutes,
  paymentManagementRoutes,
  businessRoutes,
  invitationRoutes,
  poolRoutes,
  chargeRoutes,
  paymentEventRoutes,
  accessRoutes,
  hubRoutes,
  grantRoutes,
  messageRoutes,
  attachmentRoutes,
  answerRoutes,
  inboundRoutes,
  webhookRoutes,
  pushRoutes,
  statementRoutes,
  figureRoutes,
]

export const jobs: AnyJob<Deps>[] = [
  deliverMail,
  deliverAnswer,
  deliverBookingMail,
  answerSignUp,
  mailPasswordLink,
  mailDeletionLink,
  purgeAccounts,
  removePhotoFile,
  sweepFiles,
  cancelOrders,
  cancelClosedOrders,
  forgetOldAttempts,
  forgetOldLinks,
  forgetOldKeys,
  endHolds,
  offerTimes,
  endOverdueVisits,
  endOverdueVisit,
  releaseNoShows,
  remindToCheckIn,
  releaseNoShow,
  addUpTallies,
  keepInsight,
  compareInsight,
  tendGrant,
  tendDueGrants,
  tendComingGrants,
  forgetOldOpenings,
  checkDoors,
  mailStuckCodes,
  expireCredits,
  warnOfExpiry,
  checkLedger,
  watchPool,
  watchPools,
  warnOfPoolExpiry,
  addUpUsage,
  forgetOldInvitations,
  lookAfterPayments,
  deliverReceipt,
  lookAfterCharges,
  releaseUnpaid,
  settleCharge,
  settleDueCharges,
  compareCharges,
  chargeVisit,
  deliverChargeReceipt,
  forgetCustomer,
  tellAdmins,
  fetchReplies,
  tellOfOrder,
  tellOfCredits,
  tellOfFreeTime,
  deliverPush,
  sendWebhook,
  sendDueWebhooks,
  forgetOldEvents,
  nameLinks,
  closeChannel,
  removeCopies,
  followChange,
  syncLink,
  syncDueLinks,
  tendConflicts,
  forgetOldOutsideEvents,
  endConnection,
  issueStatements,
  checkStatements,
]

type Frame = {
  log: FastifyBaseLogger
  webDist: URL
  onRoute?: (route: RouteOptions) => void
  /** Tests also check what is written. */
  writer?: typeof writeReplies
  /** Counts the uploads of all workers together; by default those of this process. */
  countUploads?: Count
}

export async function buildApp(
  deps: Deps,
  { log, webDist, onRoute, countUploads, writer = writeReplies }: Frame,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: logOfRequest,
    bodyLimit: BODY_LIMIT,
    // As long as browsers try, for large files on a phone. Node cuts off slow headers after a minute.
    requestTimeout: 300_000,
    genReqId: () => randomUUID(),
    // Long parameters reach our own validation. Node itself refuses anything longer than a header may be.
    routerOptions: { maxParamLength: maxHeaderSize, ignoreTrailingSlash: true },
    rewriteUrl: letBrokenAddressesIn,
    http: { requireHostHeader: false },
    trustProxy: deps.config.trustProxy ?? false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: answerError,
    clientErrorHandler: answerBrokenHttp,
  })
  app.setValidatorCompiler(validate)
  app.setSerializerCompiler(writer)
  if (onRoute) app.addHook('onRoute', onRoute)
  app.setErrorHandler(answerError)
  logRequests(app)
  replayReplies(app, [getHealth.path, ...Object.keys(FINISHED_PAGES)])
  const appPage = await readAppPage(webDist)
  sendSecurityHeaders(app, deps.config, appPage)
  if (deps.config.demo && !deps.config.isDemoAskedFor) answerOnlyOnLoopback(app)
  forbidKeeping(app)
  refuseWhileClosing(app)
  refuseBadAddresses(app)
  readBodies(app)
  knowCallers(app, (token) => authenticate(deps, token))
  offerLiveStreams(app)
  limitUploads(app, countUploads)

  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions: { params: QUICKLY } })
  await serveApiDocs(app, deps.config.publicUrl)
  for (const feature of routes) await app.register(feature, deps)
  await app.register(publicPageRoutes, { ...deps, webDist })
  if (deps.config.demo) await app.register(devMailRoutes, deps)
  await serveWebPages(app, { dist: webDist, appPage }, deps.config)
  return app
}
