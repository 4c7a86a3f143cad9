// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import org.plateaubench.http.HttpResponse;

/** Counts the traffic of one operation. Thread-safe. */
public final class TrafficCount {
    private long requests;
    private long sentBytes;
    private long receivedBytes;
    private long connectionsOpened;
    private long retries;
    private long redirects;
    private long cacheHits;
    private long conditionalRequests;
    private long notModified;
    private long parseNanos;

    /** Counts a request that is about to be sent. */
    public synchronized void request(boolean conditional) {
        requests++;
        conditionalRequests += conditional ? 1 : 0;
    }

    /** Counts a response. */
    public synchronized void response(HttpResponse response) {
        sentBytes += response.sentBytes();
        receivedBytes += response.receivedBytes();
        notModified += response.status() == 304 ? 1 : 0;
    }

    /** Counts opened connections, and requests that were sent again on them. */
    public synchronized void connection(long opened, long repeated) {
        connectionsOpened += opened;
        retries += repeated;
    }

    /** Counts a redirect that is followed. */
    public synchronized void redirect() {
        redirects++;
    }

    synchronized void cacheHit() {
        cacheHits++;
    }

    /** Counts time of decompressing and parsing. */
    public synchronized void parsed(long nanos) {
        parseNanos += nanos;
    }

    /** The traffic that was counted. */
    public synchronized Traffic total() {
        return new Traffic(
                requests,
                sentBytes,
                receivedBytes,
                connectionsOpened,
                retries,
                redirects,
                cacheHits,
                conditionalRequests,
                notModified,
                parseNanos);
    }
}
