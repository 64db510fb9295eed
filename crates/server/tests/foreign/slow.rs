//! Visitors who hold connections and do nothing with them.

use std::{
    io::{ErrorKind, Read as _, Write as _},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use super::mitai::{Mitai, Reply};

/// The number of slow visitors at a time.
const CROWD: usize = 200;
/// Pause between two bytes of a slow visitor.
const PAUSE: Duration = Duration::from_secs(1);
/// Longest time that a slow visitor may hold a connection: twice what the server sets.
const MAX_WAIT: Duration = Duration::from_secs(40);

/// Sends a byte a second, as long as the server takes them; returns how long that was.
fn dribble(mut stream: TcpStream, bytes: &mut dyn Iterator<Item = u8>) -> (Duration, TcpStream) {
    let begun = Instant::now();
    stream.set_read_timeout(Some(PAUSE)).unwrap();
    for byte in bytes {
        if stream.write_all(&[byte]).is_err() {
            break;
        }
        // Waits for the pause or the end, whichever comes first
        match stream.peek(&mut [0]) {
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            _ => break,
        }
        assert!(begun.elapsed() < MAX_WAIT, "a slow visitor is not cut");
    }
    (begun.elapsed(), stream)
}

/// The cases run at the same time, since each of them only waits.
#[test]
fn idle_connections_are_cut() {
    thread::scope(|all| {
        all.spawn(slow_request_is_cut_without_delaying_others);
        all.spawn(idle_connection_is_cut_before_and_after_a_request);
        all.spawn(missing_body_is_not_waited_for);
        all.spawn(client_that_reads_no_answers_is_cut);
    });
}

fn slow_request_is_cut_without_delaying_others() {
    let mitai = Mitai::start();
    let head = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ";
    let mut crowd: Vec<TcpStream> = (0..CROWD).map(|_| mitai.connect()).collect();
    for stream in &mut crowd {
        stream.write_all(head).unwrap();
    }
    let begun = Instant::now();
    mitai.assert_well();
    assert!(begun.elapsed() < Duration::from_secs(10), "visitors wait");

    let slow = mitai.connect();
    let dribbling = thread::spawn(move || {
        let endless = head.iter().copied().chain(std::iter::repeat(b'a'));
        dribble(slow, &mut { endless }).0
    });
    for stream in crowd {
        assert_eq!(Reply::read(stream).text, "");
    }
    assert!(begun.elapsed() < MAX_WAIT, "{:?}", begun.elapsed());
    assert!(dribbling.join().unwrap() > PAUSE * 5);
    mitai.assert_well();
}

fn idle_connection_is_cut_before_and_after_a_request() {
    let mitai = Mitai::start();
    let begun = Instant::now();
    let silent = mitai.connect();
    let mut done = mitai.connect();
    done.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        .unwrap();
    assert_eq!(Reply::read(silent).text, "");
    assert_eq!(Reply::read(done).status, Some(204));
    assert!(begun.elapsed() < MAX_WAIT, "{:?}", begun.elapsed());
    assert!(
        begun.elapsed() > PAUSE * 5,
        "there is no time for a second request"
    );
}

fn missing_body_is_not_waited_for() {
    let mitai = Mitai::start();
    let head = b"POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\n\
                 Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n";
    let mut never = mitai.connect();
    let mut slowly = mitai.connect();
    for stream in [&mut never, &mut slowly] {
        stream.write_all(head).unwrap();
    }
    let dribbling = thread::spawn(move || dribble(slowly, &mut std::iter::repeat(b' ')));
    let begun = Instant::now();
    let (_, slowly) = dribbling.join().unwrap();
    for stream in [never, slowly] {
        stream.set_read_timeout(Some(MAX_WAIT)).unwrap();
        let reply = Reply::read(stream);
        assert_eq!(reply.status, Some(400), "{}", reply.text);
        reply.assert_refused("a body that does not come");
        assert_eq!(reply.json()["code"], "invalid_request");
    }
    assert!(begun.elapsed() < MAX_WAIT, "{:?}", begun.elapsed());
    mitai.assert_well();
}

fn client_that_reads_no_answers_is_cut() {
    let mitai = Mitai::start();
    let mut stream = mitai.connect();
    stream.set_write_timeout(Some(PAUSE)).unwrap();
    let request = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
    let begun = Instant::now();
    let mut asked = 0_u32;
    // As long as the server takes requests, then until it has had enough
    let cut = loop {
        match stream.write_all(request) {
            Ok(()) => asked += 1,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => break begun.elapsed(),
        }
        assert!(begun.elapsed() < MAX_WAIT * 2, "it is not cut");
    };
    assert!(cut > PAUSE * 5, "there is no time to read");
    assert!(asked > 100, "{asked}");
    let mut rest = [0; 4096];
    while stream.read(&mut rest).is_ok_and(|length| length > 0) {}
    mitai.assert_well();
}
