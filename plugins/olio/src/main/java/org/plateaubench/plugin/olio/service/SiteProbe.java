// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.service;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import org.plateaubench.api.IoReason;
import org.plateaubench.spi.SutException;

/** Requests a site's first page. */
final class SiteProbe {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int SERVER_ERROR = 500;

    private SiteProbe() {}

    /** Returns the site's name of its server, if it answers with any status but a server failure. */
    static String server(String url) throws SutException {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url + "/").toURL().openConnection();
            connection.setConnectTimeout((int) LIMIT.toMillis());
            connection.setReadTimeout((int) LIMIT.toMillis());
            connection.setInstanceFollowRedirects(false);
            connection.setRequestProperty("Connection", "close");
            try {
                int status = connection.getResponseCode();
                if (status >= SERVER_ERROR) {
                    throw new SutException("The site at " + url + " answers with status " + status + "; see its logs.");
                }
                String server = connection.getHeaderField("Server");
                return server == null ? "" : server;
            } finally {
                connection.disconnect();
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new SutException(
                    "No site answers at " + url + " ("
                            + (e instanceof IOException io ? IoReason.of(io) : e.getMessage())
                            + "); start it or correct the url.",
                    e);
        }
    }
}
