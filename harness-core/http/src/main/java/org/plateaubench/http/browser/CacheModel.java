// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/**
 * How a session's browser fetches what pages are made of. Pages themselves are asked for each time.
 *
 * @param statics rule for style sheets, scripts and icons
 * @param images rule for images
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record CacheModel(Rule statics, Rule images) {

    /** When a resource is asked for, and how. */
    public enum Rule {
        /** On every page, without a condition: no cache at all. */
        EVERY_TIME,
        /** Once in a session. */
        ONCE_A_SESSION,
        /**
         * On every page, on the condition that it has changed. What the browser has not seen before it holds from a
         * visit before the run: the condition is then that it has changed since the server's last {@code Date}.
         */
        REVALIDATE,
        /** As {@code Cache-Control}, {@code Expires}, {@code ETag} and {@code Last-Modified} say (RFC 9111). */
        BY_HEADERS,
        /** Not at all. */
        NEVER
    }

    /** Olio's user that comes with an empty cache (40 % of sessions). */
    public static final CacheModel OLIO_EMPTY = new CacheModel(Rule.ONCE_A_SESSION, Rule.ONCE_A_SESSION);

    /** Olio's user that has been there before (60 % of sessions): statics are asked for on each page if they changed. */
    public static final CacheModel OLIO_CACHED = new CacheModel(Rule.REVALIDATE, Rule.ONCE_A_SESSION);

    /** A browser as they are, over the whole of the user's life. */
    public static final CacheModel BY_HEADERS = new CacheModel(Rule.BY_HEADERS, Rule.BY_HEADERS);

    /** No cache. */
    public static final CacheModel NONE = new CacheModel(Rule.EVERY_TIME, Rule.EVERY_TIME);

    Rule rule(Resource resource) {
        return resource == Resource.IMAGE ? images : statics;
    }
}
