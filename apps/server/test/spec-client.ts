import axios, { type AxiosRequestConfig } from 'axios'

type Id = number | string
type Form = Record<string, unknown>

/**
 * A client as an outsider would write it from the specification alone: plain axios with its defaults, paths and bodies
 * as in section 7, and no knowledge of our contract package.
 */
export function specClient(baseURL: string) {
  let token: string | undefined
  /** Every status is an answer for the test to check. */
  const http = axios.create({ baseURL, validateStatus: () => true })
  http.interceptors.request.use((config) => {
    if (token) config.headers.Authorization = `Bearer ${token}`
    return config
  })
  const json: AxiosRequestConfig = { headers: { 'Content-Type': 'application/json' } }

  return {
    keepToken: (received: string | undefined) => {
      token = received
    },

    // Auth
    signInWithGoogle: (credential: string) =>
      http.post('/api/users/auth/google/signin', { access_token: credential }),
    signIn: (credentials: Form) => http.post('/api/auth/sign_in', credentials),
    signUp: (form: Form) => http.post('/api/auth/sign_up', form),
    askForReset: (email: string) => http.post('/api/auth/reset_password', { email }),
    resetPassword: (link: string, password: string) =>
      http.post(`/api/auth/reset_password/${link}`, { password }),
    changePassword: (form: Form) => http.post('/api/users/change_password/', form),
    updateUser: (id: Id, form: Form) => http.put(`/api/users/${id}`, form),
    permissions: () => http.get('/api/permissions/'),

    // Offices and orders
    myOffices: () => http.get('/api/offices/my-offices'),
    offices: () => http.get('/api/offices/'),
    office: (id: Id) => http.get(`/api/offices/${id}`),
    pickspaceRooms: (officeId: Id) => http.get(`/api/offices/pickspace-rooms/${officeId}`),
    activeSessions: (officeId: Id) => http.get(`/api/orders/active/${officeId}`),
    book: (booking: Form) => http.post('/api/orders', booking),
    addSubOffice: (officeId: Id, form: Form) =>
      http.post(`/api/offices/${officeId}/sub-offices`, { ...form, office_id: officeId }),
    saveSubOffice: (officeId: Id, id: Id, form: Form) =>
      http.put(`/api/offices/${officeId}/sub-offices/${id}`, form),
    deleteSubOffice: (officeId: Id, id: Id) =>
      http.delete(`/api/offices/${officeId}/sub-offices/${id}`, json),

    // Admin
    users: () => http.get('/api/admin/users'),
    addUser: (form: Form) => http.post('/api/admin/users', form),
    saveUser: (id: Id, form: Form) => http.put(`/api/admin/users/${id}`, form),
    deleteUser: (id: Id) => http.delete(`/api/admin/users/${id}`, json),
    addCredits: (id: Id, credits: number, description?: string) =>
      http.post(`/api/admin/users/${id}/add_credits`, null, { params: { credits, description } }),
    addOffice: (form: Form) => http.post('/api/admin/offices', form),
    saveOffice: (id: Id, form: Form) => http.put(`/api/admin/offices/${id}`, form),
    deleteOffice: (id: Id) => http.delete(`/api/admin/offices/${id}`, json),
    devices: () => http.get('/api/admin/devices'),
    addDevice: (form: Form) => http.post('/api/admin/devices', form),
    saveDevice: (id: Id, form: Form) => http.put(`/api/admin/devices/${id}`, form),
    deleteDevice: (id: Id) => http.delete(`/api/admin/devices/${id}`, json),
    hubs: () => http.get('/api/admin/home-assistants'),
    addHub: (form: Form) => http.post('/api/admin/home-assistants', form),
    saveHub: (id: Id, form: Form) => http.put(`/api/admin/home-assistants/${id}`, form),
    deleteHub: (id: Id) => http.delete(`/api/admin/home-assistants/${id}`, json),
    allOrders: () => http.get('/api/admin/all-orders'),
    dashboardOffices: () => http.get('/api/admin/dashboard/offices'),
    dashboardSubOffices: (officeId: Id) => http.get(`/api/admin/offices/${officeId}/suboffices`),
    activeOrders: (subOfficeId: Id) => http.get(`/api/admin/suboffices/${subOfficeId}/active_orders`),
    orderUser: (orderId: Id) => http.get(`/api/admin/orders/${orderId}/user`),

    // Calendars and integrations
    calendars: (provider: Provider, officeId: Id) =>
      http.get(`/api/auth/${provider}/calendar/list-calendars/${officeId}`),
    linkCalendar: (provider: Provider, subOfficeId: Id, calendarId: string) =>
      http.put(`/api/auth/${provider}/calendar/sub-office/${subOfficeId}/link-calendar`, {
        [`${provider}_calendar_id`]: calendarId,
      }),
    disconnectCalendar: (provider: Provider, officeId: Id) =>
      http.delete(`/api/auth/${provider}/calendar/disconnect/${officeId}`, json),
    nexudusResources: (officeId: Id) => http.get(`/api/nexudus/business-info/${officeId}`),

    // Credit packs
    creditPacks: (activeOnly: boolean) =>
      http.get('/api/v1/credit-packs/', { params: { active_only: activeOnly, limit: 100 } }),
    addCreditPack: (form: Form) => http.post('/api/v1/credit-packs/', form),
    saveCreditPack: (id: Id, form: Form) => http.put(`/api/v1/credit-packs/${id}`, form),
    deleteCreditPack: (id: Id) => http.delete(`/api/v1/credit-packs/${id}`, json),

    // Contact and account
    messages: () => http.get('/api/contact/'),
    changeMessage: (id: Id, change: Form) => http.patch(`/api/contact/${id}`, change),
    requestDeletion: (email: string) => http.post('/api/user-profile/delete-account', { email }),

    // Other
    picture: (imageType: 'office' | 'sub_office', file: string) =>
      http.get(`/static/${imageType}_images/${file}`, { responseType: 'arraybuffer' }),
    privacyPolicy: () => http.get('/api/privacy-policy'),
    send: (request: AxiosRequestConfig) => http.request(request),
  }
}

type Provider = 'google' | 'outlook'
