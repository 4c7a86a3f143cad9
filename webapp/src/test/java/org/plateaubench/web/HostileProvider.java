// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A provider that makes ID tokens and answers as no real one would. Any thread. */
final class HostileProvider implements AutoCloseable {
    /** Long enough for a key of HS256. */
    static final String SECRET = "0123456789abcdef0123456789abcdef";

    private static final int TEN_MEGABYTES = 10 << 20;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final RSAKey key;
    private final RSAKey otherKey;
    final AtomicInteger tokenRequests = new AtomicInteger();

    /** What is wrong with it at present; null for nothing. */
    volatile Fault fault = Fault.NONE;

    /** The nonce that the console sent last. */
    volatile String nonce = "";

    /** What can be wrong. */
    enum Fault {
        NONE,
        OTHER_NONCE,
        NO_NONCE,
        OTHER_ISSUER,
        OTHER_AUDIENCE,
        SEVERAL_AUDIENCES,
        EXPIRED,
        OF_TOMORROW,
        UNSIGNED,
        SIGNED_WITH_CLIENT_SECRET,
        SIGNED_WITH_PUBLIC_KEY,
        SIGNED_WITH_OTHER_KEY,
        CHANGED_AFTER_SIGNING,
        NO_NAME,
        LONG_NAME,
        NO_TOKEN,
        NO_JSON,
        TOO_MUCH,
        REDIRECTS,
        SILENT,
        DISCOVERY_OF_OTHER,
        DISCOVERY_IN_THE_CLEAR,
        DISCOVERY_TOO_MUCH,
        DISCOVERY_NO_JSON,
        DISCOVERY_NESTED
    }

    private HostileProvider() throws IOException, JOSEException {
        key = new RSAKeyGenerator(2048).keyID("one").generate();
        otherKey = new RSAKeyGenerator(2048).keyID("one").generate();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/.well-known/openid-configuration", exchange -> answer(exchange, this::discovery));
        server.createContext("/keys", exchange -> answer(exchange, () -> new JWKSet(key.toPublicJWK()).toString()));
        server.createContext("/token", this::token);
        server.start();
    }

    static HostileProvider start() throws IOException, JOSEException {
        return new HostileProvider();
    }

    URI issuer() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private interface Text {
        String get() throws IOException, JOSEException;
    }

    private static void answer(HttpExchange exchange, Text text) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            byte[] bytes = text.get().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        } catch (JOSEException e) {
            throw new IOException(e);
        }
    }

    private static String much() {
        return "{\"x\":\"" + "y".repeat(TEN_MEGABYTES) + "\"}";
    }

    private String discovery() {
        URI of = fault == Fault.DISCOVERY_OF_OTHER ? URI.create("http://127.0.0.1:1") : issuer();
        String token = fault == Fault.DISCOVERY_IN_THE_CLEAR ? "http://evil.example" : issuer().toString();
        return switch (fault) {
            case DISCOVERY_TOO_MUCH -> much();
            case DISCOVERY_NO_JSON -> "<html>404";
            case DISCOVERY_NESTED -> "[".repeat(100_000);
            default -> """
                {"issuer":"%s","authorization_endpoint":"%s/auth","token_endpoint":"%s/token","jwks_uri":"%s/keys",
                 "response_types_supported":["code"],"subject_types_supported":["public"],
                 "id_token_signing_alg_values_supported":["RS256","HS256","none"]}
                """.formatted(of, issuer(), token, issuer());
        };
    }

    private void token(HttpExchange exchange) throws IOException {
        tokenRequests.incrementAndGet();
        switch (fault) {
            case SILENT -> {
                try (exchange) {
                    ended.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            case REDIRECTS -> {
                try (exchange) {
                    exchange.getResponseHeaders().set("Location", issuer() + "/keys");
                    exchange.sendResponseHeaders(307, -1);
                }
            }
            case TOO_MUCH -> answer(exchange, HostileProvider::much);
            case NO_JSON -> answer(exchange, () -> "nonsense");
            case NO_TOKEN -> answer(exchange, () -> "{\"access_token\":\"a\",\"token_type\":\"Bearer\"}");
            default ->
                answer(
                        exchange,
                        () -> "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"id_token\":\"" + idToken() + "\"}");
        }
    }

    private String idToken() throws JOSEException {
        Instant now = Instant.now().plus(fault == Fault.OF_TOMORROW ? Duration.ofDays(1) : Duration.ZERO);
        Instant end = fault == Fault.EXPIRED ? now.minus(Duration.ofMinutes(5)) : now.plus(Duration.ofMinutes(5));
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .issuer(fault == Fault.OTHER_ISSUER ? "https://login.other" : issuer().toString())
                .subject("mallory")
                .audience(audience())
                .issueTime(Date.from(fault == Fault.EXPIRED ? now.minus(Duration.ofMinutes(10)) : now))
                .expirationTime(Date.from(end))
                .claim("groups", "bench-admins");
        if (fault != Fault.NO_NONCE) {
            claims.claim("nonce", fault == Fault.OTHER_NONCE ? nonce + "x" : nonce);
        }
        if (fault != Fault.NO_NAME) {
            claims.claim("preferred_username", fault == Fault.LONG_NAME ? "m".repeat(200) : "mallory");
        }
        return signed(claims.build());
    }

    private List<String> audience() {
        return switch (fault) {
            case OTHER_AUDIENCE -> List.of("another");
            case SEVERAL_AUDIENCES -> List.of("plateau", "another");
            default -> List.of("plateau");
        };
    }

    private String signed(JWTClaimsSet claims) throws JOSEException {
        return switch (fault) {
            case UNSIGNED -> new PlainJWT(claims).serialize();
            case SIGNED_WITH_CLIENT_SECRET -> signed(claims, JWSAlgorithm.HS256, new MACSigner(SECRET));
            case SIGNED_WITH_PUBLIC_KEY ->
                signed(
                        claims,
                        JWSAlgorithm.HS256,
                        new MACSigner(key.toRSAPublicKey().getEncoded()));
            case SIGNED_WITH_OTHER_KEY -> signed(claims, JWSAlgorithm.RS256, new RSASSASigner(otherKey));
            case CHANGED_AFTER_SIGNING -> {
                String[] good = signed(claims, JWSAlgorithm.RS256, new RSASSASigner(key))
                        .split("\\.", -1);
                JWTClaimsSet changed =
                        new JWTClaimsSet.Builder(claims).subject("root").build();
                yield good[0] + "." + changed.toPayload().toBase64URL() + "." + good[2];
            }
            default -> signed(claims, JWSAlgorithm.RS256, new RSASSASigner(key));
        };
    }

    private static String signed(JWTClaimsSet claims, JWSAlgorithm algorithm, JWSSigner signer) throws JOSEException {
        SignedJWT token =
                new SignedJWT(new JWSHeader.Builder(algorithm).keyID("one").build(), claims);
        token.sign(signer);
        return token.serialize();
    }

    /** Notes the nonce of a sign-in, and gives what a browser would come back with. */
    String pass(URI page) {
        List<String> parameters = Arrays.asList(page.getRawQuery().split("&", -1));
        nonce = value(parameters, "nonce");
        return "?code=a-code&state=" + value(parameters, "state");
    }

    private static String value(List<String> parameters, String name) {
        return parameters.stream()
                .filter(parameter -> parameter.startsWith(name + "="))
                .map(parameter -> parameter.substring(name.length() + 1))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        ended.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
