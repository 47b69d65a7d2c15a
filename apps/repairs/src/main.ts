import 'reflect-metadata';
import { runService } from '@repairline/service/run-service';
import { compose } from './composition';
import { config } from './config';

void runService('repairs', config(), compose);
