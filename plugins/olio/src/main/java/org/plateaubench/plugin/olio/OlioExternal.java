// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plateaubench.api.IoReason;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** An external site: it is checked for an answer, and otherwise left unchanged. */
final class OlioExternal extends ExternalService {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int SERVER_ERROR = 500;

    private final String url;
    private final SutAddress address;

    OlioExternal(SutContext<OlioSutParameters> context) {
        String given = context.parameters().url().replaceFirst("/+$", "");
        super("the site at " + given);
        url = given;
        String harnessToken = context.parameters().harnessToken();
        Map<String, String> properties = new TreeMap<>();
        properties.put(OlioSutParameters.URL_PROPERTY, url);
        if (!harnessToken.isEmpty()) {
            properties.put(OlioSutParameters.TOKEN_PROPERTY, harnessToken);
        }
        address = new SutAddress(context.name(), OlioSutParameters.SERVICE, properties);
    }

    /**
     * Checks the site. A reference application may have no data yet, and then no page: it is checked through the
     * interface for the harness.
     */
    @Override
    protected SutAddress connect() throws SutException {
        Optional<HarnessClient> client = HarnessClient.of(address);
        if (client.isPresent()) {
            client.get().state();
        } else {
            server();
        }
        return address;
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        Optional<HarnessClient> client = HarnessClient.of(address);
        if (client.isPresent()) {
            return client.get().settings();
        }
        String server = server();
        return server.isEmpty() ? Map.of() : Map.of("server", server);
    }

    /** Requests the home page, which must not fail with a server error; returns the header {@code Server}. */
    private String server() throws SutException {
        try {
            HarnessClient.Reply reply = HarnessClient.exchange("GET", url + "/", LIMIT, "");
            if (reply.status() >= SERVER_ERROR) {
                throw new SutException(
                        "The site at " + url + " answers with status " + reply.status() + "; see its logs.");
            }
            return reply.server();
        } catch (IOException | IllegalArgumentException e) {
            throw new SutException(
                    "No site answers at " + url + " ("
                            + (e instanceof IOException io ? IoReason.of(io) : e.getMessage())
                            + "); start it or correct the url.",
                    e);
        }
    }
}
