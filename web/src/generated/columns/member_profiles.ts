// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  display_name: 120,
  bio: 2000,
  company: 200,
  position: 200,
  linkedin_url: 500,
  website_url: 500,
  avatar_url: 2000,
} as const;

export const words = {
  experience_level: ['iniciante', 'intermediario', 'avancado', 'expert'],
  bio_visibility: ['membros', 'moderacao', 'ninguem'],
  company_visibility: ['membros', 'moderacao', 'ninguem'],
  position_visibility: ['membros', 'moderacao', 'ninguem'],
  linkedin_visibility: ['membros', 'moderacao', 'ninguem'],
  website_visibility: ['membros', 'moderacao', 'ninguem'],
} as const;
