/** The refusals of the accounts service in Portuguese, one sentence for each code of the protocol. */
import type { AuthErrorCode } from '@/generated/auth';
import { FAILURE_ADVICE, failureOf } from '@/lib/errors';

const ENDED = 'Sua sessão terminou. Entre de novo.';
const LINK_SPENT = 'Este link ou código não vale mais. Peça um novo.';
const STALE = 'A entrada demorou demais ou começou em outro navegador. Comece de novo.';
const FAILED = 'O serviço de contas falhou. Tente de novo em alguns instantes.';
const NOT_OFFERED = 'Este site não oferece isso.';
const OTHER_WAY = 'Esta forma de entrar está desligada. Use outra.';
const FACTOR_OFF = 'Esta verificação está desligada. Use outra.';
const OFTEN = 'Muitas tentativas seguidas. Aguarde alguns minutos e tente de novo.';
const PROVIDER_FAILED = 'O outro serviço não confirmou a sua entrada. Tente de novo ou entre de outra forma.';
const COMPANY_FAILED = 'A sua empresa não confirmou a entrada. Comece de novo ou fale com o suporte da empresa.';

const LOCKED = 'Muitos códigos errados. Aguarde quinze minutos e tente de novo.';

const REFUSALS: Readonly<Record<AuthErrorCode, string>> = {
  // Session.
  no_authorization: ENDED,
  bad_jwt: ENDED,
  session_not_found: ENDED,
  session_expired: ENDED,
  refresh_token_not_found: ENDED,
  refresh_token_already_used: ENDED,
  user_not_found: 'Esta conta não existe mais.',
  user_banned: 'Esta conta está suspensa.',
  not_admin: 'Esta conta não tem permissão para isso.',
  insufficient_aal: 'Confirme primeiro a segunda etapa.',

  // Sign-in and sign-up.
  invalid_credentials: 'Email ou senha incorretos.',
  email_not_confirmed: 'Confirme seu e-mail pelo link que enviei antes de entrar.',
  phone_not_confirmed: 'Confirme seu telefone pelo código que enviei antes de entrar.',
  phone_provider_disabled: 'O login por telefone está desligado.',
  anonymous_provider_disabled: 'É preciso informar um e-mail.',
  web3_provider_disabled: OTHER_WAY,
  signup_disabled: 'Novas contas estão fechadas no momento.',
  user_already_exists: 'Já existe uma conta com este e-mail. Entre com ela ou peça uma nova senha.',
  email_exists: 'Já existe uma conta com este e-mail.',
  phone_exists: 'Já existe uma conta com este telefone.',

  otp_expired: LINK_SPENT,
  flow_state_not_found: STALE,
  flow_state_expired: STALE,
  bad_code_verifier: STALE,
  over_request_rate_limit: OFTEN,
  over_email_send_rate_limit: 'Acabei de enviar um e-mail. Aguarde um minuto e peça de novo.',
  over_sms_send_rate_limit: 'Acabei de enviar um SMS. Aguarde um minuto e peça de novo.',

  // The account's own data.
  weak_password: 'Esta senha é fraca. Escolha outra.',
  same_password: 'Esta já é a sua senha. Escolha outra.',
  current_password_invalid: 'A senha atual não confere.',
  reauthentication_needed: 'Confirme que é você: informe a senha atual ou o código enviado por e-mail.',
  reauthentication_not_valid: 'O código de confirmação não confere ou passou do prazo.',
  user_sso_managed: 'Esta conta é administrada pela sua empresa e não pode ser alterada aqui.',
  last_admin: 'Esta é a última conta de administração e não pode sair.',

  // Other services and linked accounts.
  oauth_provider_not_supported: OTHER_WAY,
  unexpected_audience: PROVIDER_FAILED,
  bad_oauth_state: STALE,
  bad_oauth_callback: PROVIDER_FAILED,
  bad_id_token: PROVIDER_FAILED,
  provider_unavailable: 'O outro serviço não respondeu. Tente de novo ou entre de outra forma.',
  provider_email_needs_verification: 'O outro serviço ainda não confirmou o seu e-mail. Confirme-o lá e tente de novo.',
  identity_already_exists: 'Esta conta já está vinculada a outra pessoa.',
  identity_not_found: 'Este vínculo não existe mais.',
  single_identity_not_deletable: 'Esta é a única forma de entrar na conta. Crie outra antes de remover esta.',
  email_conflict_identity_not_deletable: 'Outra conta usa este e-mail, por isso o vínculo não pode ser removido.',
  sso_provider_not_found: 'Nenhuma empresa com este domínio entra por aqui.',
  saml_provider_disabled: OTHER_WAY,
  saml_relay_state_not_found: STALE,
  saml_assertion_no_user_id: COMPANY_FAILED,
  saml_assertion_no_email: COMPANY_FAILED,
  saml_email_domain_mismatch: COMPANY_FAILED,
  saml_sign_in_refused: 'A sua empresa recusou a entrada.',
  saml_signature_invalid: COMPANY_FAILED,
  saml_assertion_misdirected: COMPANY_FAILED,
  saml_assertion_expired: STALE,
  saml_assertion_invalid: COMPANY_FAILED,
  saml_assertion_replayed: STALE,

  // Second factor.
  mfa_verification_failed: 'O código não confere. Confira os dígitos e tente de novo.',
  mfa_challenge_expired: 'O código passou do prazo. Peça outro.',
  mfa_ip_address_mismatch: 'A sua conexão mudou no meio da verificação. Comece de novo.',
  mfa_factor_not_found: 'Esta verificação não existe mais nesta conta.',
  mfa_factor_name_conflict: 'Já existe uma verificação com este nome. Escolha outro.',
  mfa_verified_factor_exists: 'Esta verificação já está ativa nesta conta.',
  too_many_enrolled_mfa_factors: 'Esta conta já tem o máximo de verificações. Remova uma antes.',
  mfa_phone_enroll_not_enabled: FACTOR_OFF,
  mfa_phone_verify_not_enabled: FACTOR_OFF,
  mfa_webauthn_enroll_not_enabled: FACTOR_OFF,
  mfa_webauthn_verify_not_enabled: FACTOR_OFF,
  mfa_recovery_codes_locked: LOCKED,
  mfa_recovery_codes_sole_factor: 'Códigos de recuperação só valem ao lado de outra verificação.',

  // Passkeys and security keys.
  passkey_disabled: OTHER_WAY,
  webauthn_challenge_not_found: 'O pedido da chave passou do prazo. Tente de novo.',
  webauthn_challenge_expired: 'O pedido da chave passou do prazo. Tente de novo.',
  webauthn_verification_failed: 'A chave não foi aceita. Tente de novo ou entre de outra forma.',
  webauthn_credential_exists: 'Esta chave já está nesta conta.',
  too_many_passkeys: 'Esta conta já tem o máximo de chaves. Remova uma antes.',

  validation_failed: 'O servidor recusou um dos valores. Confira os campos.',
  bad_json: FAILED,
  request_entity_too_large: 'O que foi enviado é grande demais.',
  conflict: 'Duas mudanças se cruzaram. Tente de novo.',
  feature_disabled: NOT_OFFERED,
  not_found: NOT_OFFERED,
  method_not_allowed: NOT_OFFERED,
  unexpected_failure: FAILED,
};

