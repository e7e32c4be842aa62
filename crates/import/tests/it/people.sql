-- People of every kind, with rows and files. {bcrypt} and {argon2} are hashes of their password.
INSERT INTO auth.users (id, email, encrypted_password, email_confirmed_at, phone, phone_confirmed_at, raw_app_meta_data,
    raw_user_meta_data, created_at, updated_at, last_sign_in_at, role, aud) VALUES
('00000000-0000-4000-8000-000000000001', 'ana@exemplo.com.br', '{bcrypt}', '2024-03-01 10:00:00.123456+00', NULL, NULL,
 '{"provider": "email", "providers": ["email"]}', '{"full_name": "Ana Lima", "nota": 12345678901234567890}', '2024-03-01 09:59:00+00',
 '2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00', 'authenticated', 'authenticated'),
('00000000-0000-4000-8000-000000000002', 'bia@exemplo.com.br', '{argon2}', '2024-03-02 10:00:00+00', NULL, NULL,
 '{"provider": "email", "providers": ["email"]}', '{}', '2024-03-02 09:59:00+00', '2024-03-02 10:00:00+00', NULL,
 'authenticated', 'authenticated'),
('00000000-0000-4000-8000-000000000003', 'caio@exemplo.com.br',
 '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0$C0sHCg9ek77hsg==$ZGlmZXJlbnRl',
 '2024-03-03 10:00:00+00', NULL, NULL, '{"provider": "email"}', '{}', '2024-03-03 09:59:00+00', NULL, NULL, 'authenticated', ''),
('00000000-0000-4000-8000-000000000004', 'duda@exemplo.com.br',
 '{"key_id":"a","alg":"aes-gcm-hkdf","data":"b","nonce":"c"}', '2024-03-04 10:00:00+00', NULL, NULL, NULL, NULL,
 '2024-03-04 09:59:00+00', NULL, NULL, 'authenticated', ''),
('00000000-0000-4000-8000-000000000005', 'eva@exemplo.com.br', NULL, '2024-03-05 10:00:00+00', NULL, NULL,
 '{"provider": "google", "providers": ["google"]}', '{"name": "Eva"}', '2024-03-05 09:59:00+00', NULL, NULL, 'authenticated', ''),
('00000000-0000-4000-8000-000000000006', 'fabio@exemplo.com.br', '{bcrypt}', NULL, NULL, NULL,
 '{"provider": "email"}', '{}', '2026-11-01 09:59:00+00', NULL, NULL, 'authenticated', ''),
('00000000-0000-4000-8000-000000000007', 'gil@exemplo.com.br', '{bcrypt}', '2024-03-07 10:00:00+00', NULL, NULL,
 '{"provider": "email"}', '{}', '2024-03-07 09:59:00+00', NULL, NULL, 'authenticated', ''),
('00000000-0000-4000-8000-000000000008', 'f3a1b2', '', '2024-03-08 10:00:00+00', NULL, NULL, '{}', '{}',
 '2024-03-08 09:59:00+00', NULL, NULL, 'authenticated', ''),
('00000000-0000-4000-8000-000000000009', NULL, NULL, NULL, NULL, NULL, '{}', '{}', '2026-11-02 09:59:00+00', NULL, NULL,
 'authenticated', ''),
('00000000-0000-4000-8000-000000000010', '', '{bcrypt}', NULL, '5511999990010', '2024-03-10 10:00:00+00',
 '{"provider": "phone", "providers": ["phone"]}', '{}', '2024-03-10 09:59:00+00', NULL, NULL, 'authenticated', ''),
('00000000-0000-4000-8000-000000000011', 'ana@empresa.com.br', NULL, '2024-03-11 10:00:00+00', NULL, NULL,
 '{"provider": "sso:21648a9d-8d5a-4555-a9d1-d6375dc14e92"}', '{}', '2024-03-11 09:59:00+00', NULL, NULL, 'authenticated', ''),
('00000000-0000-4000-8000-000000000012', 'kely@exemplo.com.br', '{bcrypt}', '2024-03-12 10:00:00+00', NULL, NULL,
 '{"provider": "email"}', '{}', '2024-03-12 09:59:00+00', NULL, NULL, 'authenticated', ''),
('00000000-0000-4000-8000-000000000013', 'lia@exemplo.com.br', '{bcrypt}', '2024-03-13 10:00:00+00', NULL, NULL,
 '{"provider": "email"}', '{}', '2024-03-13 09:59:00+00', NULL, NULL, 'service_role', '');
