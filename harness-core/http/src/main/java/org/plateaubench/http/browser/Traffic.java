// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/**
 * What one operation cost on the line and in the driver. Immutable.
 *
 * @param requests requests that were sent, or begun; each request of a chain of redirects is one
 * @param sentBytes bytes of requests, header and framing included, TLS not
 * @param receivedBytes bytes of responses, likewise
 * @param connectionsOpened connections that were opened
 * @param repeats requests that were sent again since a kept connection was dead
 * @param redirects redirects that were followed
 * @param cacheHits parts of pages that were not asked for since the cache model had them
 * @param conditionalRequests requests with a condition
 * @param notModified answers 304
 * @param parseNanos time that decompressing and parsing pages took: the driver's own, inside the operation's times
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record Traffic(
        long requests,
        long sentBytes,
        long receivedBytes,
        long connectionsOpened,
        long repeats,
        long redirects,
        long cacheHits,
        long conditionalRequests,
        long notModified,
        long parseNanos) {}
