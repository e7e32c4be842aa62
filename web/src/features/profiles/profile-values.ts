/** Values of the profile's form. */
import type { Profile } from '@/entities/member';
import type { OwnProfile } from './queries';

export type Visibility = OwnProfile['bio_visibility'];

export interface FormValues {
  display_name: string;
  bio: string;
  company: string;
  position: string;
  linkedin_url: string;
  website_url: string;
  experience_level: Profile['experience_level'];
  avatar_url: string | null;
  bio_visibility: Visibility;
  company_visibility: Visibility;
  position_visibility: Visibility;
  linkedin_visibility: Visibility;
  website_visibility: Visibility;
  in_directory: boolean;
}

export function valuesOf(profile: OwnProfile | null, givenName: string): FormValues {
  return {
    display_name: profile?.display_name ?? givenName,
    bio: profile?.bio ?? '',
    company: profile?.company ?? '',
    position: profile?.position ?? '',
    linkedin_url: profile?.linkedin_url ?? '',
    website_url: profile?.website_url ?? '',
    experience_level: profile?.experience_level ?? 'intermediario',
    avatar_url: profile?.avatar_url ?? null,
    bio_visibility: profile?.bio_visibility ?? 'membros',
    company_visibility: profile?.company_visibility ?? 'membros',
    position_visibility: profile?.position_visibility ?? 'membros',
    linkedin_visibility: profile?.linkedin_visibility ?? 'membros',
    website_visibility: profile?.website_visibility ?? 'membros',
    in_directory: profile?.in_directory ?? true,
  };
}

/** The values of a form that was left before they were saved, as the browser kept them. Returns `null` if it kept none. */
export function keptValues(kept: string, known: FormValues): FormValues | null {
  try {
    const values: unknown = JSON.parse(kept || 'null');
    if (typeof values !== 'object' || values === null) return null;
    const own = Object.entries(values).filter(([name]) => Object.hasOwn(known, name));
    return { ...known, ...Object.fromEntries(own) };
  } catch {
    return null;
  }
}

/** An address as people type it: the scheme is added. */
export function webAddress(text: string): string {
  const address = text.trim();
  return address && !/^[a-z]+:/i.test(address) ? `https://${address}` : address;
}

export function isWebAddress(text: string): boolean {
  const address = webAddress(text);
  return (
    !address || (/^https?:\/\//i.test(address) && URL.canParse(address) && new URL(address).hostname.includes('.'))
  );
}

export const WRONG_ADDRESS = 'Digite um endereço completo, como https://exemplo.com.br.';
