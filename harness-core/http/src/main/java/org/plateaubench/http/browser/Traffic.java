// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

/**
 * The traffic of one operation, and its time of parsing. Immutable.
 *
 * @param requests number of requests that were sent or begun, including each request of a chain of redirects
 * @param sentBytes bytes of requests, including header and framing, without TLS
 * @param receivedBytes bytes of responses, including header and framing, without TLS
 * @param connectionsOpened opened connections
 * @param retries number of requests that were sent again because a reused connection was closed
 * @param redirects followed redirects
 * @param cacheHits parts of pages that were cached and not requested
 * @param conditionalRequests requests with a condition
 * @param notModified number of responses with status 304
 * @param parseNanos time of decompressing and parsing pages in nanoseconds, which is part of the operation's response
 *     time but spent in the driver
 */
public record Traffic(
        long requests,
        long sentBytes,
        long receivedBytes,
        long connectionsOpened,
        long retries,
        long redirects,
        long cacheHits,
        long conditionalRequests,
        long notModified,
        long parseNanos) {}
