// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

/**
 * The settings of the browsers of a workload. Immutable.
 *
 * @param connectionsPerOrigin greatest number of connections to one origin, 1 to 32, on which the parts of a page are
 *     fetched in parallel; with 1, they are fetched in sequence
 * @param maxRedirects greatest number of redirects per request, 0 or more
 * @param compressed whether compressed answers are requested
 * @param maxDecodedBytes greatest decoded length of a compressed body, 1 to 2^30
 * @param upBytesPerSecond bandwidth of one user towards servers; 0 for no limit, otherwise 1000 or more
 * @param downBytesPerSecond bandwidth of one user from servers, with the same range
 * @param userAgent value of {@code User-Agent}
 * @param language value of {@code Accept-Language}
 * @param cache cache model of the first session
 */
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

    /** The usual number of connections of browsers to one origin over HTTP/1.1. */
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

    /**
     * The defaults: six connections, 20 redirects, compression, no bandwidth limit, and a cache that follows the
     * servers' headers.
     */
    public static BrowserSettings usual() {
        return USUAL;
    }

    /** These settings with another number of connections; 1 fetches in sequence. */
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

    /** These settings with another bound on redirects. */
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

    /** These settings with or without compression, and another bound on decoded lengths. */
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

    /** These settings with other bandwidths; 0 for no limit. */
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

    /** These settings with another cache model for the first session. */
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
