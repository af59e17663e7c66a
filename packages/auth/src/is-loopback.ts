/** Whether a URL is one of this machine without TLS, which would protect nothing there. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
