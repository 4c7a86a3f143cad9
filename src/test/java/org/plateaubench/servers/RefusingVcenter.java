// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.servers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.VcenterParameters;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.process.TrustedCertificates;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;

/**
 * A TLS proxy in front of a real vcsim, which does not check privileges. The proxy refuses chosen methods with the
 * fault that the vSphere API documents, and passes on all other calls and answers unchanged.
 */
public final class RefusingVcenter implements AutoCloseable {
    private static final Pattern CALL =
            Pattern.compile("<soapenv:Body>\\s*<(\\w+)[^>]*>\\s*<_this type=\"(\\w+)\">([^<]*)<");

    private static final Pattern ENTITY = Pattern.compile("<entity type=\"(\\w+)\"[^>]*>([^<]*)<");

    private final Vcsim behind;
    private final HttpsServer server;
    private final ServerCertificate certificate;
    private final Map<String, List<String>> privileges = new ConcurrentHashMap<>();
    private volatile String ofTasks = "";
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client = HttpClient.newHttpClient();

    private RefusingVcenter(Vcsim behind, ServerCertificate certificate) throws Exception {
        this.behind = behind;
        this.certificate = certificate;
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(certificate)));
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Starts both; its certificate is made in a folder. */
    public static RefusingVcenter start(Path folder) throws Exception {
        Vcsim behind = Vcsim.start(0, "-tls=false");
        try {
            return new RefusingVcenter(behind, ServerCertificate.in(folder));
        } catch (Exception e) {
            behind.close();
            throw e;
        }
    }

    /**
     * From now on a method is refused, since the user lacks privileges on the object of the call: one as servers always told it, several as
     * newer ones do, in a fault whose type only the name of its element tells.
     */
    public void refuse(String method, String... missing) {
        privileges.put(method, List.of(missing));
    }

    /** From now on a task that has ended well is told to have failed, since the user lacks a privilege on its object. */
    public void failTasks(String privilege) {
        ofTasks = privilege;
    }

    /** Its address. */
    public String url() {
        return "https://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The address as agents get it. */
    public SutAddress address() throws Exception {
        VcenterParameters parameters = new VcenterParameters(
                url(), "bench", "secret", fingerprint(), ClientCertificate.NONE, List.of("DC0_*VM0"), List.of());
        try (SutService service = VcenterParameters.serviceType()
                .create(new SutContext<>("lab", SutContext.Mode.EXTERNAL, parameters, Path.of("target")))) {
            return service.start(Progress.SILENT);
        }
    }

    /** The SHA-256 fingerprint of its certificate. */
    public String fingerprint() throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256")
                        .digest(certificates(certificate.certificate())[0].getEncoded()));
    }

    /** The context of a server, which accepts clients of the certificate's own authority. */
    public static SSLContext context(ServerCertificate certificate) throws Exception {
        String pem = Files.readString(certificate.key())
                .replaceAll("-----[A-Z ]+-----", "")
                .replaceAll("\\s", "");
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "server",
                KeyFactory.getInstance("EC")
                        .generatePrivate(
                                new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem))),
                new char[0],
                certificates(certificate.certificate()));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), TrustedCertificates.in(certificate.authority()), null);
        return context;
    }

    private static Certificate[] certificates(Path file) throws Exception {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(Certificate[]::new);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Matcher call = CALL.matcher(body);
            List<String> missing = call.find() ? privileges.get(call.group(1)) : null;
            if (missing == null) {
                handOn(exchange, body);
            } else {
                send(exchange, 500, fault(call.group(2), call.group(3), missing));
            }
        }
    }

    private static byte[] fault(String type, String id, List<String> missing) {
        boolean isOne = missing.size() == 1;
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"
              xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body><soapenv:Fault>
            <faultcode>ServerFaultCode</faultcode><faultstring>Permission to perform this operation was denied.</faultstring>
            <detail><NoPermissionFault xmlns="urn:vim25"%s><object type="%s">%s</object>
            <privilegeId>%s</privilegeId>%s</NoPermissionFault></detail>
            </soapenv:Fault></soapenv:Body></soapenv:Envelope>
            """.formatted(
                        isOne ? " xsi:type=\"NoPermission\"" : "",
                        type,
                        id,
                        missing.getFirst(),
                        isOne ? "" : all(type, id, missing))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String all(String type, String id, List<String> missing) {
        return "<missingPrivileges><entity type=\"" + type + "\">" + id + "</entity>"
                + missing.stream()
                        .map(one -> "<privilegeIds>" + one + "</privilegeIds>")
                        .collect(Collectors.joining())
                + "</missingPrivileges>";
    }

    private byte[] asFailed(byte[] answer) {
        String text = new String(answer, StandardCharsets.UTF_8);
        Matcher entity = ENTITY.matcher(text);
        if (ofTasks.isEmpty() || !entity.find()) {
            return answer;
        }
        return text.replace("<state>success</state>", """
                        <state>error</state><error><fault xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="NoPermission">
                        <object type="%s">%s</object><privilegeId>%s</privilegeId></fault>
                        <localizedMessage>Permission to perform this operation was denied.</localizedMessage></error>
                        """.formatted(entity.group(1), entity.group(2), ofTasks))
                .getBytes(StandardCharsets.UTF_8);
    }

    private void handOn(HttpExchange exchange, String body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + behind.port() + exchange.getRequestURI()))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        for (String header : new String[] {"Content-Type", "SOAPAction", "Cookie"}) {
            String value = exchange.getRequestHeaders().getFirst(header);
            if (value != null) {
                request.header(header, value);
            }
        }
        try {
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            answer.headers()
                    .allValues("Set-Cookie")
                    .forEach(cookie -> exchange.getResponseHeaders().add("Set-Cookie", cookie));
            send(exchange, answer.statusCode(), asFailed(answer.body()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int status, byte[] bytes) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        client.shutdownNow();
        behind.close();
    }
}
