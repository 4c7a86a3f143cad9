// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.Browser;
import org.plateaubench.http.browser.BrowserRequest.Header;
import org.plateaubench.http.browser.BrowserSettings;
import org.plateaubench.http.browser.CacheModel;
import org.plateaubench.http.browser.CookieJar;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.http.browser.HttpOutcomes;
import org.plateaubench.http.browser.StatusFailure;
import org.plateaubench.http.browser.Traffic;
import org.plateaubench.http.html.Page;
import org.plateaubench.spi.UserContext;

/** Fetches the images, scripts and style sheets of one user's pages, on separate connections. */
final class PageResources {
    private final WebTarget target;
    private final HttpMeasures measures;
    private final Browser browser;
    private final @Nullable Consumer<String> trace;

    /** A redirect leads to a server that is not loaded. */
    private static final class OtherAddress extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OtherAddress(String message) {
            super(message, null, false, false);
        }
    }

    PageResources(
            WebTarget target, HttpConnector connector, HttpMeasures measures, CookieJar cookies, UserContext user) {
        this.target = target;
        this.measures = measures;
        this.trace = user.trace().orElse(null);
        BrowserSettings settings = BrowserSettings.defaults().withCompression(false);
        HttpConnector restricted = origin -> {
            if (!target.allows(origin)) {
                throw new OtherAddress(origin + " is neither the address of 'url' nor among 'others'");
            }
            return connector.connection(origin);
        };
        CacheModel cache = target.pages().cache() ? CacheModel.BY_HEADERS : CacheModel.NONE;
        browser = new Browser(restricted, target.home(), settings, cookies, cache, user::nanoTime);
    }

    /** Fetches the resources of a page, with its headers, from servers under load; returns the first failure, or ok. */
    Outcome fetch(Page page, HttpRequest pageRequest) {
        Set<WebAddress> addresses = new LinkedHashSet<>(page.statics());
        addresses.addAll(page.images());
        addresses.removeIf(address -> !target.allows(address.origin()));
        List<Header> headers = new ArrayList<>();
        for (int i = 0; i < pageRequest.headerCount(); i++) {
            if (!pageRequest.headerName(i).equalsIgnoreCase("Cookie")) {
                headers.add(new Header(pageRequest.headerName(i), pageRequest.headerValue(i)));
            }
        }
        try {
            browser.fetchAll(List.copyOf(addresses), page.address(), headers);
            return Outcome.ok();
        } catch (StatusFailure e) {
            return Outcome.error("resource-" + e.status(), String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return HttpOutcomes.of(e);
        } catch (OtherAddress e) {
            return Outcome.error("other-address", String.valueOf(e.getMessage()));
        } finally {
            Traffic traffic = browser.endOperation();
            measures.add(traffic);
            if (!target.cookies()) {
                browser.forgetCookies();
            }
            if (trace != null) {
                trace.accept(
                        "resources of the page: " + addresses.size() + ", requests for them: " + traffic.requests());
            }
        }
    }

    void restart() {
        browser.restart();
    }

    void abort() {
        browser.abort();
    }

    void close() {
        browser.close();
    }
}
