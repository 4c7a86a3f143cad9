// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.http.RequestBody;

final class FormBodiesTest {
    private static final String ALPHABET = "ab \"'\r\n;=&%+-\u0000\u00e4\ud83d\ude00\u20ac--/\\";

    @Test
    void urlEncodedBodyMatchesStandard() throws IOException {
        UrlEncodedBody body =
                new UrlEncodedBody().add("a b", "x&y=z+ä~*-._").add("", "\n").add("c", "");

        assertThat(text(body)).isEqualTo("a+b=x%26y%3Dz%2B%C3%A4%7E*-._&=%0D%0A&c=");
        assertThat(body.contentType()).isEqualTo("application/x-www-form-urlencoded");
    }

    @Test
    void urlEncodedBodyIsDecodedUnchanged() throws IOException {
        SplittableRandom random = new SplittableRandom(2);
        for (int round = 0; round < 500; round++) {
            String name = anyText(random);
            String value = anyText(random);
            String sent = text(new UrlEncodedBody().add(name, value).add("last", "1"));
            String[] pairs = sent.split("&", -1);

            assertThat(pairs).hasSize(2);
            String[] pair = pairs[0].split("=", -1);
            assertThat(URLDecoder.decode(pair[0], StandardCharsets.UTF_8)).isEqualTo(UrlEncodedBody.withLineEnds(name));
            assertThat(URLDecoder.decode(pair[1], StandardCharsets.UTF_8))
                    .isEqualTo(UrlEncodedBody.withLineEnds(value));
        }
    }

    @Test
    void multipartBodyMatchesStandard() throws IOException {
        MultipartBody body = new MultipartBody("B")
                .add("title", "one\ntwo")
                .addFile("picture", "a.jpg", RequestBody.of(new byte[] {1, 2, 3}, "image/jpeg"))
                .addFile("empty", "", RequestBody.of(new byte[0], "application/octet-stream"));

        assertThat(text(body).lines())
                .containsExactly(
                        "--B",
                        "Content-Disposition: form-data; name=\"title\"",
                        "",
                        "one",
                        "two",
                        "--B",
                        "Content-Disposition: form-data; name=\"picture\"; filename=\"a.jpg\"",
                        "Content-Type: image/jpeg",
                        "",
                        "\u0001\u0002\u0003",
                        "--B",
                        "Content-Disposition: form-data; name=\"empty\"; filename=\"\"",
                        "Content-Type: application/octet-stream",
                        "",
                        "",
                        "--B--");
        assertThat(text(body).replace("\r\n", "")).doesNotContain("\r").doesNotContain("\n");
        assertThat(body.contentType()).isEqualTo("multipart/form-data; boundary=B");
    }

    /** Names that could end the quoted text, or add a header or a part. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\"; filename=\"x.php",
                "a\r\nContent-Type: text/html\r\n\r\n<script>",
                "a\n--B--",
                "a\r--B\r\n",
                "a\\\""
            })
    void namesInHeadersAreEscaped(String name) throws IOException {
        String sent =
                text(new MultipartBody("BOUNDARY").addFile(name, name, RequestBody.of(new byte[0], "text/plain")));

        String[] lines = sent.split("\r\n", -1);
        assertThat(lines).hasSize(7);
        assertThat(lines[1]).matches("Content-Disposition: form-data; name=\"[^\"\r\n]*\"; filename=\"[^\"\r\n]*\"");
        assertThat(lines[2]).isEqualTo("Content-Type: text/plain");
        assertThat(lines[3]).isEmpty();
    }

    @Test
    void multipartLengthIsExactAndBodyIsRepeatable() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 300; round++) {
            MultipartBody body = new MultipartBody();
            int parts = random.nextInt(4);
            for (int i = 0; i < parts; i++) {
                body.add(anyText(random), anyText(random));
                byte[] bytes = new byte[random.nextInt(100)];
                random.nextBytes(bytes);
                body.addFile(anyText(random), anyText(random), RequestBody.of(bytes, "image/jpeg"));
            }
            byte[] first = bytes(body);
            assertThat(body.lengthBytes()).isEqualTo(first.length);
            assertThat(bytes(body)).isEqualTo(first);
        }
    }

    @Test
    void fileIsStreamed() throws IOException {
        long gigabytes = 8L << 30;
        RequestBody content = new RequestBody() {
            @Override
            public String contentType() {
                return "image/jpeg";
            }

            @Override
            public long lengthBytes() {
                return gigabytes;
            }

            @Override
            public void writeTo(OutputStream out) {
                // Only the length is needed.
            }
        };

        assertThat(new MultipartBody().addFile("a", "b", content).lengthBytes()).isGreaterThan(gigabytes);
    }

    private static String anyText(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(20);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(ALPHABET.codePointAt(
                    ALPHABET.offsetByCodePoints(0, random.nextInt(ALPHABET.codePointCount(0, ALPHABET.length())))));
        }
        return text.toString();
    }

    private static byte[] bytes(RequestBody body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        body.writeTo(out);
        assertThat(body.lengthBytes()).isEqualTo(out.size());
        return out.toByteArray();
    }

    private static String text(RequestBody body) throws IOException {
        return new String(bytes(body), StandardCharsets.UTF_8);
    }
}
