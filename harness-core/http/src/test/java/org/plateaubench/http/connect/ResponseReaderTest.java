// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plateaubench.http.HttpSettings;

/** Valid and malformed responses, split at any position. */
final class ResponseReaderTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";
    private static final int LIMIT_BYTES = 400;
    private static final int LIMIT_FIELDS = 10;
    private static final int LIMIT_BODY_BYTES = 1000;

    /** A method, bytes, and what they mean. */
    record Row(String method, String bytes, String meaning) {
        @Override
        public String toString() {
            String shown = bytes.length() > 90 ? bytes.substring(0, 90) + "..." : bytes;
            return meaning + ": " + method + " " + shown.replace("\r", "\\r").replace("\n", "\\n");
        }
    }

    private static Row row(String bytes, String meaning) {
        return new Row("GET", bytes, meaning);
    }

    static List<Row> good() {
        return List.of(
                row(OK + "Content-Length: 3\r\n\r\nabc", "200 Content-Length=3 [abc]"),
                row(OK + "content-LENGTH:\t 3 \t\r\nX: \r\n\r\nabc", "200 content-LENGTH=3 X= [abc]"),
                row(OK + "Content-Length: 0\r\n\r\n", "200 Content-Length=0 []"),
                row(
                        OK + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
                        "200 Content-Length=3 Content-Length=3 [abc]"),
                row("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", "200 Content-Length=0 []"),
                row("HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", "200 Content-Length=0 []"),
                row("HTTP/1.9 599 \u00e4\r\nContent-Length: 0\r\n\r\n", "599 Content-Length=0 []"),
                row(OK + "\r\nall of it", "200 [all of it] close"),
                row(
                        OK + "Connection: close\r\nContent-Length: 1\r\n\r\na",
                        "200 Connection=close Content-Length=1 [a] close"),
                row(
                        OK + "Connection: a, CLOSE ,b\r\nContent-Length: 1\r\n\r\na",
                        "200 Connection=a, CLOSE ,b Content-Length=1 [a] close"),
                row("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na", "200 Content-Length=1 [a] close"),
                row(
                        "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\na",
                        "200 Connection=Keep-Alive Content-Length=1 [a]"),
                row(
                        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nConnection: close\r\nContent-Length: 1\r\n\r\na",
                        "200 Connection=keep-alive Connection=close Content-Length=1 [a] close"),
                row("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\nabc", "200 Connection=keep-alive [abc] close"),
                row(CHUNKED + "3\r\nabc\r\n0\r\n\r\n", "200 Transfer-Encoding=chunked [abc]"),
                row(CHUNKED + "0\r\n\r\n", "200 Transfer-Encoding=chunked []"),
                row(
                        CHUNKED + "00a\r\n0123456789\r\n3\r\nabc\r\n00\r\n\r\n",
                        "200 Transfer-Encoding=chunked [0123456789abc]"),
                row(CHUNKED + "A \r\n0123456789\r\n0\r\n\r\n", "200 Transfer-Encoding=chunked [0123456789]"),
                row(
                        CHUNKED + "3;name=\"a b\";x\r\nabc\r\n0;last\r\nSum: 7\r\nContent-Length: 9\r\n\r\n",
                        "200 Transfer-Encoding=chunked Sum=7 Content-Length=9 [abc]"),
                row("HTTP/1.1 204 No\r\n\r\n", "204 []"),
                row("HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\n", "204 Content-Length=5 []"),
                row("HTTP/1.1 304 No\r\nContent-Length: 5\r\n\r\n", "304 Content-Length=5 []"),
                new Row("HEAD", OK + "Content-Length: 5000000\r\n\r\n", "200 Content-Length=5000000 []"),
                new Row("HEAD", CHUNKED, "200 Transfer-Encoding=chunked []"),
                row("HTTP/1.1 100 C\r\n\r\n" + OK + "Content-Length: 0\r\n\r\n", "200 Content-Length=0 []"),
                row(
                        "HTTP/1.1 103 E\r\nLink: a\r\n\r\nHTTP/1.1 102 P\r\n\r\n" + OK + "Content-Length: 0\r\n\r\n",
                        "200 Content-Length=0 []"),
                row(OK + "Content-Length: 1\r\n\r\nab", "200 Content-Length=1 [a] close"),
                row(CHUNKED + "1\r\na\r\n0\r\n\r\nb", "200 Transfer-Encoding=chunked [a] close"),
                row("HTTP/1.1 204 No\r\n\r\nb", "204 [] close"));
    }

    /** Responses after which a connection can be used again. */
    static List<Row> kept() {
        return good().stream().filter(row -> !row.meaning().endsWith(" close")).toList();
    }

    static List<Row> bad() {
        List<Row> rows = new ArrayList<>(List.of(
                row("", "connection-lost"),
                row("\r\n" + OK, "malformed-response"),
                row("HTTP/2.0 200 OK\r\n\r\n", "malformed-response"),
                row("HTTP/1.1 20 OK\r\n\r\n", "malformed-response"),
                row("HTTP/1.1 099 OK\r\n\r\n", "malformed-response"),
                row("HTTP/1.1 2000 OK\r\n\r\n", "malformed-response"),
                row("HTTP/1.1  200 OK\r\n\r\n", "malformed-response"),
                row("http/1.1 200 OK\r\n\r\n", "malformed-response"),
                row("HTTP/1.1 200 O\rK\r\n\r\n", "malformed-response"),
                row("HTTP/1.1 200 OK\n\n", "malformed-response"),
                row("<html>an old answer</html>\r\n", "malformed-response"),
                row("HTTP/1.1 101 Switching\r\n\r\n", "malformed-response"),
                row(OK + " X: a\r\n\r\n", "malformed-response"),
                row(OK + "X: a\r\n b\r\n\r\n", "malformed-response"),
                row(OK + "X : a\r\n\r\n", "malformed-response"),
                row(OK + ": a\r\n\r\n", "malformed-response"),
                row(OK + "X\r\n\r\n", "malformed-response"),
                row(OK + "X: a\nY: b\r\n\r\n", "malformed-response"),
                row(OK + "X: a\rb\r\n\r\n", "malformed-response"),
                row(OK + "X: a\0b\r\n\r\n", "malformed-response"),
                row(OK + "X\u00e4: a\r\n\r\n", "malformed-response"),
                row(OK + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "malformed-response"),
                row(OK + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", "malformed-response"),
                row(OK + "Content-Length: 3, 3\r\n\r\nabc", "malformed-response"),
                row(OK + "Content-Length: -3\r\n\r\nabc", "malformed-response"),
                row(OK + "Content-Length: +3\r\n\r\nabc", "malformed-response"),
                row(OK + "Content-Length: 0x3\r\n\r\nabc", "malformed-response"),
                row(OK + "Content-Length:\r\n\r\nabc", "malformed-response"),
                row(OK + "Content-Length: 3\r\n 4\r\n\r\nabc", "malformed-response"),
                row(OK + "Content-Length: 99999999999999999999\r\n\r\nabc", "malformed-response"),
                row(OK + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "malformed-response"),
                row(OK + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", "malformed-response"),
                row(OK + "Transfer-Encoding: identity\r\n\r\n", "malformed-response"),
                row(
                        OK + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                        "malformed-response"),
                row("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "malformed-response"),
                row(CHUNKED + "\r\nabc\r\n0\r\n\r\n", "malformed-response"),
                row(CHUNKED + "g\r\nabc\r\n0\r\n\r\n", "malformed-response"),
                row(CHUNKED + "-3\r\nabc\r\n0\r\n\r\n", "malformed-response"),
                row(CHUNKED + "0x3\r\nabc\r\n0\r\n\r\n", "malformed-response"),
                row(CHUNKED + "3 3\r\nabc\r\n0\r\n\r\n", "malformed-response"),
                row(CHUNKED + "3\nabc\r\n0\r\n\r\n", "malformed-response"),
                row(CHUNKED + "3\r\nabcd\r\n0\r\n\r\n", "malformed-response"),
                row(CHUNKED + "3\r\nabc\n0\r\n\r\n", "malformed-response"),
                row(CHUNKED + "3;a\rb\r\nabc\r\n0\r\n\r\n", "malformed-response"),
                row(CHUNKED + "0\r\nX : a\r\n\r\n", "malformed-response")));
        rows.addAll(tooLarge());
        return rows;
    }

    private static List<Row> tooLarge() {
        List<Row> rows = new ArrayList<>(List.of(
                row(CHUNKED + "80000000\r\nabc", "too-large"),
                row(CHUNKED + "fffffffffffffffff\r\nabc", "too-large"),
                row(CHUNKED + "3e9\r\nabc", "too-large"),
                row(OK + "Content-Length: 1001\r\n\r\nabc", "too-large"),
                row(OK + "\r\n" + "x".repeat(LIMIT_BODY_BYTES + 1), "too-large"),
                row(OK + "X: " + "x".repeat(LIMIT_BYTES) + "\r\n\r\n", "too-large"),
                row(OK + "X: " + "x".repeat(100_000), "too-large"),
                row(OK + "X: a\r\n".repeat(LIMIT_FIELDS + 1) + "\r\n", "too-large"),
                row("HTTP/1.1 100 C\r\n\r\n".repeat(1000), "too-large"),
                row(CHUNKED + "1;" + "x".repeat(LIMIT_BYTES) + "\r\na\r\n0\r\n\r\n", "too-large"),
                row(CHUNKED + "1;xxxxxxxxxxxxxxxxxxxxxxxx\r\na\r\n".repeat(100) + "0\r\n\r\n", "too-large"),
                row(CHUNKED + "0".repeat(LIMIT_BYTES) + "1\r\na\r\n", "too-large"),
                row(CHUNKED + "0\r\n" + "X: a\r\n".repeat(LIMIT_FIELDS) + "\r\n", "too-large")));
        rows.add(row(CHUNKED + "1\r\na\r\n".repeat(LIMIT_BODY_BYTES + 1) + "0\r\n\r\n", "too-large"));
        return rows;
    }

    @ParameterizedTest
    @MethodSource({"good", "bad"})
    void splitResponseIsReadCorrectly(Row row) {
        ResponseReader reader = FedResponse.reader();
        assertThat(FedResponse.read(reader, row.method(), false, row.bytes())).isEqualTo(row.meaning());
        int cuts = Math.min(row.bytes().length(), 700);
        for (int cut = 1; cut < cuts; cut++) {
            requireSame(
                    "cut at " + cut, FedResponse.read(reader, row.method(), false, row.bytes(), cut), row.meaning());
        }
    }

    @ParameterizedTest
    @MethodSource("good")
    void discardedBodyIsCounted(Row row) {
        String meaning = row.meaning();
        int from = meaning.indexOf('[') + 1;
        int to = meaning.lastIndexOf(']');
        String hidden = meaning.substring(0, from) + "*".repeat(to - from) + meaning.substring(to);
        ResponseReader reader = FedResponse.reader();
        for (int cut = 1; cut < row.bytes().length(); cut++) {
            requireSame("cut at " + cut, FedResponse.read(reader, row.method(), true, row.bytes(), cut), hidden);
        }
    }

    @ParameterizedTest
    @MethodSource("kept")
    void responseCutAtAnyByteIsTruncated(Row row) {
        ResponseReader reader = FedResponse.reader();
        for (int length = 1; length < row.bytes().length(); length++) {
            assertThat(FedResponse.read(reader, row.method(), false, row.bytes().substring(0, length)))
                    .as("ends after " + length)
                    .isEqualTo("truncated");
        }
    }

    @Test
    void mutatedResponsesParseTheSameInPieces() {
        Random random = new Random(20_240_601);
        List<Row> rows = new ArrayList<>(good());
        rows.addAll(bad());
        rows.removeIf(row -> row.bytes().length() > 2000 || row.bytes().isEmpty());
        ResponseReader unsplitReader = FedResponse.reader();
        ResponseReader splitReader = FedResponse.reader();
        for (int round = 0; round < 20_000; round++) {
            Row row = rows.get(random.nextInt(rows.size()));
            String bytes = damaged(row.bytes(), random);
            int[] cuts = random.ints(random.nextInt(4), 1, bytes.length() + 1)
                    .sorted()
                    .toArray();
            String meaning = FedResponse.read(unsplitReader, row.method(), false, bytes);
            requireSame(bytes, FedResponse.read(splitReader, row.method(), false, bytes, cuts), meaning);
        }
    }

    private static void requireSame(String what, String meaning, String expected) {
        if (meaning.startsWith("not expected") || !withoutEnd(meaning).equals(withoutEnd(expected))) {
            fail(what + " means " + meaning + ", not " + expected);
        }
    }

    /** Data after a response is detected only if it arrives in time. */
    private static String withoutEnd(String meaning) {
        return meaning.endsWith(" close") ? meaning.substring(0, meaning.length() - 6) : meaning;
    }

    private static String damaged(String bytes, Random random) {
        StringBuilder text = new StringBuilder(bytes);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, (char) random.nextInt(256));
                case 1 -> text.insert(at, "\r\n :;0aA\t,-\0".charAt(random.nextInt(11)));
                case 2 -> text.delete(at, Math.min(text.length() - 1, at + 1 + random.nextInt(3)));
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(20))));
            }
        }
        return text.toString();
    }

    @Test
    void announcedContentLengthAllocatesNoMemory() {
        ResponseReader reader = new ResponseReader(HttpSettings.defaults().withLimits(10, 400, 500_000_000));
        assertThat(FedResponse.read(reader, "GET", false, OK + "Content-Length: 400000000\r\n\r\nabc"))
                .isEqualTo("truncated");
        assertThat(reader.bodyArray().length).isLessThan(1 << 20);
    }

    @Test
    void largeBodiesAreReadCompletelyInAnyFraming() {
        ResponseReader reader = new ResponseReader(HttpSettings.defaults());
        String body = "0123456789".repeat(50_000);
        String chunks = ("c350\r\n" + body.substring(0, 50_000) + "\r\n").repeat(10);
        for (String response : List.of(
                OK + "Content-Length: 500000\r\n\r\n" + body, OK + "\r\n" + body, CHUNKED + chunks + "0\r\n\r\n")) {
            assertThat(FedResponse.read(reader, "GET", false, response)).contains("[" + body + "]");
            assertThat(FedResponse.read(reader, "GET", true, response, 7000, 9000, 20_000, 300_000))
                    .contains("[" + "*".repeat(500_000) + "]");
        }
    }

    @Test
    void releasedResponseCannotBeRead() {
        ResponseReader reader = new ResponseReader(HttpSettings.defaults());
        FedResponse.read(reader, "GET", false, OK + "Content-Length: 1\r\n\r\nx");

        reader.release();

        assertThatIllegalStateException().isThrownBy(reader::bodyArray);
    }
}
