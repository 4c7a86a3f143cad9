// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import org.plateaubench.api.MeasureDefinition;

/**
 * The common counters of HTTP workloads. The definition of a workload contains {@link #definitions()}, and each user
 * has an instance, to which it adds the traffic of its operations. Thread-safe.
 */
public final class HttpMeasures {
    /** Counter of requests, including followed redirects. */
    public static final String REQUESTS = "httpRequests";

    /** Counter of the bytes of responses, without TLS. */
    public static final String RECEIVED_BYTES = "httpReceivedBytes";

    private record Column(String name, String unit, String description, ToLongFunction<Traffic> value) {}

    private static final List<Column> COLUMNS = List.of(
            new Column(REQUESTS, "requests", "HTTP requests, including followed redirects.", Traffic::requests),
            new Column("httpSentBytes", "bytes", "Bytes of requests, without TLS.", Traffic::sentBytes),
            new Column(RECEIVED_BYTES, "bytes", "Bytes of responses, without TLS.", Traffic::receivedBytes),
            new Column("httpConnections", "connections", "Connections that were opened.", Traffic::connectionsOpened),
            new Column(
                    "httpRepeats",
                    "requests",
                    "Requests that were repeated because a reused connection was closed.",
                    Traffic::retries),
            new Column("httpRedirects", "redirects", "Redirects that were followed.", Traffic::redirects),
            new Column(
                    "httpCacheHits",
                    "resources",
                    "Parts of pages that came from the browser cache.",
                    Traffic::cacheHits),
            new Column("httpConditionalRequests", "requests", "Conditional requests.", Traffic::conditionalRequests),
            new Column("httpNotModified", "responses", "Answers 304.", Traffic::notModified),
            new Column(
                    "httpParseMicros",
                    "us",
                    "Time the driver spent in decompressing and parsing pages, inside the operations' times.",
                    traffic -> traffic.parseNanos() / 1000));

    private final List<LongConsumer> counters = new ArrayList<>();

    /**
     * Creates the counters of one user.
     *
     * @param counterByName usually {@code name -> user.counter(name)::add}
     */
    public HttpMeasures(Function<String, LongConsumer> counterByName) {
        COLUMNS.forEach(column -> counters.add(counterByName.apply(column.name)));
    }

    /** The definitions of the counters. */
    public static List<MeasureDefinition> definitions() {
        return COLUMNS.stream()
                .map(column -> MeasureDefinition.counter(column.name, column.unit, column.description))
                .toList();
    }

    /** Adds the traffic of one operation. */
    public void add(Traffic traffic) {
        for (int i = 0; i < counters.size(); i++) {
            long amount = COLUMNS.get(i).value.applyAsLong(traffic);
            if (amount != 0) {
                counters.get(i).accept(amount);
            }
        }
    }
}
