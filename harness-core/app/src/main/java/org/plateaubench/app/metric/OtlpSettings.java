// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.metric;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings for pushing metrics, from the standard environment variables (OpenTelemetry specification,
 * "OpenTelemetry Protocol Exporter" and "Environment Variable Specification"). Immutable; any thread.
 *
 * @param headers headers of each request, which may hold a secret
 */
record OtlpSettings(
        URI endpoint, Map<String, String> headers, Duration timeout, Duration interval, Map<String, String> resource) {
    static final String PREFIX = "OTEL_EXPORTER_OTLP_";
    static final String JSON = "http/json";

    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration USUAL_INTERVAL = Duration.ofSeconds(60);
    private static final long LONGEST_MILLIS = Duration.ofHours(1).toMillis();

    /**
     * The settings in an environment; empty if it names no receiver or disables pushing.
     *
     * @throws IllegalArgumentException with a sentence that names the variable, and never a header
     */
    static Optional<OtlpSettings> of(Function<String, @Nullable String> variables) {
        Environment environment = new Environment(variables);
        String address = environment.ofMetrics("ENDPOINT");
        if (address.isEmpty()
                || environment.value("OTEL_SDK_DISABLED").equalsIgnoreCase("true")
                || environment.value("OTEL_METRICS_EXPORTER").equals("none")) {
            return Optional.empty();
        }
        String protocol = environment.ofMetrics("PROTOCOL");
        if (!List.of("", JSON).contains(protocol)) {
            throw new IllegalArgumentException(PREFIX + "PROTOCOL is '" + protocol + "', but metrics are pushed as "
                    + JSON + " only; set it to that, or leave it out.");
        }
        Map<String, String> resource = new LinkedHashMap<>(environment.pairs("OTEL_RESOURCE_ATTRIBUTES"));
        String service = environment.value("OTEL_SERVICE_NAME");
        if (service.isEmpty()) {
            resource.putIfAbsent("service.name", "plateau");
        } else {
            resource.put("service.name", service);
        }
        return Optional.of(new OtlpSettings(
                environment.endpoint(address),
                environment.pairs(environment.nameOfMetrics("HEADERS")),
                environment.millis(environment.nameOfMetrics("TIMEOUT"), USUAL_TIMEOUT),
                environment.millis("OTEL_METRIC_EXPORT_INTERVAL", USUAL_INTERVAL),
                resource));
    }

    /** The receiver for messages, without user and query, which may hold a secret. */
    String place() {
        return endpoint.getScheme() + "://" + endpoint.getHost()
                + (endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort()) + endpoint.getRawPath();
    }

    @Override
    public String toString() {
        return "OtlpSettings[" + place() + ", every " + interval + "]";
    }

    private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private record Environment(Function<String, @Nullable String> variables) {
        String value(String name) {
            String value = variables.apply(name);
            return value == null ? "" : value.strip();
        }

        /** The name of a variable; the one for metrics takes precedence over the one for all signals. */
        String nameOfMetrics(String what) {
            String ofMetrics = PREFIX + "METRICS_" + what;
            return value(ofMetrics).isEmpty() ? PREFIX + what : ofMetrics;
        }

        String ofMetrics(String what) {
            return value(nameOfMetrics(what));
        }

        URI endpoint(String text) {
            String name = nameOfMetrics("ENDPOINT");
            try {
                URI given = new URI(text);
                String scheme = String.valueOf(given.getScheme()).toLowerCase(Locale.ROOT);
                if (!List.of("http", "https").contains(scheme)
                        || given.getHost() == null
                        || given.getFragment() != null) {
                    throw new URISyntaxException(text, "no address");
                }
                if (given.getUserInfo() != null) {
                    throw new IllegalArgumentException(
                            name + " has a user in it; a receiver that asks for one gets it by " + PREFIX + "HEADERS.");
                }
                // The address for all signals is extended by the signal, but the address for metrics is not.
                return name.equals(PREFIX + "ENDPOINT")
                        ? URI.create(text.replaceFirst("/+$", "") + "/v1/metrics")
                        : given.getRawPath().isEmpty() ? given.resolve("/") : given;
            } catch (URISyntaxException e) {
                throw new IllegalArgumentException(
                        name + " is not an address; write http://HOST:PORT or https://HOST:PORT.", e);
            }
        }

        Duration millis(String name, Duration usual) {
            String text = value(name);
            if (text.isEmpty()) {
                return usual;
            }
            try {
                long millis = Long.parseLong(text);
                if (millis > 0 && millis <= LONGEST_MILLIS) {
                    return Duration.ofMillis(millis);
                }
            } catch (NumberFormatException e) {
                // Reported below, with the same message as a number out of range.
            }
            throw new IllegalArgumentException(
                    name + " is '" + text + "'; write milliseconds, from 1 to " + LONGEST_MILLIS + ".");
        }

        /** Parses {@code key=value} pairs that are separated by commas, with percent-encoded values (W3C Baggage). */
        Map<String, String> pairs(String name) {
            Map<String, String> pairs = new LinkedHashMap<>();
            for (String pair : value(name).split(",", -1)) {
                if (pair.isBlank()) {
                    continue;
                }
                int equals = pair.indexOf('=');
                if (equals <= 0) {
                    throw new IllegalArgumentException(
                            name + " has a part without a name; write KEY=VALUE with commas between them.");
                }
                String value = pair.substring(equals + 1).strip().replace("+", "%2B");
                // Checked here, because the decoder's message would contain the value.
                if (BROKEN_ESCAPE.matcher(value).find()) {
                    throw new IllegalArgumentException(
                            name + " has a percent sign that two hexadecimal digits do not follow.");
                }
                pairs.put(pair.substring(0, equals).strip(), URLDecoder.decode(value, StandardCharsets.UTF_8));
            }
            return pairs;
        }
    }
}
