/** A person's browser on a running copy: cookies, the CSRF token, the Origin. */
export function visitor(port, origin = `http://localhost:${port}`, cookies = new Map()) {
  const call = async (path, init = {}) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { cookie, ...init.headers };
    const answer = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(5_000), ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0].split('=', 2);
      cookies.set(name, value);
    }
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  };
  const send = async (method, path, body, headers = {}, patience = 5_000) => {
    const { csrfToken } = (await call('/api/csrf-token')).body;
    const needed = { 'content-type': 'application/json', 'x-csrf-token': csrfToken, origin };
    const signal = AbortSignal.timeout(patience);
    return call(path, { method, headers: { ...needed, ...headers }, body: JSON.stringify(body), signal });
  };
  return {
    get: (path) => call(path),
    send,
    /** @param newPassword what replaces a one-time password */
    signIn: (email, password, newPassword) => send('POST', '/api/login', { email, password, newPassword }),
    cookie: () => [...cookies].map((pair) => pair.join('=')).join('; '),
    origin,
    /** The same browser on another port of this machine, with the same cookies. */
    at: (otherPort) => visitor(otherPort, undefined, cookies),
  };
}
