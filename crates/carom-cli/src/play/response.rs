//! Responses to HTTP requests, as bytes: no sockets here.

use super::site::Site;
use httparse::{EMPTY_HEADER, Header, Request, Status};

/// The longest head of a request, in bytes, and most headers; browsers send some 700 and 15.
pub(super) const LONGEST: usize = 16 << 10;
const MOST_HEADERS: usize = 64;

/// What a page elsewhere gets.
const ELSEWHERE: &[u8] =
    b"carom play serves pages of http://127.0.0.1 and http://localhost only.\n";

/// The response to the bytes received so far.
pub(super) enum Response<'a> {
    /// The head is not complete.
    Incomplete,
    /// The head and the body.
    Complete(String, &'a [u8]),
}

/// The response to the bytes of a request received so far.
pub(super) fn answer<'a>(site: &'a Site, bytes: &[u8]) -> Response<'a> {
    let mut headers = [EMPTY_HEADER; MOST_HEADERS];
    let mut request = Request::new(&mut headers);
    match request.parse(bytes) {
        Ok(Status::Complete(_)) => {}
        Ok(Status::Partial) if bytes.len() < LONGEST => return Response::Incomplete,
        Ok(Status::Partial) | Err(httparse::Error::TooManyHeaders) => {
            return refuse("431 Request Header Fields Too Large", "");
        }
        Err(_) => return refuse("400 Bad Request", ""),
    }
    let (Some(method), Some(target)) = (request.method, request.path) else {
        return refuse("400 Bad Request", "");
    };
    if !is_from_here(request.headers) {
        let length = format!("Content-Length: {}\r\n", ELSEWHERE.len());
        let body = if method == "HEAD" { &[] } else { ELSEWHERE };
        return Response::Complete(head("421 Misdirected Request", &length), body);
    }
    if method != "GET" && method != "HEAD" {
        return refuse("405 Method Not Allowed", "Allow: GET, HEAD\r\n");
    }
    let Some(file) = site.file(target) else {
        return refuse("404 Not Found", "");
    };
    let gzip = accepts_gzip(request.headers);
    let coded = if gzip { &file.gzip } else { &file.plain };
    let coding = if gzip {
        "Content-Encoding: gzip\r\n"
    } else {
        ""
    };
    let known = values(request.headers, "if-none-match").any(|tag| tag == coded.tag || tag == "*");
    let status = if known { "304 Not Modified" } else { "200 OK" };
    // The browser revalidates each time; unchanged files are not sent again.
    let caching = format!(
        "Cache-Control: no-cache\r\nETag: {}\r\nVary: Accept-Encoding\r\n",
        coded.tag
    );
    let of_body = format!(
        "Content-Type: {}\r\nContent-Length: {}\r\n{coding}",
        file.media_type,
        coded.bytes.len()
    );
    let of_body = if known { "" } else { &of_body };
    let body = if known || method == "HEAD" {
        &[]
    } else {
        coded.bytes.as_slice()
    };
    Response::Complete(head(status, &format!("{of_body}{caching}")), body)
}

/// The response to a request that is not complete in time.
pub(super) fn too_slow() -> String {
    head("408 Request Timeout", "Content-Length: 0\r\n")
}

fn refuse(status: &str, more: &str) -> Response<'static> {
    Response::Complete(head(status, &format!("Content-Length: 0\r\n{more}")), &[])
}

fn head(status: &str, more: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\n{more}X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Connection: close\r\n\r\n"
    )
}

