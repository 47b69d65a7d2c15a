import type { Request, Response } from 'express';
import type { Page } from '@repairline/contracts/page';

/** A page of a list as HTTP answers it: the body is the bare array; the total and the link to the next page are headers. */
export function answerPage<Item>(request: Request, response: Response, { items, total, next }: Page<Item>): Item[] {
  response.setHeader('X-Total-Count', String(total));
  if (next !== null) response.setHeader('Link', `<${nextAddress(request.originalUrl, next)}>; rel="next"`);
  return items;
}

function nextAddress(address: string, cursor: string): string {
  const { pathname, searchParams } = new URL(address, 'http://gateway');
  searchParams.set('cursor', cursor);
  return `${pathname}?${searchParams.toString()}`;
}