UPDATE auth.users SET banned_until = '2099-01-01 00:00:00+00' WHERE email = 'gil@exemplo.com.br';
UPDATE auth.users SET deleted_at = '2025-01-01 00:00:00+00' WHERE email = 'f3a1b2';
UPDATE auth.users SET is_anonymous = true WHERE email IS NULL;
-- Accounts of companies may have the address of another.
UPDATE auth.users SET is_sso_user = true, email = 'ana@exemplo.com.br'
WHERE id = '00000000-0000-4000-8000-000000000011';

INSERT INTO auth.identities (user_id, provider, provider_id, identity_data, created_at)
SELECT id, 'email', id::text, jsonb_build_object('sub', id, 'email', email), created_at FROM auth.users
WHERE email LIKE '%@%' AND encrypted_password IS NOT NULL;
INSERT INTO auth.identities (user_id, provider, provider_id, identity_data, created_at) VALUES
('00000000-0000-4000-8000-000000000005', 'google', '108204', '{"sub": "108204", "email": "Eva@Exemplo.com.br"}', '2024-03-05'),
('00000000-0000-4000-8000-000000000008', 'email', 'apagada', '{"sub": "apagada"}', '2024-03-08'),
('00000000-0000-4000-8000-000000000010', 'phone', '00000000-0000-4000-8000-000000000010', '{"phone": "5511999990010"}', '2024-03-10'),
('00000000-0000-4000-8000-000000000011', 'sso:21648a9d-8d5a-4555-a9d1-d6375dc14e92', 'ana@empresa', '{"email": "ana@exemplo.com.br"}', '2024-03-11');

