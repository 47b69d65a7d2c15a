import { NotFoundException } from '@nestjs/common';
import { DomainError, type ErrorCode } from '@repairline/contracts/domain-error';
import { answerTo, GatewayError } from './errors';

const domain = (code: ErrorCode, details?: Record<string, unknown>) =>
  answerTo(new DomainError({ code, message: 'No', ...(details && { details }) }), 'correlation-1');

describe('an error as HTTP', () => {
  it.each([
    ['validation_failed', 400],
    ['password_rejected', 400],
    ['unknown_school', 400],
    ['ambiguous_technician', 400],
    ['invalid_credentials', 401],
    ['not_signed_in', 401],
    ['admin_only', 403],
    ['pending_approval', 403],
    ['domain_not_allowed', 403],
    ['device_not_found', 404],
    ['device_elsewhere', 409],
    ['device_exists', 409],
    ['device_deprovisioned', 409],
    ['device_not_allowed', 409],
    ['repair_already_completed', 409],
    ['last_admin', 409],
    ['user_not_approved', 409],
    ['payload_too_large', 413],
    ['too_many_attempts', 429],
    ['too_many_exports', 429],
    ['views_behind', 503],
    ['service_unavailable', 503],
  ] as const)('%s is %d, with its code as type', (code, status) => {
    expect(domain(code)).toMatchObject({ status, body: { message: 'No', type: code } });
  });

  it('a code from a newer service is a 500', () => {
    expect(domain('brand_new' as ErrorCode).status).toBe(500);
  });

  it('lists the invalid fields', () => {
    const issues = [{ path: 'school', message: 'School is required' }];
    const { body } = answerTo(new DomainError({ code: 'validation_failed', message: 'No', issues }), 'c');
    expect(body).toEqual({ message: 'No', type: 'validation_failed', issues });
  });

  it('includes only the details that a client acts on', () => {
    expect(domain('pending_approval', { email: 'a@b.c', hash: 'x' }).body).toEqual({
      message: 'No',
      type: 'pending_approval',
      email: 'a@b.c',
    });
    expect(domain('device_not_found', { query: 'select' }).body).toEqual({ message: 'No', type: 'device_not_found' });
  });

  it('has Retry-After in whole seconds, 60 if none are given', () => {
    expect(domain('too_many_attempts', { retryAfter: 1.2 }).headers).toEqual({ 'Retry-After': '2' });
    expect(domain('too_many_attempts').headers).toEqual({ 'Retry-After': '60' });
  });

  it('reveals nothing of an internal error but its correlation id', () => {
    const { status, body } = answerTo(new TypeError('password of role repairs'), 'correlation-1');
    expect(status).toBe(500);
    expect(body).toMatchObject({ type: 'internal', correlationId: 'correlation-1' });
    expect(JSON.stringify(body)).not.toContain('password');
  });

  it('does not echo the address of an unknown path', () => {
    const { status, body } = answerTo(new NotFoundException('Cannot GET /api/<script>'), 'c');
    expect([status, body]).toEqual([404, { message: 'Not found', type: 'not_found' }]);
  });

  it.each([new GatewayError('csrf_token_invalid', 'Invalid CSRF token'), new GatewayError('origin_not_allowed', 'No')])(
    '$code is 403',
    (error) => {
      expect(answerTo(error, 'c')).toEqual({
        status: 403,
        headers: {},
        body: { message: error.message, type: error.code },
      });
    },
  );
});
