/** Whether a name or address, as it stands in a URL, means the computer itself. */
export const isLoopback = (name: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(name)

/** The same for the value of a `Host` or `Origin` header, with or without a port. */
export const isLoopbackHost = (host: string): boolean => {
  const address = host.includes('://') ? host : `http://${host}`
  return URL.canParse(address) && isLoopback(new URL(address).hostname)
}
