import type { Request, Response } from 'express';

interface Page<Item> {
  items: Item[];
  total: number;
  next: string | null;
}

/** A list's body is the array alone; its total and the way to its next page are headers. */
export function sendPage<Item>(request: Request, response: Response, { items, total, next }: Page<Item>): Item[] {
  response.setHeader('X-Total-Count', String(total));
  if (next !== null) response.setHeader('Link', `<${nextAddress(request.originalUrl, next)}>; rel="next"`);
  return items;
}

export function nextAddress(address: string, cursor: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}
