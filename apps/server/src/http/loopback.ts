/** `name` as in a URL. */
export const isLoopback = (name: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(name)

/** How nearly everybody calls it. */
const USUAL = /^(localhost|127\.0\.0\.1)(:\d{1,5})?$/

/** For a `Host` or `Origin` header, with or without a port. */
export const isLoopbackHost = (host: string): boolean => {
  if (USUAL.test(host)) return true
  const address = host.includes('://') ? host : `http://${host}`
  return URL.canParse(address) && isLoopback(new URL(address).hostname)
}
