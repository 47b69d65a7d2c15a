import { z } from 'zod';

const schoolLevels = ['HS', 'MS', 'ES', 'NA'] as const;

export const school = z.object({
  code: z.string().trim().min(1).max(16),
  name: z.string().trim().min(1).max(120),
  level: z.enum(schoolLevels),
  aliases: z.array(z.string().trim().min(1).max(16)).default([]),
});
export type School = z.infer<typeof school>;

export const schoolDirectory = z
  .array(school)
  .min(1)
  .refine(
    (schools) => {
      const names = schools.flatMap(({ code, aliases }) => [code, ...aliases]);
      return new Set(names).size === names.length;
    },
    { message: 'A school code or alias occurs twice' },
  );

export const builtInSchools: School[] = [
  { code: 'SHS', name: 'High School', level: 'HS', aliases: ['HS'] },
  { code: 'SMS', name: 'Middle School', level: 'MS', aliases: ['MS'] },
  { code: 'HBE', name: 'Elementary School HBE', level: 'ES', aliases: [] },
  { code: 'HLE', name: 'Elementary School HLE', level: 'ES', aliases: [] },
  { code: 'N/A', name: 'Not Applicable', level: 'NA', aliases: [] },
];

/** The directory's code for a code or alias, or undefined. HS and MS always mean the first school of that level. */
export function schoolCode(schools: readonly School[], typed: string): string | undefined {
  const name = typed.trim();
  const school = schools.find(({ code, aliases }) => code === name || aliases.includes(name));
  if (school) return school.code;
  if (name !== 'HS' && name !== 'MS') return undefined;
  return schools.find(({ level }) => level === name)?.code;
}

/** `GET /api/district` */
export const district = z.object({
  name: z.string(),
  schools: z.array(school),
  timeZone: z.string(),
  emailDomains: z.array(z.string()),
});
export type District = z.infer<typeof district>;
