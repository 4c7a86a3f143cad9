// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

/**
 * The rules by which a browser fetches the parts of pages in a session. Pages themselves are always requested.
 *
 * @param statics rule for style sheets, scripts and icons
 * @param images rule for images
 */
public record CacheModel(Rule statics, Rule images) {

    /** A rule that determines when and how a resource is requested. */
    public enum Rule {
        /** Requested on every page, without a condition, as without a cache. */
        EVERY_TIME,
        /** Requested once in a session. */
        ONCE_A_SESSION,
        /**
         * Requested on every page, with a condition. A resource that the browser has not fetched yet counts as cached
         * before the run; the condition is then that it has changed since the server's last {@code Date}.
         */
        REVALIDATE,
        /**
         * Requested when {@code Cache-Control}, {@code Expires}, {@code ETag} and {@code Last-Modified} require it (RFC
         * 9111).
         */
        BY_HEADERS,
        /** Never requested. */
        NEVER
    }

    /** Olio's user with an empty cache (40 % of sessions). */
    public static final CacheModel OLIO_EMPTY = new CacheModel(Rule.ONCE_A_SESSION, Rule.ONCE_A_SESSION);

    /** Olio's user on a repeated visit (60 % of sessions): statics are requested on each page with a condition. */
    public static final CacheModel OLIO_CACHED = new CacheModel(Rule.REVALIDATE, Rule.ONCE_A_SESSION);

    /** The cache of a real browser, over the whole lifetime of the user. */
    public static final CacheModel BY_HEADERS = new CacheModel(Rule.BY_HEADERS, Rule.BY_HEADERS);

    /** No cache. */
    public static final CacheModel NONE = new CacheModel(Rule.EVERY_TIME, Rule.EVERY_TIME);

    Rule rule(Resource resource) {
        return resource == Resource.IMAGE ? images : statics;
    }
}
