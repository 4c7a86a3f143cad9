// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.List;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.browser.Traffic;
import org.plateaubench.spi.UserContext;

/**
 * The counters of one user. Any thread.
 *
 * @param requests requests, including redirects and resources
 * @param sent bytes of requests
 * @param received bytes of responses
 * @param opened connections
 * @param redirects redirects
 * @param resources resources that were requested
 * @param cached resources that were not requested
 * @param messagesSent messages of WebSockets
 * @param messagesReceived messages of WebSockets, and events
 */
record WebCounts(
        UserContext.Counter requests,
        UserContext.Counter sent,
        UserContext.Counter received,
        UserContext.Counter opened,
        UserContext.Counter redirects,
        UserContext.Counter resources,
        UserContext.Counter cached,
        UserContext.Counter messagesSent,
        UserContext.Counter messagesReceived) {
    private static final List<MeasureDefinition> MEASURES = List.of(
            MeasureDefinition.counter(
                    "httpRequests", "requests", "HTTP requests, including followed redirects and resources."),
            MeasureDefinition.counter("httpSentBytes", "bytes", "Bytes of requests, without TLS."),
            MeasureDefinition.counter("httpReceivedBytes", "bytes", "Bytes of responses, without TLS."),
            MeasureDefinition.counter("httpConnections", "connections", "Connections that were opened."),
            MeasureDefinition.counter("httpRedirects", "redirects", "Redirects that were followed."),
            MeasureDefinition.counter("httpResources", "requests", "Requests of resources of pages."),
            MeasureDefinition.counter("httpCacheHits", "resources", "Resources of pages that came from the cache."),
            MeasureDefinition.counter("messagesSent", "messages", "Messages sent by WebSockets."),
            MeasureDefinition.counter(
                    "messagesReceived", "messages", "Messages received from WebSockets, and events."));

    static List<MeasureDefinition> measures() {
        return MEASURES;
    }

    static WebCounts of(UserContext user) {
        List<UserContext.Counter> all =
                MEASURES.stream().map(each -> user.counter(each.name())).toList();
        return new WebCounts(
                all.get(0),
                all.get(1),
                all.get(2),
                all.get(3),
                all.get(4),
                all.get(5),
                all.get(6),
                all.get(7),
                all.get(8));
    }

    /** Counts the requests of resources. */
    void add(Traffic traffic) {
        requests.add(traffic.requests());
        sent.add(traffic.sentBytes());
        received.add(traffic.receivedBytes());
        opened.add(traffic.connectionsOpened());
        redirects.add(traffic.redirects());
        resources.add(traffic.requests());
        cached.add(traffic.cacheHits());
    }

    /** Sends a request, and counts it. */
    HttpResponse exchange(HttpConnection connection, HttpRequest request) throws HttpFailure {
        long before = connection.connects();
        requests.add(1);
        try {
            HttpResponse response = connection.exchange(request);
            sent.add(response.sentBytes());
            received.add(response.receivedBytes());
            return response;
        } finally {
            long connects = connection.connects() - before;
            if (connects > 0) {
                opened.add(connects);
            }
        }
    }
}
