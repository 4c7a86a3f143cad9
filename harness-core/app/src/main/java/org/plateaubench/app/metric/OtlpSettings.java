// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.metric;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Standard environment variables of OpenTelemetry; headers may hold a secret. Immutable; any thread. */
record OtlpSettings(URI endpoint, Map<String, String> headers, Duration interval) {
    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
    private static final String INTERVAL = "OTEL_METRIC_EXPORT_INTERVAL";
    private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    /** Empty without a receiver; an exception's sentence names the variable and never a header. */
    static Optional<OtlpSettings> of(Function<String, @Nullable String> variables) {
        String address = value(variables, ENDPOINT, "");
        return address.isEmpty()
                ? Optional.empty()
                : Optional.of(new OtlpSettings(
                        endpoint(address),
                        headers(value(variables, HEADERS, "")),
                        interval(value(variables, INTERVAL, "60000"))));
    }

    private static String value(Function<String, @Nullable String> variables, String name, String otherwise) {
        String value = variables.apply(name);
        return value == null || value.isBlank() ? otherwise : value.strip();
    }

    private static URI endpoint(String text) {
        try {
            URI given = new URI(text.replaceFirst("/+$", "") + "/v1/metrics");
            if (List.of("http", "https").contains(String.valueOf(given.getScheme()))
                    && given.getHost() != null
                    && given.getUserInfo() == null) {
                return given;
            }
        } catch (URISyntaxException e) {
            // Reported below.
        }
        throw new IllegalArgumentException(
                ENDPOINT + " is not an address; write http://HOST:PORT or https://HOST:PORT, without a user.");
    }

    private static Duration interval(String text) {
        if (!text.matches("[1-9][0-9]{0,6}")) {
            throw new IllegalArgumentException(INTERVAL + " is '" + text + "'; write milliseconds, from 1 to 9999999.");
        }
        return Duration.ofMillis(Long.parseLong(text));
    }

    /** Parses {@code key=value} pairs that are separated by commas, with percent-encoded values (W3C Baggage). */
    private static Map<String, String> headers(String text) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : text.split(",", -1)) {
            int equals = pair.indexOf('=');
            String value = pair.substring(equals + 1).strip().replace("+", "%2B");
            // The decoder's message would contain the value.
            if (!pair.isBlank() && (equals <= 0 || BROKEN_ESCAPE.matcher(value).find())) {
                throw new IllegalArgumentException(
                        HEADERS + " is broken; write KEY=VALUE with commas between them, and other characters as %XX.");
            }
            if (!pair.isBlank()) {
                pairs.put(pair.substring(0, equals).strip(), URLDecoder.decode(value, StandardCharsets.UTF_8));
            }
        }
        return pairs;
    }

    String place() {
        return endpoint.toString();
    }

    @Override
    public String toString() {
        return "OtlpSettings[" + place() + ", every " + interval + "]";
    }
}