/// Whether a browser shows the address of this machine. A page elsewhere could have its own name resolved to 127.0.0.1 (DNS
/// rebinding), and then read a local level as one of its own files.
fn is_from_here(headers: &[Header<'_>]) -> bool {
    let is_here = |host: &str| {
        let (name, port) = host.rsplit_once(':').unwrap_or((host, "0"));
        let is_port = port.parse::<u16>().is_ok();
        is_port && (name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost"))
    };
    let is_ours = |origin: &str| origin.strip_prefix("http://").is_some_and(is_here);
    values(headers, "host").all(is_here) && values(headers, "origin").all(is_ours)
}

/// The comma-separated values of all headers of a name. One that is not UTF-8 stays, as a value that equals no name.
fn values<'a>(headers: &'a [Header<'_>], name: &'a str) -> impl Iterator<Item = &'a str> {
    headers
        .iter()
        .filter(move |header| header.name.eq_ignore_ascii_case(name))
        .map(|header| std::str::from_utf8(header.value).unwrap_or("\u{fffd}"))
        .flat_map(|value| value.split(','))
        .map(str::trim)
}

/// Whether gzip is accepted, with a weight other than 0.
fn accepts_gzip(headers: &[Header<'_>]) -> bool {
    values(headers, "accept-encoding").any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let gzip = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let none = parts.any(|part| {
            let weight = part.strip_prefix("q=").map(str::parse::<f64>);
            matches!(weight, Some(Ok(0.0)))
        });
        gzip && !none
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Site {
        Site::new(&[("carom.wasm", b"\0asm".to_vec())]).unwrap()
    }

    fn response(site: &Site, request: &str) -> (String, Vec<u8>) {
        match answer(site, request.as_bytes()) {
            Response::Complete(head, body) => (head, body.to_vec()),
            Response::Incomplete => panic!("{request:?} is complete"),
        }
    }

    #[test]
    fn types_and_caching() {
        let site = site();
        for (path, kind) in [
            ("/", "text/html; charset=utf-8"),
            ("/index.html?x=1", "text/html; charset=utf-8"),
            ("/style.css", "text/css; charset=utf-8"),
            ("/pages/bounce.js", "text/javascript"),
            ("/carom.wasm", "application/wasm"),
        ] {
            let (head, body) = response(
                &site,
                &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
            );
            assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
            assert!(
                head.contains(&format!("Content-Type: {kind}\r\n")),
                "{head}"
            );
            assert!(
                head.contains(&format!("Content-Length: {}\r\n", body.len())),
                "{head}"
            );
            assert!(head.contains("Cache-Control: no-cache\r\n"), "{head}");
            let tag = head
                .split("ETag: ")
                .nth(1)
                .unwrap()
                .split("\r\n")
                .next()
                .unwrap();
            let again = format!("GET {path} HTTP/1.1\r\nIf-None-Match: \"0\", {tag}\r\n\r\n");
            let (head, body) = response(&site, &again);
            assert!(
                head.starts_with("HTTP/1.1 304 ") && body.is_empty(),
                "{head}"
            );
        }
    }

    #[test]
    fn head_is_get_without_a_body() {
        let site = site();
        let (get, body) = response(&site, "GET /lab.js HTTP/1.1\r\n\r\n");
        assert!(!body.is_empty());
        let (head, body) = response(&site, "HEAD /lab.js HTTP/1.1\r\n\r\n");
        assert_eq!((head, body), (get, Vec::new()));
    }

    #[test]
    fn compressed_where_it_is_wanted() {
        let site = site();
        let with = |accepted: &str| {
            response(
                &site,
                &format!("GET /lab.js HTTP/1.1\r\nAccept-Encoding: {accepted}\r\n\r\n"),
            )
        };
        let (head, small) = with("br, gzip;q=0.5");
        assert!(head.contains("Content-Encoding: gzip\r\n"));
        let (_, large) = with("br, gzip;q=0");
        let mut read = Vec::new();
        std::io::copy(&mut flate2::read::GzDecoder::new(&small[..]), &mut read).unwrap();
        assert_eq!(read, large);
        assert!(small.len() < large.len());
    }

    #[test]
    fn nothing_but_the_table() {
        let site = site();
        for path in [
            "/../Cargo.toml",
            "/..%2fCargo.toml",
            "//etc/passwd",
            "/etc/passwd",
            "/pages/",
            "/pages",
            "/./index.html",
            "/index.html/",
            "/INDEX.HTML",
            "http://127.0.0.1/index.html",
            "*",
        ] {
            let (head, body) = response(&site, &format!("GET {path} HTTP/1.1\r\n\r\n"));
            assert!(
                head.starts_with("HTTP/1.1 404 ") && body.is_empty(),
                "{path}: {head}"
            );
        }
    }

    #[test]
    fn pages_elsewhere_are_refused() {
        let site = site();
        for (headers, status) in [
            ("Host: 127.0.0.1:8734", "200"),
            ("Host: LocalHost", "200"),
            ("Host: 127.0.0.1:1\r\nOrigin: http://127.0.0.1:1", "200"),
            ("Host: evil.example", "421"),
            ("Host: evil.example:8734", "421"),
            ("Host: 127.0.0.1.evil.example", "421"),
            ("Host: localhost:x", "421"),
            ("Host: localhost\r\nHost: evil.example", "421"),
            ("Host: localhost\r\nOrigin: http://evil.example", "421"),
            ("Host: localhost\r\nOrigin: null", "421"),
        ] {
            let (head, body) = response(&site, &format!("GET / HTTP/1.1\r\n{headers}\r\n\r\n"));
            assert!(
                head.starts_with(&format!("HTTP/1.1 {status} ")),
                "{headers}: {head}"
            );
            assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())));
        }
    }

    #[test]
    fn a_host_or_origin_that_is_no_text_is_refused() {
        let site = site();
        for header in [
            &b"Host: ev\xffil"[..],
            b"Host: localhost\r\nOrigin: http://ev\xffil",
        ] {
            let request = [b"GET / HTTP/1.1\r\n", header, b"\r\n\r\n"].concat();
            let Response::Complete(head, _) = answer(&site, &request) else {
                panic!("complete");
            };
            assert!(head.starts_with("HTTP/1.1 421 "), "{head}");
        }
    }

    #[test]
    fn malformed_requests_are_refused() {
        let site = site();
        for (request, status) in [
            ("\0\0\0\0\r\n\r\n", "400"),
            ("GET\r\n\r\n", "400"),
            ("GET / HTTP/9.9\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\nno colon\r\n\r\n", "400"),
            ("\u{16}\u{3}\u{1} a TLS greeting\r\n\r\n", "400"),
            ("POST / HTTP/1.1\r\n\r\n", "405"),
            ("CONNECT x:1 HTTP/1.1\r\n\r\n", "405"),
        ] {
            let (head, _) = response(&site, request);
            assert!(
                head.starts_with(&format!("HTTP/1.1 {status} ")),
                "{request:?}: {head}"
            );
        }
        let many = format!(
            "GET / HTTP/1.1\r\n{}\r\n",
            "a: b\r\n".repeat(MOST_HEADERS + 1)
        );
        assert!(response(&site, &many).0.starts_with("HTTP/1.1 431 "));
        let long = format!("GET /{} HTTP/1.1\r\n", "x".repeat(LONGEST));
        assert!(response(&site, &long).0.starts_with("HTTP/1.1 431 "));
        for part in ["", "G", "GET / HTTP/1.1", "GET / HTTP/1.1\r\nHost: x\r\n"] {
            assert!(
                matches!(answer(&site, part.as_bytes()), Response::Incomplete),
                "{part:?}"
            );
        }
    }
}
