// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/**
 * How the browsers of a workload behave. Immutable.
 *
 * @param connectionsPerOrigin most connections to one origin, 1 to 32: the parts of a page are fetched on so many at a
 *     time, with 1 one after the other
 * @param maxRedirects most redirects that are followed for one request, 0 or more
 * @param compressed whether compressed answers are asked for
 * @param maxDecodedBytes most bytes that a compressed body may unfold to, 1 to 2^30
 * @param upBytesPerSecond bandwidth of one user towards servers; 0 for no limit, otherwise 1000 or more
 * @param downBytesPerSecond bandwidth of one user from servers, likewise
 * @param userAgent value of {@code User-Agent}
 * @param language value of {@code Accept-Language}
 * @param cache cache model of the first session
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record BrowserSettings(
        int connectionsPerOrigin,
        int maxRedirects,
        boolean compressed,
        int maxDecodedBytes,
        long upBytesPerSecond,
        long downBytesPerSecond,
        String userAgent,
        String language,
        CacheModel cache) {

    /** What browsers open to one origin over HTTP/1.1. */
    public static final int USUAL_CONNECTIONS = 6;

    private static final int MOST_CONNECTIONS = 32;
    private static final int LARGEST_BODY_BYTES = 1 << 30;
    private static final long LEAST_BYTES_PER_SECOND = 1000;
    private static final BrowserSettings USUAL = new BrowserSettings(
            USUAL_CONNECTIONS,
            20,
            true,
            64 << 20,
            0,
            0,
            "Mozilla/5.0 (compatible; Plateau)",
            "en",
            CacheModel.BY_HEADERS);

    public BrowserSettings {
        require(
                connectionsPerOrigin >= 1 && connectionsPerOrigin <= MOST_CONNECTIONS,
                "connectionsPerOrigin",
                connectionsPerOrigin);
        require(maxRedirects >= 0, "maxRedirects", maxRedirects);
        require(maxDecodedBytes >= 1 && maxDecodedBytes <= LARGEST_BODY_BYTES, "maxDecodedBytes", maxDecodedBytes);
        requireBandwidth(upBytesPerSecond, "upBytesPerSecond");
        requireBandwidth(downBytesPerSecond, "downBytesPerSecond");
    }

    /** Six connections, 20 redirects, compressed, no limit of bandwidth, a cache by the servers' headers. */
    public static BrowserSettings usual() {
        return USUAL;
    }

    /** The same with another number of connections; 1 fetches in sequence. */
    public BrowserSettings withConnectionsPerOrigin(int changed) {
        return new BrowserSettings(
                changed,
                maxRedirects,
                compressed,
                maxDecodedBytes,
                upBytesPerSecond,
                downBytesPerSecond,
                userAgent,
                language,
                cache);
    }

    /** The same with another bound on redirects. */
    public BrowserSettings withMaxRedirects(int changed) {
        return new BrowserSettings(
                connectionsPerOrigin,
                changed,
                compressed,
                maxDecodedBytes,
                upBytesPerSecond,
                downBytesPerSecond,
                userAgent,
                language,
                cache);
    }

    /** The same with compressed answers or without, and another bound on what they unfold to. */
    public BrowserSettings withCompression(boolean changed, int changedMaxDecodedBytes) {
        return new BrowserSettings(
                connectionsPerOrigin,
                maxRedirects,
                changed,
                changedMaxDecodedBytes,
                upBytesPerSecond,
                downBytesPerSecond,
                userAgent,
                language,
                cache);
    }

    /** The same with other bandwidths; 0 for no limit. */
    public BrowserSettings withBandwidth(long changedUp, long changedDown) {
        return new BrowserSettings(
                connectionsPerOrigin,
                maxRedirects,
                compressed,
                maxDecodedBytes,
                changedUp,
                changedDown,
                userAgent,
                language,
                cache);
    }

    /** The same with another cache model for the first session. */
    public BrowserSettings withCache(CacheModel changed) {
        return new BrowserSettings(
                connectionsPerOrigin,
                maxRedirects,
                compressed,
                maxDecodedBytes,
                upBytesPerSecond,
                downBytesPerSecond,
                userAgent,
                language,
                changed);
    }

    boolean limitsBandwidth() {
        return upBytesPerSecond > 0 || downBytesPerSecond > 0;
    }

    private static void requireBandwidth(long bytesPerSecond, String name) {
        require(bytesPerSecond == 0 || bytesPerSecond >= LEAST_BYTES_PER_SECOND, name, bytesPerSecond);
    }

    private static void require(boolean good, String name, long value) {
        if (!good) {
            throw new IllegalArgumentException(name + " cannot be " + value);
        }
    }
}
