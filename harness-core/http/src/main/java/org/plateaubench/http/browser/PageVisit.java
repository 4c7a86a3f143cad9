// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import org.jspecify.annotations.Nullable;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.html.Page;

/** A page that a browser has navigated to. Not thread-safe. */
public final class PageVisit {
    private final Exchanges.HeldResponse held;
    private final TrafficCount traffic;
    private @Nullable Page page;

    PageVisit(Exchanges.HeldResponse held, TrafficCount traffic) {
        this.held = held;
        this.traffic = traffic;
    }

    /** The address of the page, after redirects. */
    public WebAddress address() {
        return held.address();
    }

    /** Number of redirects that led to the page. */
    public int redirects() {
        return held.redirects();
    }

    /** The response of the server, valid until the browser's next request. */
    public BrowserResponse response() {
        return held.response();
    }

    /** Whether the body contains this text; valid until the browser's next request. */
    public boolean contains(String text) throws BrowserFailure {
        return held.response().contains(text);
    }

    /**
     * The parsed page. The first call parses it and must be made before the browser's next request; the result is kept.
     * The time of parsing is counted in {@link Traffic#parseNanos()}.
     *
     * @throws BrowserFailure if the body cannot be decompressed
     */
    public Page page() throws BrowserFailure {
        Page result = page;
        if (result == null) {
            BrowserResponse response = held.response();
            byte[] bytes = response.bytes();
            long startNanos = held.pooled().nanoTime();
            result = Page.parse(bytes, response.offset(), response.length(), response.charset(), held.address());
            traffic.parsed(held.pooled().nanoTime() - startNanos);
            page = result;
        }
        return result;
    }
}
