//! nginx as the peer that serves a folder.

use std::{
    fs,
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command},
    time::Instant,
};

use anyhow::{Result, bail};

use crate::load::need;

/// A running nginx; stopped when dropped.
pub struct Nginx {
    child: Child,
    /// `http://127.0.0.1:port`
    pub url: String,
}

impl Nginx {
    /// Serves the folder, where its configuration is written to.
    pub fn serve(folder: &Path) -> Result<Self> {
        need("nginx", "nginx-light")?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let config = folder.join("nginx.conf");
        let root = folder.display();
        fs::write(
            &config,
            format!(
                "worker_processes 2; daemon off; user root; pid {root}/pid; error_log /dev/null;\n\
                 events {{ worker_connections 1024; }}\n\
                 http {{ access_log off; sendfile on; tcp_nopush on; open_file_cache max=100; default_type text/html;\n\
                 server {{ listen 127.0.0.1:{port}; root {root}; }} }}"
            ),
        )?;
        let child = Command::new("nginx").arg("-c").arg(&config).spawn()?;
        let nginx = Self { child, url: format!("http://127.0.0.1:{port}") };
        let begun = Instant::now();
        while begun.elapsed().as_secs() < 5 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return Ok(nginx);
            }
            std::thread::yield_now();
        }
        bail!("nginx did not start")
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Asked to end, it ends its workers as well.
        let sent = Command::new("kill").arg(self.child.id().to_string()).status();
        if let Err(error) = sent.and_then(|_| self.child.wait()) {
            eprintln!("nginx was gone already: {error}");
        }
    }
}