INSERT INTO auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone) VALUES
('00000000-0000-4000-9000-000000000001', '00000000-0000-4000-8000-000000000001', 'Celular', 'totp', 'verified',
 '2024-04-01', '2024-04-01', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', NULL),
('00000000-0000-4000-9000-000000000002', '00000000-0000-4000-8000-000000000001', NULL, 'totp', 'unverified',
 '2024-04-02', '2024-04-02', 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U', NULL),
('00000000-0000-4000-9000-000000000003', '00000000-0000-4000-8000-000000000001', '', 'totp', 'unverified',
 '2024-04-03', '2024-04-03', 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U', NULL),
('00000000-0000-4000-9000-000000000004', '00000000-0000-4000-8000-000000000004', 'App', 'totp', 'verified',
 '2024-04-04', '2024-04-04', '{"key_id":"a","alg":"aes-gcm-hkdf","data":"b","nonce":"c"}', NULL),
('00000000-0000-4000-9000-000000000010', '00000000-0000-4000-8000-000000000010', 'Telefone', 'phone', 'verified',
 '2024-04-10', '2024-04-10', NULL, '5511999990010'),
('00000000-0000-4000-9000-000000000013', '00000000-0000-4000-8000-000000000013', 'Chave', 'webauthn', 'verified',
 '2024-04-13', '2024-04-13', NULL, NULL);
INSERT INTO auth.sessions (id, user_id, created_at)
VALUES (gen_random_uuid(), '00000000-0000-4000-8000-000000000001', now());

INSERT INTO public.user_roles (id, user_id, role) VALUES
('00000000-0000-4000-a000-000000000001', '00000000-0000-4000-8000-000000000001', 'admin'),
('00000000-0000-4000-a000-000000000002', '00000000-0000-4000-8000-000000000002', 'user');
INSERT INTO public.member_profiles (user_id, display_name, bio, linkedin_url, experience_level, favourite_colour) VALUES
('00000000-0000-4000-8000-000000000001', ' Ana  Lima ', 'Duas linhas
de texto.', 'https://www.linkedin.com/in/ana', 'avancado', 'azul'),
('00000000-0000-4000-8000-000000000002', 'Bia', NULL, 'javascript:alert(1)', 'expert', NULL),
('00000000-0000-4000-8000-000000000012', 'Kely', NULL, NULL, NULL, NULL);
INSERT INTO public.subscribers (email, stripe_customer_id, subscribed, subscription_tier, subscription_end) VALUES
('bia@exemplo.com.br', 'cus_bia', true, 'Scale', '2026-12-10 00:00:00+00'),
('eva@exemplo.com.br', NULL, false, NULL, NULL);
INSERT INTO public.newsletter_subscriptions (email, is_active, created_at) VALUES
('leitora@exemplo.com.br', true, '2024-05-01 00:00:00+00'),
('saiu@exemplo.com.br', false, '2024-05-02 00:00:00+00');
INSERT INTO public.contacts (id, name, email, subject, message, created_at) VALUES
('00000000-0000-4000-b000-000000000001', 'Rui', 'rui@exemplo.com.br', 'Parcerias', 'Uma linha.', '2026-10-01'),
('00000000-0000-4000-b000-000000000002', 'Sara', 'sem endereço', 'Parcerias', 'Uma linha.', '2026-10-02');
INSERT INTO public.categories (id, name) VALUES ('00000000-0000-4000-c000-000000000001', 'Gestão');
INSERT INTO public.contents (id, title, body, content_type, category, category_id, is_published, created_at, author_id,
    thumbnail_url, tags) VALUES
('00000000-0000-4000-c000-000000000011', 'Pauta da semana',
 '<p>Texto <img src="{url}/storage/v1/object/public/contents/article/foto.png"></p>', 'article', 'Gestão',
 '00000000-0000-4000-c000-000000000001', true, '2025-02-01 12:00:00+00', '00000000-0000-4000-8000-000000000001',
 '{url}/storage/v1/object/public/contents/thumbnails/capa%20um.png', '{gestão,"duas palavras"}');
INSERT INTO public.channels (id, name) VALUES ('geral-antigo', 'geral antigo');
INSERT INTO public.community_posts (id, title, content, channel_id, tags, author_id, likes_count, created_at) VALUES
('00000000-0000-4000-d000-000000000001', 'Primeira', 'Uma pergunta.', 'geral-antigo', '["um", "dois"]',
 '00000000-0000-4000-8000-000000000001', 7, '2025-03-01');
-- Each answers the one after it.
INSERT INTO public.community_comments (id, post_id, parent_id, content, author_id) VALUES
('00000000-0000-4000-d000-000000000011', '00000000-0000-4000-d000-000000000001', '00000000-0000-4000-d000-000000000012',
 'Terceira', '00000000-0000-4000-8000-000000000002'),
('00000000-0000-4000-d000-000000000012', '00000000-0000-4000-d000-000000000001', '00000000-0000-4000-d000-000000000013',
 'Segunda', '00000000-0000-4000-8000-000000000002'),
('00000000-0000-4000-d000-000000000013', '00000000-0000-4000-d000-000000000001', NULL, 'Primeira',
 '00000000-0000-4000-8000-000000000002'),
('00000000-0000-4000-d000-000000000014', '00000000-0000-4000-d000-00000000dead', NULL, 'Sem conversa',
 '00000000-0000-4000-8000-000000000002');
INSERT INTO public.auth_logs (action, user_id, ip_address, success)
VALUES ('login', '00000000-0000-4000-8000-000000000001', '203.0.113.7', true);
INSERT INTO public.old_leads (email) VALUES ('a@exemplo.com.br'), ('b@exemplo.com.br');

INSERT INTO storage.buckets (id, name, public, file_size_limit, allowed_mime_types) VALUES
('contents', 'contents', true, NULL, NULL),
('planilhas', 'planilhas', false, 1000000, '{text/plain}');
INSERT INTO storage.objects (id, bucket_id, name, owner_id, version, metadata, user_metadata, created_at) VALUES
('00000000-0000-4000-e000-000000000001', 'contents', 'article/foto.png', '00000000-0000-4000-8000-000000000001',
 '00000000-0000-4000-e100-000000000001',
 '{"size": 16, "mimetype": "image/png", "cacheControl": "max-age=3600", "eTag": "\"baf6693a2f8c29ba1f884b72cdae5df3\""}', '{"name": "Foto.png"}',
 '2025-02-01 11:00:00+00'),
('00000000-0000-4000-e000-000000000002', 'contents', 'thumbnails/capa um.png', NULL, NULL, '{"size": 16, "mimetype": "image/png"}', NULL,
 '2025-02-01 11:00:00+00'),
('00000000-0000-4000-e000-000000000003', 'planilhas', 'dados.txt', NULL, '00000000-0000-4000-e100-000000000003',
 '{"size": 40, "mimetype": "text/plain", "eTag": "\"0123456789abcdef0123456789abcdef-2\""}', NULL, '2025-02-02 11:00:00+00');
