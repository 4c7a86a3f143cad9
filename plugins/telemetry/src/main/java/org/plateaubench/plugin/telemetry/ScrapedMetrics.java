// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.telemetry.ExpositionText.Line;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ClientKeys;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.process.TrustedCertificates;
import org.plateaubench.spi.NamePattern;

/**
 * Scrapes metrics. A value without a time has the time of the answer. Exporters of other systems write values with a
 * time; their age is computed by the server's clock, which is known to a second from the answer's {@code Date}. Such a
 * value is returned once and never after a newer one, and is refused if its time is in the future.
 */
final class ScrapedMetrics extends PacedSource {
    private static final int MAX_BYTES = 8 * 1024 * 1024;
    private static final int OK = 200;
    /** Bound of the error of a date, which has whole seconds. */
    private static final Duration DATE_BOUND = Duration.ofSeconds(2);

    private final URI url;
    private final String authorization;
    private final NamePattern names;
    private final Map<String, Instant> newest = new HashMap<>();
    private final ClientKeys keys;
    private final HttpClient client;

    ScrapedMetrics(SutAddress address) throws IOException {
        super(Duration.parse(address.property("every")));
        url = URI.create(address.property("url"));
        names = new NamePattern(ObservedServiceType.list(address, "metrics"));
        String token = address.property("token");
        String user = address.property("user");
        authorization = !token.isEmpty()
                ? "Bearer " + token
                : user.isEmpty()
                        ? ""
                        : "Basic "
                                + Base64.getEncoder()
                                        .encodeToString((user + ":" + address.property("password"))
                                                .getBytes(StandardCharsets.UTF_8));
        try {
            keys = ClientCertificate.of(address).keys();
            String trust = address.property("trust");
            client = HttpClient.newBuilder()
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .sslContext(keys.context(trust.isEmpty() ? null : TrustedCertificates.in(Path.of(trust))))
                    .build();
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    protected List<Sample> read() throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url).header("Accept", "text/plain;version=0.0.4;q=1,*/*;q=0.1");
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        HttpResponse<String> answer = answer(request.build());
        if (answer.statusCode() != OK) {
            throw new IOException(endpoint() + " answered with status " + answer.statusCode() + ".");
        }
        boolean isOpenMetrics = answer.headers()
                .firstValue("Content-Type")
                .filter(type -> type.startsWith("application/openmetrics-text"))
                .isPresent();
        return samples(ExpositionText.lines(answer.body(), names, isOpenMetrics), date(answer));
    }

    private HttpResponse<String> answer(HttpRequest request) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                request,
                HttpResponse.BodyHandlers.limiting(
                        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8), MAX_BYTES));
        try {
            // The only deadline for connection and answer: a second one in the client would give another message.
            return answer.get(ANSWER_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException(
                    endpoint() + " did not answer completely within " + ANSWER_TIMEOUT.toSeconds() + " s.");
        } catch (ExecutionException e) {
            throw new IOException(endpoint() + " cannot be read: " + reason(e.getCause() == null ? e : e.getCause()));
        } finally {
            answer.cancel(true);
        }
    }

    private String reason(Throwable cause) {
        return cause instanceof ConnectException
                ? "there is no connection (refused or unreachable)."
                : keys.withCertificateHint(cause, String.valueOf(cause.getMessage()));
    }

    private String endpoint() {
        return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
    }

    private static @Nullable Instant date(HttpResponse<String> answer) {
        try {
            return answer.headers()
                    .firstValue("Date")
                    .map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant())
                    .orElse(null);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private List<Sample> samples(List<Line> lines, @Nullable Instant date) throws IOException {
        if (lines.size() > MAX_SERIES) {
            throw new IOException(endpoint() + " has " + lines.size() + " series of these names, more than the "
                    + MAX_SERIES + " that telemetry has; name fewer.");
        }
        // Series whose labels change with every scrape must not accumulate here.
        newest.keySet().retainAll(lines.stream().map(Line::series).collect(Collectors.toSet()));
        List<Sample> samples = new ArrayList<>();
        for (Line line : lines) {
            Instant at = line.at();
            Duration age = Duration.ZERO;
            if (at != null) {
                age = age(line, at, date);
                Instant known = newest.get(line.series());
                if (known != null && !at.isAfter(known)) {
                    continue;
                }
                newest.put(line.series(), at);
            }
            samples.add(new Sample(SeriesName.of(line.series()), line.value(), line.unit(), line.cumulative(), age));
        }
        if (lines.isEmpty()) {
            throw new IOException(endpoint() + " has no metric of these names.");
        }
        return samples;
    }

    private Duration age(Line line, Instant at, @Nullable Instant date) throws IOException {
        if (date == null) {
            throw new IOException(endpoint() + " gives " + line.series()
                    + " with a time but does not report its own time (Date), so that the age of the value is unknown.");
        }
        if (at.isAfter(date.plus(DATE_BOUND))) {
            throw new IOException(endpoint() + " gives " + line.series() + " of " + at + ", while its own clock shows "
                    + date + "; a sample of the future is not kept.");
        }
        Duration age = Duration.between(at, date);
        return age.isNegative() ? Duration.ZERO : age;
    }

    /** Closes the source, which also ends a running scrape. */
    @Override
    public void close() {
        client.shutdownNow();
    }
}
