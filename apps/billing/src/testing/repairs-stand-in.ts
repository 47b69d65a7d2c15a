import { randomUUID } from 'node:crypto';
import type { Call, CallInput, CallOutput } from '@repairline/contracts/call';
import { DomainError } from '@repairline/contracts/domain-error';
import { GetRepairLogs } from '@repairline/contracts/repairs/calls';
import type { CloudEvent } from '@repairline/messaging/cloud-event';

export interface Completion {
  at: string;
  deviceId: string;
  assetNumber: string;
  technicianId: string | null;
  issue: string;
  actions: string;
  comments: string | null;
}

type Log = CallOutput<typeof GetRepairLogs>[number];

/** Repairs as billing sees it: its published events in order, and the texts it answers with. */
export class RepairsStandIn {
  readonly events: CloudEvent[] = [];
  readonly logs = new Map<string, Log>();
  /** Calls that found nobody so far, and how many are still to come. */
  absences = 0;
  asked = 0;
  /** Whether its log cannot be read. */
  isAway = false;

  complete(completion: Partial<Completion> = {}): CloudEvent {
    const {
      at = '2026-09-01T15:00:00.000Z',
      deviceId = randomUUID(),
      assetNumber = `CB-${this.events.length}`,
    } = completion;
    const { technicianId = null, issue = 'Missing keys', actions = 'Repair completed', comments = null } = completion;
    const [logId, repairId] = [randomUUID(), randomUUID()];
    this.logs.set(logId, {
      ...{ id: logId, deviceId, repairId, barcodeNumber: assetNumber, timestamp: at, createdAt: at },
      ...{
        issue,
        actions,
        comments,
        technicianId,
        technician: '',
        completed: true,
        billingSent: false,
        priority: null,
      },
    });
    const ofRepair = { deviceId, repairId, logId, technicianId, priority: null, issues: [] };
    return this.tell('repair-completed', at, { ...ofRepair, from: 'INTAKE', openedAt: at, turnaroundMinutes: 0 });
  }

  renumber(deviceId: string, from: string, to: string, at = '2026-09-01T16:00:00.000Z'): CloudEvent {
    for (const log of this.logs.values()) if (log.deviceId === deviceId) log.barcodeNumber = to;
    return this.tell('asset-number-changed', at, { deviceId, from, to });
  }

  erase(deviceId: string): CloudEvent {
    return this.tell('personal-data-erased', '2026-09-01T17:00:00.000Z', { deviceId, repairIds: [] });
  }

  /** An event that billing ignores. */
  assign(): CloudEvent {
    return this.tell('device-assigned', '2026-09-01T16:00:00.000Z', { deviceId: randomUUID(), assigneeId: 'somebody' });
  }

  async call<C extends Call>(contract: C, input: CallInput<C>): Promise<CallOutput<C>> {
    if (contract.subject !== GetRepairLogs.subject) throw new Error(`Nobody answers ${contract.subject}`);
    this.asked += 1;
    if (this.absences > 0) {
      this.absences -= 1;
      throw new DomainError({ code: 'service_unavailable', message: 'away' });
    }
    return this.answer(input as CallInput<typeof GetRepairLogs>) as CallOutput<C>;
  }

  answer({ logIds }: Pick<CallInput<typeof GetRepairLogs>, 'logIds'>): Log[] {
    return logIds.flatMap((id) => this.logs.get(id) ?? []);
  }

  private tell(event: string, time: string, data: Record<string, unknown>): CloudEvent {
    const position = (this.events.at(-1)?.position ?? 0) + 2;
    const told: CloudEvent = {
      ...{ specversion: '1.0', id: randomUUID(), source: '/repairline/repairs', time },
      ...{ type: `repairline.repairs.device.v1.${event}`, datacontenttype: 'application/json', position, data },
      ...{ predecessor: this.events.at(-1)?.position ?? 0, correlationid: 'test', causationid: randomUUID() },
    };
    this.events.push(told);
    return told;
  }
}
