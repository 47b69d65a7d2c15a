import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Health } from '@repairline/service-kit/monitoring/health';
import { AccessGuard } from './auth/access.guard';
import { CsrfGuard } from './auth/csrf.guard';
import { KnownBrowsers } from './auth/known-browsers';
import { SignIns } from './auth/sign-ins';
import { PasswordStrategy, SignInCookieStrategy } from './auth/strategies';
import { BUS, CONFIG, COOKIES, LOGGER, type Resources } from './composition';
import { Exports } from './csv/exports';
import { AllErrors } from './http/all-errors.filter';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { RememberedAnswers } from './idempotency/remembered-answers';
import { Admission } from './live/admission';
import { LiveSockets } from './live/live-sockets';
import { LiveGateway } from './live/live.gateway';
import { DistrictRoute, DocsRoute } from './routes/about';
import { CallRoutes } from './routes/call-routes';
import { DevicesRoute } from './routes/devices';
import { DevicesBulkRoute } from './routes/devices-bulk';
import { ExportsRoute } from './routes/exports';
import { BillingData, Consumers } from './routes/other-services';
import { ProfileRoute } from './routes/profile';
import { SignInRoute } from './routes/sign-in';
import { AdminStatusRoute, HealthRoute } from './routes/status';
import { SecurityInterceptor, SecurityLog } from './security/security-log';

export const routes = [
  CallRoutes,
  HealthRoute,
  DistrictRoute,
  DocsRoute,
  SignInRoute,
  ProfileRoute,
  DevicesRoute,
  DevicesBulkRoute,
  AdminStatusRoute,
  ExportsRoute,
];

@Module({})
export class AppModule {}

/** Guards run in the order given: a forged request is refused before anybody is looked up. */
export function appModule({
  config,
  logger,
  calls,
  bus,
  cookies,
  answers,
  health,
  security,
}: Resources): DynamicModule {
  return {
    module: AppModule,
    controllers: routes,
    providers: [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: BUS, useValue: bus },
      { provide: COOKIES, useValue: cookies },
      { provide: CallClient, useValue: calls },
      { provide: RememberedAnswers, useValue: answers },
      { provide: Health, useValue: health },
      { provide: SecurityLog, useValue: security },
      { provide: APP_GUARD, useClass: CsrfGuard },
      { provide: APP_GUARD, useClass: AccessGuard },
      { provide: APP_INTERCEPTOR, useClass: SecurityInterceptor },
      { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
      { provide: APP_FILTER, useClass: AllErrors },
      BillingData,
      Exports,
      Consumers,
      SignIns,
      KnownBrowsers,
      SignInCookieStrategy,
      PasswordStrategy,
      Admission,
      LiveSockets,
      LiveGateway,
    ],
  };
}