const isCode = (code: unknown): code is AuthErrorCode => typeof code === 'string' && Object.hasOwn(REFUSALS, code);

/** The sentence for a code; undefined where the accounts service has no such code. */
export const refusalOfCode = (code: string): string | undefined => (isCode(code) ? REFUSALS[code] : undefined);

/** Codes without a request that the service refused: `NotSignedIn`, and auth-js where a passkey's dialog was closed. */
const LOCAL_CODES = ['not_signed_in', 'ERROR_CEREMONY_ABORTED'] as const;

/** An error of auth-js, read without its class: several copies of the library may be loaded. */
export interface AuthProblem {
  name: string;
  /** Empty for any other code. */
  code: AuthErrorCode | (typeof LOCAL_CODES)[number] | '';
  /** HTTP; 0 where no response came or none is known. */
  status: number;
}

export function authProblem(error: unknown): AuthProblem {
  if (typeof error !== 'object' || error === null) return { name: '', code: '', status: 0 };
  const read = (key: string): unknown => Reflect.get(error, key);
  const [name, code, status] = [read('name'), read('code'), read('status')];
  return {
    name: typeof name === 'string' ? name : '',
    code: isCode(code) ? code : (LOCAL_CODES.find((local) => local === code) ?? ''),
    status: typeof status === 'number' ? status : 0,
  };
}

/** The server did not answer, or a gateway in between answered for it. */
export function isUnreachable(error: unknown): boolean {
  const { name, status } = authProblem(error);
  return name === 'AuthRetryableFetchError' && (status === 0 || (status >= 502 && status <= 504));
}

/** The sentence for a refusal of the accounts service, or for a failure to reach it. */
export function authRefusal(error: unknown): string {
  const { name, code, status } = authProblem(error);
  if (isUnreachable(error)) return FAILURE_ADVICE.unreachable;
  if (code === 'weak_password') return weakness(error);
  if (isCode(code)) return REFUSALS[code];
  if (name === 'AuthSessionMissingError') return ENDED;
  if (status === 429) return OFTEN;
  return status >= 500 ? FAILED : FAILURE_ADVICE[failureOf(error).kind];
}

/** The sentence for a refused code of a second factor, where too many attempts are six wrong codes. */
export function codeRefusal(error: unknown): string {
  return authProblem(error).code === 'over_request_rate_limit' ? LOCKED : authRefusal(error);
}

/** The reasons of auth-js: 'length' under the present rule, 'pwned' among the leaked ones. */
function weakness(error: unknown): string {
  const found: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'reasons') : undefined;
  const reasons: readonly unknown[] = Array.isArray(found) ? found : [];
  if (reasons.includes('length')) return 'Esta senha é curta demais. Use uma mais longa.';
  if (reasons.includes('pwned')) return 'Esta senha é conhecida e fácil de adivinhar. Escolha outra.';
  return 'Esta senha é fraca. Escolha outra.';
}

/** Seconds to wait before the next e-mail, where the refusal names them. */
export function secondsToWait(error: unknown): number | undefined {
  const message = error instanceof Error ? error.message : '';
  const seconds = /after (\d+) seconds?/.exec(message)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}
