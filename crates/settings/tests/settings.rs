//! The settings over real databases.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use std::time::Duration;

use ateneu_base::{Clock, Timestamp};
use ateneu_db::Db;
use ateneu_settings::{Error, Settings, declared};
use ateneu_testkit::{both_databases, databases};

async fn open(db: &Db) -> Settings {
    let clock = Clock::held_at(Timestamp::from_seconds(1_800_000_000));
    Settings::open(db.clone(), clock).await.unwrap()
}

async fn stored(db: &Db, key: &'static str) -> Option<String> {
    db.read(move |tx| {
        let sql = "SELECT setting_value FROM security_settings WHERE setting_key = $1";
        let row = tx.query_optional(sql, &[key.into()])?;
        Ok::<_, ateneu_db::Error>(row.and_then(|row| row.text("setting_value").map(str::to_owned)))
    })
    .await
    .unwrap()
}

both_databases! {
    databases::product();

    async fn defaults_are_stored_and_obeyed(db: Db) {
        let values = open(&db).await.current();
        assert_eq!(values.min_password_length, 8);
        assert!(values.leaked_password_check && values.email_confirmation_required && values.allow_signup);
        assert_eq!(values.rate_limit_max_attempts, 10);
        assert_eq!(values.rate_limit_window, Duration::from_secs(3_600));
        assert_eq!(values.otp_expiry, Duration::from_secs(600));
        assert_eq!(values.magic_link_expiry, Duration::from_secs(900));
        for declared in declared::ALL {
            assert_eq!(stored(&db, declared.key).await, Some(declared.default_text()));
        }
    }

    async fn a_change_is_seen_by_the_next_reader_and_after_a_restart(db: Db) {
        let settings = open(&db).await;
        settings.set("min_password_length", "12", None).await.unwrap();
        assert_eq!(settings.current().min_password_length, 12);
        assert_eq!(open(&db).await.current().min_password_length, 12);
    }

    async fn values_out_of_range_are_refused_and_nothing_is_written(db: Db) {
        let settings = open(&db).await;
        for (key, value) in [
            ("min_password_length", "5"),
            ("min_password_length", "51"),
            ("min_password_length", "oito"),
            ("rate_limit_max_attempts", "0"),
            ("rate_limit_window_hours", "25"),
            ("otp_expiry_seconds", "59"),
            ("magic_link_expiry_seconds", "3601"),
            ("allow_signup", "talvez"),
        ] {
            let refused = settings.set_all(&[("allow_signup", "false"), (key, value)], None).await;
            assert!(matches!(refused, Err(Error::OutOfRange { .. })), "{key} = {value}");
        }
        assert!(matches!(settings.set("tema", "escuro", None).await, Err(Error::Unknown(_))));
        assert!(settings.current().allow_signup);
        assert_eq!(stored(&db, "allow_signup").await.as_deref(), Some("true"));
    }

    async fn a_value_written_behind_our_back_counts_as_its_default(db: Db) {
        open(&db).await;
        db.write(|tx| {
            tx.execute("UPDATE security_settings SET setting_value = '0'", &[])?;
            Ok::<_, ateneu_db::Error>(())
        })
        .await
        .unwrap();
        let values = open(&db).await.current();
        assert_eq!(values.rate_limit_max_attempts, 10);
        assert_eq!(values.min_password_length, 8);
    }
}
