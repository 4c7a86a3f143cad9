// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.http.PinnedCertificate;
import org.plateaubench.http.address.ServiceAddress;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ClientKeys;
import org.plateaubench.process.TrustedCertificates;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends requests to one Redfish service (DMTF DSP0266), in a session or with basic authentication. Answers are bounded
 * in size and time, and links and redirects are followed only on the same host. One thread sends requests; another one
 * may close.
 */
final class RedfishConnection implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(8);
    private static final Duration SIGN_OUT_LIMIT = Duration.ofSeconds(2);
    private static final int MAX_BYTES = 1 << 20;
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int UNAUTHORIZED = 401;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 307, 308);
    private static final int MAX_REDIRECTS = 5;
    private static final String SESSIONS = "/redfish/v1/SessionService/Sessions";
    private static final String ROOT = "/redfish/";
    private static final String TOKEN = "X-Auth-Token";
    private static final JsonMapper JSON = new JsonMapper();

    private final SutAddress sut;
    private final URI address;
    private final ClientKeys keys;
    private final HttpClient client;
    /** The new locations of moved resources, so that only the first request to each is redirected. */
    private final Map<String, String> moved = new ConcurrentHashMap<>();

    private volatile @Nullable Session session;

    private record Session(String token, String location) {}

    /** A JSON document, and the time of the BMC's clock, which is empty if it was not reported. */
    record Answer(JsonNode document, String date) {}

    RedfishConnection(SutAddress sut) throws IOException {
        this.sut = sut;
        address = address(sut.property("url"))
                .orElseThrow(() -> new IOException(sut.property("url") + " is not an address of a Redfish service."));
        try {
            keys = ClientCertificate.of(sut).keys();
            String trust = sut.property("trust");
            client = HttpClient.newBuilder()
                    .connectTimeout(LIMIT)
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .sslContext(
                            trust.isEmpty()
                                    ? PinnedCertificate.context(sut.property("fingerprint"), keys)
                                    : keys.context(TrustedCertificates.in(Path.of(trust))))
                    .build();
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Parses an address; empty if it is not an HTTPS address of a host. */
    static Optional<URI> address(String url) {
        return ServiceAddress.of(url, "/");
    }

    /** Reads a resource of the service. If the session has ended, a new one is begun, once. */
    Answer get(String path) throws IOException, InterruptedException {
        if (!path.startsWith(ROOT)) {
            throw new IOException(
                    endpoint() + " refers to '" + shortened(path) + "', which is not a resource of its own.");
        }
        boolean hadSession = session != null;
        HttpResponse<byte[]> answer = send(authorized(path).GET().build(), LIMIT);
        if (answer.statusCode() == UNAUTHORIZED && hadSession) {
            session = null;
            answer = send(authorized(path).GET().build(), LIMIT);
        }
        if (answer.statusCode() != OK) {
            throw refused("for " + path, answer.statusCode());
        }
        return new Answer(
                document(path, answer.body()),
                answer.headers().firstValue("Date").orElse(""));
    }

    private IOException refused(String what, int status) {
        return new IOException(endpoint() + " answers " + status + " " + what
                + (status == UNAUTHORIZED ? ": user or password is wrong." : "."));
    }

    private JsonNode document(String path, byte[] body) throws IOException {
        try {
            JsonNode document = JSON.readTree(body);
            if (document.isObject()) {
                return document;
            }
        } catch (JacksonException e) {
            // Reported below.
        }
        throw new IOException(endpoint() + " answers no JSON object for " + path + ".");
    }

    String endpoint() {
        return sut.property("url");
    }

    private HttpRequest.Builder authorized(String path) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path);
        if (sut.property("user").isEmpty()) {
            return request;
        }
        if (sut.property("login").equals(RedfishParameters.Login.BASIC.name())) {
            String pair = sut.property("user") + ":" + sut.property("password");
            return request.header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
        }
        Session open = session;
        if (open == null) {
            open = signIn();
            session = open;
        }
        return request.header(TOKEN, open.token());
    }

    private HttpRequest.Builder request(String path) throws IOException {
        try {
            return HttpRequest.newBuilder(address.resolve(moved.getOrDefault(path, path)))
                    .timeout(LIMIT)
                    .header("Accept", "application/json")
                    .header("OData-Version", "4.0");
        } catch (IllegalArgumentException e) {
            throw new IOException(endpoint() + " refers to '" + shortened(path) + "', which is not an address.", e);
        }
    }

    private static String shortened(String text) {
        return text.length() > 100 ? text.substring(0, 100) + "..." : text;
    }

    private Session signIn() throws IOException, InterruptedException {
        byte[] body =
                JSON.writeValueAsBytes(Map.of("UserName", sut.property("user"), "Password", sut.property("password")));
        HttpResponse<byte[]> answer = send(
                request(SESSIONS)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                LIMIT);
        String token = answer.headers().firstValue(TOKEN).orElse("");
        if (answer.statusCode() != CREATED || token.isEmpty()) {
            throw refused("to the sign-in of user " + sut.property("user"), answer.statusCode());
        }
        return new Session(token, session(answer));
    }

    /** The path of a new session; some BMCs report it only in the body. */
    private static String session(HttpResponse<byte[]> answer) {
        String location = answer.headers().firstValue("Location").orElse("");
        if (location.isEmpty()) {
            try {
                JsonNode body = JSON.readTree(answer.body());
                String id = body.path("Id").asString("");
                location = body.path("@odata.id").asString(id.isEmpty() ? "" : SESSIONS + "/" + id);
            } catch (JacksonException e) {
                // The BMC ends an unused session.
            }
        }
        return location.replaceFirst("^https?://[^/]*", "");
    }

    /** Sends a request, and sends it again to where the service has moved its resource. */
    private HttpResponse<byte[]> send(HttpRequest request, Duration limit) throws IOException, InterruptedException {
        HttpRequest last = request;
        for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
            HttpResponse<byte[]> answer = sendOnce(last, limit);
            String location = answer.headers().firstValue("Location").orElse("");
            if (!REDIRECTS.contains(answer.statusCode()) || location.isEmpty()) {
                return answer;
            }
            last = HttpRequest.newBuilder(last, (name, value) -> true)
                    .uri(redirectTarget(last.uri(), location))
                    .build();
            moved.put(request.uri().getRawPath(), last.uri().getRawPath());
        }
        throw new IOException(
                endpoint() + " redirects " + request.uri().getRawPath() + " more than " + MAX_REDIRECTS + " times.");
    }

    private URI redirectTarget(URI from, String location) throws IOException {
        try {
            URI target = from.resolve(location);
            if (from.getScheme().equals(target.getScheme())
                    && from.getAuthority().equalsIgnoreCase(target.getAuthority())
                    && target.getRawPath().startsWith(ROOT)) {
                return target;
            }
        } catch (IllegalArgumentException e) {
            // Reported below.
        }
        throw new IOException(endpoint() + " redirects to '" + shortened(location)
                + "', which is not a resource of its own. If the service has moved there, set 'url' to that address.");
    }

    /** Sends a request once. The time limit applies to the whole answer and not only to its beginning. */
    private HttpResponse<byte[]> sendOnce(HttpRequest request, Duration limit)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(
                request, HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MAX_BYTES));
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException(endpoint() + " did not answer within " + limit.toSeconds() + " s.", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(
                    endpoint() + " was not reached (" + keys.withCertificateHint(cause, reason(cause)) + ").", cause);
        } finally {
            answer.cancel(true);
        }
    }

    /** Returns the innermost message, which contains the fingerprint of a refused certificate. */
    private static String reason(Throwable failure) {
        Throwable inner = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            inner = cause.getMessage() == null ? inner : cause;
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException) {
                return "no connection was made";
            }
            if (cause instanceof CertificateException && cause.getMessage() != null) {
                return cause.getMessage();
            }
        }
        return inner.getMessage() == null ? inner.getClass().getSimpleName() : inner.getMessage();
    }

    /** Ends a running request, and signs out if the BMC answers in time. */
    @Override
    public void close() {
        Session open = session;
        session = null;
        if (open != null && open.location().startsWith(ROOT)) {
            try {
                send(
                        request(open.location())
                                .header(TOKEN, open.token())
                                .DELETE()
                                .build(),
                        SIGN_OUT_LIMIT);
            } catch (IOException e) {
                // The BMC ends an unused session.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        client.shutdownNow();
    }
}
