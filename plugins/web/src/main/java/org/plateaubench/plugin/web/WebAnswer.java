// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.browser.BrowserFailure;
import org.plateaubench.http.browser.ContentDecoder;
import org.plateaubench.scenario.value.StepFailure;

/** The answer to a request, whose body is decompressed, decoded and bodyNanos when it is first used. Reused by a user. */
final class WebAnswer {
    private final int maxBodyBytes;
    private final LongConsumer bodyNanos;
    private final LongSupplier nanoTime;
    private @Nullable ContentDecoder decoder;
    private @Nullable HttpResponse response;
    private byte[] bytes = {};
    private int offset;
    private int length;
    private boolean isDecoded;
    private @Nullable String text;
    private @Nullable Document document;

    /** Creates the answers of one user; {@code bodyNanos} gets the nanoseconds of decompressing and parsing. */
    WebAnswer(int maxBodyBytes, LongConsumer bodyNanos, LongSupplier nanoTime) {
        this.maxBodyBytes = maxBodyBytes;
        this.bodyNanos = bodyNanos;
        this.nanoTime = nanoTime;
    }

    void set(HttpResponse newResponse) {
        response = newResponse;
        isDecoded = false;
        text = null;
        document = null;
    }

    /** Stores a message of a WebSocket, which has no status and no headers. */
    void set(byte[] message) {
        clear();
        bytes = message;
        offset = 0;
        length = message.length;
        isDecoded = true;
    }

    /** Removes the answer, whose buffers its connection may now release. */
    void clear() {
        response = null;
        length = 0;
        text = null;
        document = null;
    }

    private HttpResponse response() {
        HttpResponse current = response;
        if (current == null) {
            throw new IllegalStateException("there is no answer");
        }
        return current;
    }

    int status() {
        return response().status();
    }

    @Nullable
    String header(String name) {
        return response == null ? null : response.header(name);
    }

    /** Size of the body as received; 0 if there is no answer. */
    int size() {
        return response == null ? length : response.bodyLength();
    }

    byte[] bytes() throws StepFailure {
        decode();
        return bytes;
    }

    int offset() throws StepFailure {
        decode();
        return offset;
    }

    int length() throws StepFailure {
        decode();
        return length;
    }

    private void decode() throws StepFailure {
        if (isDecoded) {
            return;
        }
        HttpResponse current = response();
        String coding = current.header("Content-Encoding");
        bytes = current.bodyArray();
        offset = current.bodyOffset();
        length = current.bodyLength();
        if (coding != null && length > 0 && !ContentDecoder.isIdentity(coding)) {
            ContentDecoder currentDecoder = decoder == null ? new ContentDecoder(maxBodyBytes) : decoder;
            decoder = currentDecoder;
            long startNanos = nanoTime.getAsLong();
            try {
                currentDecoder.decode(coding.strip(), bytes, offset, length);
            } catch (BrowserFailure e) {
                throw StepFailure.error(
                        e.kind() == BrowserFailure.Kind.TOO_LARGE ? "too-large" : "content-encoding",
                        String.valueOf(e.getMessage()));
            }
            bodyNanos.accept(nanoTime.getAsLong() - startNanos);
            bytes = currentDecoder.bytes();
            offset = 0;
            length = currentDecoder.length();
        }
        isDecoded = true;
    }

    boolean isUtf8() {
        return charset().equals(StandardCharsets.UTF_8);
    }

    private Charset charset() {
        String type = header("Content-Type");
        int at = type == null ? -1 : type.toLowerCase(Locale.ROOT).indexOf("charset=");
        if (type == null || at < 0) {
            return StandardCharsets.UTF_8;
        }
        String name = type.substring(at + "charset=".length()).replaceFirst("^\\s*\"?([^;\"\\s]*)(?s).*", "$1");
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return StandardCharsets.UTF_8;
        }
    }

    String text() throws StepFailure {
        String result = text;
        if (result == null) {
            result = new String(bytes(), offset(), length(), charset());
            text = result;
        }
        return result;
    }

    Document document() throws StepFailure {
        Document result = document;
        if (result == null) {
            String page = text();
            long startNanos = nanoTime.getAsLong();
            result = Jsoup.parse(page);
            bodyNanos.accept(nanoTime.getAsLong() - startNanos);
            document = result;
        }
        return result;
    }

    /** The texts of requests and answers in a trace. Only the values of authorization headers are left out. */
    static final class TraceText {
        private static final int MAX_CHARACTERS = 800;

        private TraceText() {}

        static String request(HttpOrigin origin, HttpRequest request) {
            StringBuilder text = new StringBuilder("> " + request.method() + " " + origin + request.target());
            for (int i = 0; i < request.headerCount(); i++) {
                String name = request.headerName(i);
                boolean isSecret =
                        name.equalsIgnoreCase("Authorization") || name.equalsIgnoreCase("Proxy-Authorization");
                text.append("\n> ").append(name).append(": ").append(isSecret ? "***" : request.headerValue(i));
            }
            RequestBody body = request.body();
            if (body != null) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try {
                    body.writeTo(bytes);
                } catch (IOException e) {
                    return text + "\n> its body cannot be shown: " + e.getMessage();
                }
                text.append("\n> Content-Type: ").append(body.contentType());
                String content = bytes.toString(StandardCharsets.UTF_8);
                boolean isText = content.indexOf('\ufffd') < 0 && content.indexOf(0) < 0;
                text.append("\n").append(isText ? shortened(content) : bytes.size() + " bytes that are not text");
            }
            return text.toString();
        }

        static String answer(HttpResponse response, WebAnswer answer) throws StepFailure {
            StringBuilder text = new StringBuilder("< " + response.status());
            for (int i = 0; i < response.headerCount(); i++) {
                text.append("\n< ").append(response.headerName(i)).append(": ").append(response.headerValue(i));
            }
            return answer.size() == 0 ? text.toString() : text + "\n" + shortened(answer.text());
        }

        static String shortened(String text) {
            String printable = text.replaceAll("[\\p{Cntrl}&&[^\n\t]]", "");
            return printable.length() <= MAX_CHARACTERS
                    ? printable
                    : printable.substring(0, MAX_CHARACTERS) + "\n... and " + (printable.length() - MAX_CHARACTERS)
                            + " more characters";
        }
    }
}
