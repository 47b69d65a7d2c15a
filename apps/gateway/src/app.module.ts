import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { Health } from '@repairline/service-kit/monitoring/health';
import { AccessGuard } from './auth/access.guard';
import { CsrfGuard } from './auth/csrf.guard';
import { KnownBrowsers } from './auth/known-browsers';
import { PasswordStrategy } from './auth/password.strategy';
import { SignInCookieStrategy } from './auth/sign-in-cookie.strategy';
import { SignIns } from './auth/sign-ins';
import { BillingFacts } from './billing/billing-facts';
import { BUS, CONFIG, COOKIES, LOGGER, type Edge } from './composition';
import { Exports } from './csv/exports';
import { AllErrors } from './errors/all-errors.filter';
import { Followers } from './followers';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { RememberedAnswers } from './idempotency/remembered-answers';
import { Admission } from './live/admission';
import { LiveSockets } from './live/live-sockets';
import { LiveGateway } from './live/live.gateway';
import { AdminStatusRoute } from './routes/admin-status';
import { AuthUserRoute } from './routes/auth-user';
import { CallRoutes } from './routes/call-routes';
import { CsrfTokenRoute } from './routes/csrf-token';
import { DevicesRoute } from './routes/devices';
import { DevicesBulkRoute } from './routes/devices-bulk';
import { DistrictRoute } from './routes/district';
import { DocsRoute } from './routes/docs';
import { ExportsRoute } from './routes/exports';
import { HealthRoute } from './routes/health';
import { LoginRoute } from './routes/login';
import { LogoutRoute } from './routes/logout';
import { ProfileRoute } from './routes/profile';
import { SecurityLog } from './security/security-log';
import { SecurityInterceptor } from './security/security.interceptor';

export const routes = [
  CallRoutes,
  HealthRoute,
  CsrfTokenRoute,
  DistrictRoute,
  DocsRoute,
  LoginRoute,
  LogoutRoute,
  AuthUserRoute,
  ProfileRoute,
  DevicesRoute,
  DevicesBulkRoute,
  AdminStatusRoute,
  ExportsRoute,
];

@Module({})
export class AppModule {}

/** Guards run in the order given: a forged request is refused before anybody is looked up. */
export function appModule({ config, logger, calls, bus, cookies, answers, health, security }: Edge): DynamicModule {
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
      BillingFacts,
      Exports,
      Followers,
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
