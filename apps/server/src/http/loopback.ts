/** `name` as in a URL. */
export const isLoopback = (name: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(name)

/** For a `Host` or `Origin` header, with or without a port. */
export const isLoopbackHost = (host: string): boolean => {
  const address = host.includes('://') ? host : `http://${host}`
  return URL.canParse(address) && isLoopback(new URL(address).hostname)
}
