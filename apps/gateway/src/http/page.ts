import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Page, wholeOrPage } from '@repairline/contracts/page';

/** Answers with a page of a list: the body is the bare array; the total and the link to the next page are headers. */
export type AnswerPage = <Item>(page: Page<Item>) => Item[];

/** The `AnswerPage` of this request. */
export const Paged = createParamDecorator((_: unknown, context: ExecutionContext): AnswerPage => {
  const http = context.switchToHttp();
  const { originalUrl } = http.getRequest<Request>();
  const response = http.getResponse<Response>();
  return ({ items, total, next }) => {
    response.setHeader('X-Total-Count', String(total));
    if (next !== null) response.setHeader('Link', `<${nextAddress(originalUrl, next)}>; rel="next"`);
    return items;
  };
});

export function isForPage({ cursor, limit }: z.input<typeof wholeOrPage>): boolean {
  return cursor !== undefined || limit !== undefined;
}

/** A whole list as its only page. */
export function asPage<Item>(items: Item[]): Page<Item> {
  return { items, total: items.length, next: null };
}

function nextAddress(address: string, cursor: string): string {
  const { pathname, searchParams } = new URL(address, 'http://gateway');
  searchParams.set('cursor', cursor);
  return `${pathname}?${searchParams.toString()}`;
}
