// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.service;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** An external site: it is checked for an answer, and otherwise left unchanged. */
final class OlioExternal extends ExternalService {
    private final String url;
    private final SutAddress address;

    OlioExternal(SutContext<OlioSutParameters> context) {
        String given = context.parameters().url().replaceFirst("/+$", "");
        super("the site at " + given);
        url = given;
        String harnessToken = context.parameters().harnessToken();
        Map<String, String> properties = new TreeMap<>();
        properties.put(SutProperties.URL, url);
        if (!harnessToken.isEmpty()) {
            properties.put(SutProperties.TOKEN, harnessToken);
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
            SiteProbe.server(url);
        }
        return address;
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        Optional<HarnessClient> client = HarnessClient.of(address);
        if (client.isPresent()) {
            return client.get().settings();
        }
        String server = SiteProbe.server(url);
        return server.isEmpty() ? Map.of() : Map.of("server", server);
    }
}
