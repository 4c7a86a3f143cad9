// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.testkit.TlsServer;

/**
 * A simulated Redfish service over TLS, after DMTF's specification and schemas: with sessions, basic authentication,
 * EnvironmentMetrics, and sensors that report the time of their reading. It was not compared with a real BMC.
 */
final class SimulatedBmc implements AutoCloseable {
    static final String CHASSIS = "/redfish/v1/Chassis";

    final Map<String, String> documents = new ConcurrentHashMap<>();
    final Set<String> sessions = ConcurrentHashMap.newKeySet();
    final List<String> requests = new CopyOnWriteArrayList<>();
    /** Whether paths without a final slash are redirected, as some BMCs do. */
    volatile boolean requiresSlash;
    /** The target to which every request is redirected; empty for no redirection. */
    volatile String redirect = "";
    /** Whether the path of a new session is in the header Location, and not only in the body. */
    volatile boolean hasLocation = true;

    private final TlsServer server;

    SimulatedBmc(ServerCertificate certificate) throws Exception {
        this(certificate, false);
    }

    /** A BMC that may require a certificate of the authority from its clients. */
    SimulatedBmc(ServerCertificate certificate, boolean requiresCertificate) throws Exception {
        server = new TlsServer(
                certificate.certificate(),
                certificate.key(),
                certificate.authority(),
                requiresCertificate,
                this::answer);
        documents.put(CHASSIS, "{\"Members\":[{\"@odata.id\":\"/redfish/v1/Chassis/1U\"}]}");
    }

    String url() {
        return "https://127.0.0.1:" + server.port();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        requests.add(exchange.getRequestMethod() + " " + path);
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (!redirect.isEmpty()) {
            exchange.getResponseHeaders().set("Location", redirect);
            send(exchange, 308, "");
        } else if (requiresSlash && !path.endsWith("/")) {
            exchange.getResponseHeaders().set("Location", path + "/");
            send(exchange, 308, "");
        } else if (exchange.getRequestMethod().equals("POST")) {
            signIn(exchange, body);
        } else if (!isAuthorized(exchange)) {
            send(exchange, 401, "{\"error\":{}}");
        } else if (exchange.getRequestMethod().equals("DELETE")) {
            sessions.remove(exchange.getRequestHeaders().getFirst("X-Auth-Token"));
            send(exchange, 204, "");
        } else {
            String document = documents.get(path.replaceFirst("/$", ""));
            send(exchange, document == null ? 404 : 200, document == null ? "{}" : document);
        }
    }

    private void signIn(HttpExchange exchange, String body) throws IOException {
        if (!body.contains("\"secret\"") || !body.contains("\"bench\"")) {
            send(exchange, 401, "{}");
            return;
        }
        String token = "token-" + requests.size();
        sessions.add(token);
        exchange.getResponseHeaders().set("X-Auth-Token", token);
        String session = "/redfish/v1/SessionService/Sessions/1";
        if (hasLocation) {
            exchange.getResponseHeaders().set("Location", session);
        }
        send(exchange, 201, "{\"@odata.id\":\"" + session + "\",\"Id\":\"1\"}");
    }

    private boolean isAuthorized(HttpExchange exchange) {
        String token = exchange.getRequestHeaders().getFirst("X-Auth-Token");
        String basic = exchange.getRequestHeaders().getFirst("Authorization");
        String expected =
                "Basic " + Base64.getEncoder().encodeToString("bench:secret".getBytes(StandardCharsets.UTF_8));
        return (token != null && sessions.contains(token)) || expected.equals(basic);
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
