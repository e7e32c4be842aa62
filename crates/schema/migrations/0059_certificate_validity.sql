-- Certificates may be valid for some months only.
ALTER TABLE courses ADD COLUMN certificate_months bigint
    CONSTRAINT courses_certificate_months_check CHECK (certificate_months BETWEEN 1 AND 120);
ALTER TABLE programmes ADD COLUMN certificate_months bigint
    CONSTRAINT programmes_certificate_months_check CHECK (certificate_months BETWEEN 1 AND 120);
ALTER TABLE certificates ADD COLUMN expires_at plain_text;
