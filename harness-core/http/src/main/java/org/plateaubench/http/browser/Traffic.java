// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

/**
 * The traffic of one operation, and its time in the driver. Immutable.
 *
 * @param requests requests sent or begun; each request of a chain of redirects counts
 * @param sentBytes bytes of requests, header and framing included, TLS not
 * @param receivedBytes bytes of responses, counted likewise
 * @param connectionsOpened opened connections
 * @param repeats requests sent again since a kept connection was dead
 * @param redirects followed redirects
 * @param cacheHits parts of pages that were cached and not requested
 * @param conditionalRequests requests with a condition
 * @param notModified answers 304
 * @param parseNanos time of decompressing and parsing pages: the driver's own, inside the operation's times
 */
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
