import { Controller, Req, RequestMapping, RequestMethod, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { HttpCall } from '@repairline/contracts/call';
import { isPage, methodAndPath, routedCalls, type RoutedCall } from '@repairline/contracts/http/api';
import type { Sent } from '@repairline/contracts/http/endpoint';
import type { Page } from '@repairline/contracts/page';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { BillingFacts } from '../billing/billing-facts';
import { Followers } from '../followers';
import { callContext } from '../http/caller';
import { checked } from '../http/checked';
import { answerPage } from '../http/page';
import { signInOf } from '../http/request-state';
import { targetOf } from '../http/target';

/** The routes that are one call each, as the contracts declare them. */
@Controller()
export class CallRoutes {
  constructor(
    private readonly calls: CallClient,
    private readonly billing: BillingFacts,
    private readonly followers: Followers,
  ) {}

  async answer(call: RoutedCall, request: Request, response: Response): Promise<unknown> {
    const { http } = call;
    const context = callContext(request);
    const calling = this.calls.call(call, http.input(sentWith(request, http)), context);
    const output = await (
      http.awaitsFollowers ? this.followers.afterFollowersCaughtUp(serviceOf(call), context, calling) : calling
    ).catch((refusal: unknown) => this.billing.onRefusal(refusal, context));
    response.status(http.statusFor?.(output) ?? http.statuses?.[0] ?? 200);
    const completed = await this.billing.onAnswer(http.answer, http.shown ? http.shown(output) : output, context);
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
