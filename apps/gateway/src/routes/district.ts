import { Controller, Get, Inject } from '@nestjs/common';
import type { District } from '@repairline/contracts/district';
import { CONFIG } from '../composition';
import type { Config } from '../config';

@Controller('api/district')
export class DistrictRoute {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  describe(): District {
    const { DISTRICT_NAME: name, SCHOOLS_FILE: schools, DISTRICT_TIMEZONE: timeZone } = this.config;
    return { name, schools, timeZone, emailDomains: this.config.SCHOOL_EMAIL_DOMAINS };
  }
}
