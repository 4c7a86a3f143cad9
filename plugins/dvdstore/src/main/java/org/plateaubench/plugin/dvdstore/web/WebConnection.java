// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.web;

import java.io.IOException;
import java.util.function.Function;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.Browser;
import org.plateaubench.http.browser.BrowserSettings;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.dvdstore.shop.StoreAccess;
import org.plateaubench.plugin.dvdstore.shop.StoreConnection;
import org.plateaubench.spi.UserContext;

/**
 * A shopper's browser with one connection, which requests pages without style sheets or images, as the original does.
 */
public final class WebConnection implements StoreConnection {
    private final Browser browser;
    private final Function<Browser, StoreAccess> pages;
    private final String home;
    private final HttpMeasures traffic;

    /** The browser opens the home page first, and creates the access to pages once it is connected. */
    public WebConnection(
            HttpConnections connections, WebAddress home, UserContext user, Function<Browser, StoreAccess> pages) {
        this.home = home.toString();
        browser = new Browser(
                connections, home.origin(), BrowserSettings.defaults().withConnectionsPerOrigin(1), user::nanoTime);
        this.pages = pages;
        traffic = new HttpMeasures(name -> user.counter(name)::add);
    }

    /** Returns settings without a time limit for an answer: the operation timeout of the plan aborts the browser. */
    public static HttpSettings settings() {
        HttpSettings defaults = HttpSettings.defaults();
        java.time.Duration unlimited = java.time.Duration.ofHours(24);
        return defaults.withTimeouts(defaults.connectTimeout(), unlimited, unlimited);
    }

    @Override
    public StoreAccess connect() throws IOException {
        browser.connect();
        browser.page(home);
        browser.endOperation();
        return pages.apply(browser);
    }

    @Override
    public void endOperation() {
        traffic.add(browser.endOperation());
    }

    @Override
    public void abort() {
        browser.abort();
    }

    @Override
    public void close() {
        browser.close();
    }
}
