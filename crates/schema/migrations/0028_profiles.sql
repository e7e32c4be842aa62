-- Who sees which field of a profile, and whether the directory of members lists it.
ALTER TABLE member_profiles ADD COLUMN bio_visibility plain_text NOT NULL DEFAULT 'membros' CONSTRAINT member_profiles_bio_visibility_check CHECK (bio_visibility IN ('membros', 'moderacao', 'ninguem'));
ALTER TABLE member_profiles ADD COLUMN company_visibility plain_text NOT NULL DEFAULT 'membros' CONSTRAINT member_profiles_company_visibility_check CHECK (company_visibility IN ('membros', 'moderacao', 'ninguem'));
ALTER TABLE member_profiles ADD COLUMN position_visibility plain_text NOT NULL DEFAULT 'membros' CONSTRAINT member_profiles_position_visibility_check CHECK (position_visibility IN ('membros', 'moderacao', 'ninguem'));
ALTER TABLE member_profiles ADD COLUMN linkedin_visibility plain_text NOT NULL DEFAULT 'membros' CONSTRAINT member_profiles_linkedin_visibility_check CHECK (linkedin_visibility IN ('membros', 'moderacao', 'ninguem'));
ALTER TABLE member_profiles ADD COLUMN website_visibility plain_text NOT NULL DEFAULT 'membros' CONSTRAINT member_profiles_website_visibility_check CHECK (website_visibility IN ('membros', 'moderacao', 'ninguem'));
ALTER TABLE member_profiles ADD COLUMN in_directory boolean NOT NULL DEFAULT true;
CREATE INDEX member_profiles_in_directory_display_name_idx ON member_profiles (in_directory, display_name);
