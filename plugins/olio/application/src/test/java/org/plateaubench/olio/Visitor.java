// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A client with cookies that requests pages and sends forms; it does not follow redirects. */
final class Visitor implements AutoCloseable {
    private static final String BOUNDARY = "------------------------plateau";

    private final RunningSite site = RunningSite.SHARED;
    private final CookieManager cookies = new CookieManager();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(cookies)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    HttpResponse<String> get(String path, String... headers) {
        return text(request(path, headers).GET().build());
    }

    HttpResponse<byte[]> bytes(String path, String... headers) {
        return send(request(path, headers).GET().build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    HttpResponse<String> post(String path, Map<String, String> fields, String... headers) {
        String body = fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        return text(request(path, headers)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    HttpResponse<String> send(String path, Map<String, String> fields, Attachment... files) {
        return text(request(path)
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(HttpRequest.BodyPublishers.ofByteArray(multipart(fields, files)))
                .build());
    }

    HttpResponse<String> text(HttpRequest request) {
        return send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(site.address(path)).timeout(Duration.ofSeconds(10));
        return headers.length == 0 ? builder : builder.headers(headers);
    }

    /** Signs in as a loaded user. */
    Visitor signedIn(String name, String password) {
        HttpResponse<String> answer = post("/login", Map.of("name", name, "password", password));
        if (answer.statusCode() != 303) {
            throw new AssertionError("not signed in: " + answer.statusCode());
        }
        return this;
    }

    static byte[] multipart(Map<String, String> fields, Attachment... files) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        fields.forEach((name, value) -> {
            ascii(body, "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n");
            body.writeBytes(value.getBytes(StandardCharsets.UTF_8));
            ascii(body, "\r\n");
        });
        for (Attachment file : files) {
            ascii(
                    body,
                    "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + file.field + "\"; filename=\""
                            + file.name + "\"\r\nContent-Type: application/octet-stream\r\n\r\n");
            body.writeBytes(file.bytes);
            ascii(body, "\r\n");
        }
        ascii(body, "--" + BOUNDARY + "--\r\n");
        return body.toByteArray();
    }

    static @Nullable String location(HttpResponse<?> response) {
        return response.headers().firstValue("Location").orElse(null);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return client.send(request, handler);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (IOException e) {
            throw new AssertionError(request + " failed", e);
        }
    }

    private static void ascii(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** A file of a form. */
    static final class Attachment {
        private final String field;
        private final String name;
        private final byte[] bytes;

        Attachment(String field, String name, byte[] bytes) {
            this.field = field;
            this.name = name;
            this.bytes = bytes.clone();
        }
    }
}
