// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.process.TrustedCertificates;

/**
 * A TLS server of the test in the form of DMTF's Redfish specification and schemas, for what no emulator at hand has: sessions, basic
 * authentication, EnvironmentMetrics and sensors that say when they were read. No controller was at hand; it is none.
 */
final class ControllerOfTest implements AutoCloseable {
    static final String CHASSIS = "/redfish/v1/Chassis";

    final Map<String, String> documents = new ConcurrentHashMap<>();
    final Set<String> sessions = ConcurrentHashMap.newKeySet();
    final List<String> requests = new CopyOnWriteArrayList<>();
    /** Whether paths without a final slash are redirected, as some controllers do. */
    volatile boolean wantsSlash;
    /** Where every request is redirected; empty for nowhere. */
    volatile String redirect = "";
    /** Whether the path of a new session is in the header Location, and not only in the body. */
    volatile boolean hasLocation = true;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpsServer server;

    ControllerOfTest(ServerCertificate certificate) throws Exception {
        this(certificate, false);
    }

    /** A controller that may demand a certificate of the authority from its clients. */
    ControllerOfTest(ServerCertificate certificate, boolean demanding) throws Exception {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(certificate)) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters tls = getSSLContext().getDefaultSSLParameters();
                tls.setNeedClientAuth(demanding);
                parameters.setSSLParameters(tls);
            }
        });
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
        documents.put(CHASSIS, "{\"Members\":[{\"@odata.id\":\"/redfish/v1/Chassis/1U\"}]}");
    }

    private static SSLContext context(ServerCertificate certificate) throws Exception {
        String pem = Files.readString(certificate.key())
                .replaceAll("-----[A-Z ]+-----", "")
                .replaceAll("\\s", "");
        PrivateKey key = KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("server", key, new char[0], certificates(certificate.certificate()));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), TrustedCertificates.in(certificate.authority()), null);
        return context;
    }

    static Certificate[] certificates(Path file) throws Exception {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(Certificate[]::new);
        }
    }

    String url() {
        return "https://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        requests.add(exchange.getRequestMethod() + " " + path);
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (!redirect.isEmpty()) {
            exchange.getResponseHeaders().set("Location", redirect);
            send(exchange, 308, "");
        } else if (wantsSlash && !path.endsWith("/")) {
            exchange.getResponseHeaders().set("Location", path + "/");
            send(exchange, 308, "");
        } else if (exchange.getRequestMethod().equals("POST")) {
            signIn(exchange, body);
        } else if (!isKnown(exchange)) {
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

    private boolean isKnown(HttpExchange exchange) {
        String token = exchange.getRequestHeaders().getFirst("X-Auth-Token");
        String basic = exchange.getRequestHeaders().getFirst("Authorization");
        String right = "Basic " + Base64.getEncoder().encodeToString("bench:secret".getBytes(StandardCharsets.UTF_8));
        return (token != null && sessions.contains(token)) || right.equals(basic);
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
        server.stop(0);
        threads.shutdownNow();
    }
}
