import { Controller, Req, RequestMapping, RequestMethod, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { HttpCall } from '@repairline/contracts/call';
import { isPage, methodAndPath, routedCalls, type RoutedCall } from '@repairline/contracts/http/api';
import type { Sent } from '@repairline/contracts/http/endpoint';
import type { Page } from '@repairline/contracts/page';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { callContext, checked, targetOf } from '../http/parameters';
import { signInOf } from '../http/request';
import { BillingData, Consumers } from './other-services';

/** The routes that are one call each, as the contracts declare them. */
@Controller()
export class CallRoutes {
  constructor(
    private readonly calls: CallClient,
    private readonly billing: BillingData,
    private readonly consumers: Consumers,
  ) {}

  async answer(call: RoutedCall, request: Request, response: Response): Promise<unknown> {
    const { http } = call;
    const context = callContext(request);
    const calling = this.calls.call(call, http.input(sentWith(request, http)), context);
    const output = await (
      http.awaitsConsumers ? this.consumers.afterConsumersCaughtUp(serviceOf(call), context, calling) : calling
    ).catch((refusal: unknown) => this.billing.addToRefusal(refusal, context));
    response.status(http.statusFor?.(output) ?? http.statuses?.[0] ?? 200);
    const completed = await this.billing.addToAnswer(http.answer, http.shown ? http.shown(output) : output, context);
    return isPage(http.answer) ? answerPage(request, response, completed as Page<unknown>) : completed;
  }
}

for (const call of routedCalls) addRoute(call);

function addRoute(call: RoutedCall): void {
  const { prototype } = CallRoutes;
  const { route } = call.http;
  const [method, path] = methodAndPath(route);
  const value = function (this: CallRoutes, request: Request, response: Response) {
    return this.answer(call, request, response);
  };
  const descriptor = { value, configurable: true };
  Object.defineProperty(prototype, route, descriptor);
  Req()(prototype, route, 0);
  Res({ passthrough: true })(prototype, route, 1);
  RequestMapping({ path, method: RequestMethod[method as keyof typeof RequestMethod] })(prototype, route, descriptor);
}

function sentWith(request: Request, { query, body }: HttpCall): Sent {
  return {
    path: request.params as Record<string, string>,
    query: query && checked(query, request.query),
    body: body && checked(body, request.body),
    get target() {
      return targetOf(request as Request<{ barcode: string }>);
    },
    get signIn() {
      const { user, tokenHash } = signInOf(request);
      return { userId: user.id, tokenHash };
    },
  };
}

/** `repairline.identity.command.rename-user` → `identity` */
function serviceOf({ subject }: RoutedCall): string {
  return subject.split('.')[1] ?? '';
}

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
